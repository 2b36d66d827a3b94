import type { Message } from './state/chat-state.ts';

/** Identity of the visitor. */
export interface VisitorIdentity {
  /** Your own id of the user. A different id resets the widget, so that users of one browser do not see each other's chats. */
  userId?: string;
  name?: string;
  email?: string;
  phone?: string;
  /** JSON Web Token of your server. Without it, the identity is not verified. */
  token?: string;
}

/** Data of the events, by name. */
export interface ChatEvents {
  open: undefined;
  close: undefined;
  /** A message that arrived after the page was loaded. */
  message: Message;
  /** The visitor was identified. */
  identify: { userId: string | null; isVerified: boolean };
  /** The state of a voice call changed. */
  call: { state: 'connecting' | 'live' | 'failed' | 'ended' };
  /** The visitor and the conversation were forgotten. */
  reset: undefined;
}

export type ChatEventName = keyof ChatEvents;
export type ChatListener<Name extends ChatEventName> = (data: ChatEvents[Name]) => void;

/** `window.ParleyChat`: the widget, for scripts of the page. */
export interface ChatApi {
  open(): void;
  close(): void;
  toggle(): void;
  /** Sends a message as the visitor and opens the chat. Throws `RangeError` for an empty or too long message. */
  send(text: string): void;
  /**
   * Tells the assistant and your team who the visitor is. With a token, the visitor gets their conversation on other
   * devices too. Rejects if the token is refused or the server cannot be reached.
   */
  identify(visitor: VisitorIdentity): Promise<{ isVerified: boolean }>;
  /** Sets variables of the prompt, from the next message on. */
  setVariables(variables: Readonly<Record<string, unknown>>): void;
  /** Forgets the visitor and the conversation in this browser, for example when your user signs out. */
  reset(): void;
  /** @returns a function that unsubscribes */
  on<Name extends ChatEventName>(name: Name, listener: ChatListener<Name>): () => void;
  off<Name extends ChatEventName>(name: Name, listener: ChatListener<Name>): void;
}

/** Calls from before the widget is loaded, such as `['identify', { userId: '7' }]`. */
interface ChatQueue {
  push(...calls: readonly unknown[]): unknown;
}

declare global {
  interface Window {
    /** API of the first widget on the page; `all` has every widget by its assistant's UUID. */
    ParleyChat?: ChatApi & { all: Record<string, ChatApi> };
    /** `(window.ParleyChatQueue ??= []).push(['open'])` works before and after the widget is loaded. */
    ParleyChatQueue?: ChatQueue;
  }
}

/** Publishes the API as `window.ParleyChat`, performs queued calls and dispatches `parley-chat-ready`. */
export function publish(assistantId: string, api: ChatApi): void {
  const isFirst = window.ParleyChat === undefined;
  window.ParleyChat ??= { ...api, all: {} };
  window.ParleyChat.all[assistantId] = api;
  if (isFirst) performQueue(api);
  dispatch(assistantId, 'ready');
}

/** Dispatches `parley-chat-<name>` on the window. */
export function dispatch(assistantId: string, name: string, detail: object = {}): void {
  window.dispatchEvent(
    new CustomEvent(`parley-chat-${name}`, { detail: { assistant: assistantId, ...detail } }),
  );
}

function performQueue(api: ChatApi): void {
  const { ParleyChatQueue: waiting } = window;
  const perform = (call: unknown): void => {
    try {
      const [name, ...values]: unknown[] = Array.isArray(call) ? call : [];
      const method: unknown = new Map<unknown, unknown>(Object.entries(api)).get(name);
      if (typeof method !== 'function') throw new TypeError(`ParleyChat has no method ${String(name)}.`);
      const result: unknown = method(...values);
      if (result instanceof Promise) result.catch(reportError);
    } catch (error) {
      // Errors of the page's call are reported and must not stop the chat.
      reportError(error);
    }
  };
  window.ParleyChatQueue = { push: (...calls) => calls.forEach(perform) };
  if (Array.isArray(waiting)) waiting.forEach(perform);
}
