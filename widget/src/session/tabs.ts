/** What one tab of a site tells the others of. */
export interface TabNews {
  conversationId: string | null;
  messageCount: number;
  seen: number;
}

/** The other tabs of the same site; none where the browser has no channels. */
export class Tabs {
  readonly #channel: BroadcastChannel | null;

  constructor(assistantId: string) {
    this.#channel = 'BroadcastChannel' in window ? new BroadcastChannel(`parley-chat:${assistantId}`) : null;
  }

  tell(news: TabNews): void {
    this.#channel?.postMessage(news);
  }

  hear(listener: (news: TabNews) => void): void {
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => listener(data));
  }
}
