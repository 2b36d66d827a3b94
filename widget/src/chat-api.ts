import {
  type ChatApi,
  type ChatEventName,
  type ChatEvents,
  type ChatListener,
  dispatch,
} from './page-api.ts';
import type { ChatSession } from './session/chat-session.ts';
import type { Memory } from './session/memory.ts';
import type { Store } from './state/store.ts';
import { MOST_CHARACTERS } from './view/composer.ts';

interface ApiDeps {
  assistantId: string;
  session: ChatSession;
  store: Store;
  memory: Memory;
  /** Registers a listener for states of voice calls. */
  onCall(listener: (state: ChatEvents['call']['state']) => void): void;
}

type Listeners = { [Name in ChatEventName]: Set<ChatListener<Name>> };

/** The API for scripts of the page. Notifies listeners and dispatches DOM events when the store changes. */
export function createChatApi({ assistantId, session, store, memory, onCall }: ApiDeps): ChatApi {
  const listeners: Listeners = {
    open: new Set(),
    close: new Set(),
    message: new Set(),
    identify: new Set(),
    call: new Set(),
    reset: new Set(),
  };
  const emit = <Name extends ChatEventName>(name: Name, data: ChatEvents[Name]): void => {
    for (const listener of listeners[name]) {
      try {
        listener(data);
      } catch (error) {
        // Errors of the page's listener are reported and must not stop the chat.
        reportError(error);
      }
    }
    dispatch(assistantId, name, data ?? {});
  };
  store.subscribe((state, before) => {
    if (state.isOpen && !before.isOpen) emit('open', undefined);
    if (!state.isOpen && before.isOpen) emit('close', undefined);
    const isSame = state.conversationId === before.conversationId && before.history.length > 0;
    if (isSame) for (const message of state.history.slice(before.history.length)) emit('message', message);
  });
  onCall((state) => emit('call', { state }));
  const open = (): void => {
    memory.dismissGreeting();
    session.open();
  };
  const off: ChatApi['off'] = (name, listener) => {
    listeners[name].delete(listener);
  };
  return {
    open,
    close: () => session.close(),
    toggle: () => (store.state.isOpen ? session.close() : open()),
    send: (text) => {
      const message = String(text).trim();
      if (message === '' || message.length > MOST_CHARACTERS) {
        throw new RangeError(`A message must have 1 to ${MOST_CHARACTERS} characters.`);
      }
      open();
      session.send(message);
    },
    identify: async (visitor) => {
      const identified = await session.identify(visitor);
      emit('identify', identified);
      return { isVerified: identified.isVerified };
    },
    setVariables: (variables) => session.setVariables(variables),
    reset: () => {
      session.reset();
      emit('reset', undefined);
    },
    on: (name, listener) => {
      listeners[name].add(listener);
      return () => off(name, listener);
    },
    off,
  };
}
