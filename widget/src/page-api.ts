import type { Message } from './state/chat-state.ts';

/** What pages hear of. */
export interface ChatListeners {
  open(): void;
  close(): void;
  /** A message that was said since the page was loaded. */
  message(message: Message): void;
}

/** `window.ParleyChat`: the widget, for scripts of the page. */
export interface ChatApi {
  open(): void;
  close(): void;
  /** Says something as the visitor, and opens the window. */
  send(text: string): void;
  /** @returns what ends the listening */
  on<Name extends keyof ChatListeners>(name: Name, listener: ChatListeners[Name]): () => void;
}

declare global {
  interface Window {
    /** Of the widget that was there first; more of them are in `all`, by the assistant's uuid. */
    ParleyChat?: ChatApi & { all: Record<string, ChatApi> };
  }
}

/** The one listener under its name; names that there are not are never called. */
export function listenersOf<Name extends keyof ChatListeners>(
  name: Name,
  listener: ChatListeners[Name],
): Partial<ChatListeners> {
  return { [name]: listener };
}

/** Makes the widget known to scripts of the page, which hear of it by `parley-chat-ready`. */
export function publish(assistantId: string, api: ChatApi): void {
  window.ParleyChat ??= { ...api, all: {} };
  window.ParleyChat.all[assistantId] = api;
  window.dispatchEvent(new CustomEvent('parley-chat-ready', { detail: { assistant: assistantId } }));
}
