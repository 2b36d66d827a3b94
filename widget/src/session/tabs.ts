/** State that tabs of the same site share. */
export interface TabNews {
  conversationId: string | null;
  messageCount: number;
  seen: number;
  /** The visitor was forgotten in another tab, for example because they signed out. */
  isReset?: boolean;
}

/** Broadcasts to other tabs of the same site; does nothing without BroadcastChannel. */
export class Tabs {
  readonly #channel: BroadcastChannel | null;

  /** @param isShared false to stay alone */
  constructor(assistantId: string, isShared = true) {
    this.#channel =
      isShared && 'BroadcastChannel' in window ? new BroadcastChannel(`parley-chat:${assistantId}`) : null;
  }

  publish(news: TabNews): void {
    this.#channel?.postMessage(news);
  }

  subscribe(listener: (news: TabNews) => void): void {
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => listener(data));
  }
}
