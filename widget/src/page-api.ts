import type { Message } from './state/chat-state.ts';

/** Events for scripts of the page. */
export interface ChatListeners {
  open(): void;
  close(): void;
  /** A message that arrived after the page was loaded. */
  message(message: Message): void;
}

/** `window.ParleyChat`: the widget, for scripts of the page. */
export interface ChatApi {
  open(): void;
  close(): void;
  /** Sends a message as the visitor and opens the chat. Throws `RangeError` for an empty or too long message. */
  send(text: string): void;
  /** @returns a function that unsubscribes */
  on<Name extends keyof ChatListeners>(name: Name, listener: ChatListeners[Name]): () => void;
}

declare global {
  interface Window {
    /** API of the first widget on the page; `all` has every widget by its assistant's UUID. */
    ParleyChat?: ChatApi & { all: Record<string, ChatApi> };
  }
}

/** An object with one listener; unknown names are never called. */
export function listenersOf<Name extends keyof ChatListeners>(
  name: Name,
  listener: ChatListeners[Name],
): Partial<ChatListeners> {
  return { [name]: listener };
}

/** Publishes the API as `window.ParleyChat` and dispatches `parley-chat-ready`. */
export function publish(assistantId: string, api: ChatApi): void {
  window.ParleyChat ??= { ...api, all: {} };
  window.ParleyChat.all[assistantId] = api;
  window.dispatchEvent(new CustomEvent('parley-chat-ready', { detail: { assistant: assistantId } }));
}
