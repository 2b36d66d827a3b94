import { chooseLanguage } from './language/choose-language.ts';
import { type ChatApi, listenersOf, publish } from './page-api.ts';
import type { ScriptSettings } from './script-settings.ts';
import type { Appearance } from './server/answers.ts';
import { ParleyServer } from './server/parley-server.ts';
import { ChatSession } from './session/chat-session.ts';
import { Memory } from './session/memory.ts';
import { pause } from './session/pause.ts';
import { Tabs } from './session/tabs.ts';
import { asFailure } from './state/failure.ts';
import { Store } from './state/store.ts';
import { showChat } from './view/chat-view.ts';
import { MOST_CHARACTERS } from './view/composer.ts';
import { coversPage } from './view/viewport.ts';

const PAUSES_MS = [2000, 10_000, 60_000, 300_000];

/** Loads the appearance, then shows the widget. @param level number of widgets already on the page */
export async function startWidget(settings: ScriptSettings, level: number): Promise<void> {
  const { assistantId, variables, label } = settings;
  const server = new ParleyServer(settings.origin);
  const appearance = await readAppearance(server, assistantId);
  if (appearance === null) return;
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  }
  const store = new Store();
  const memory = new Memory(assistantId);
  const tabs = new Tabs(assistantId);
  const wasOpen = memory.wasOpen();
  const session = new ChatSession({ assistantId, variables, server, store, memory, tabs });
  session.start();
  const texts = chooseLanguage([settings.language, document.documentElement.lang, ...navigator.languages]);
  const actions = {
    open: () => session.open(),
    close: () => session.close(),
    send: (text: string) => session.send(text),
    retry: () => session.retry(),
    restart: () => session.restart(),
    goBack: () => session.goBack(),
  };
  // Reopen the chat if it was open before the page load, without taking the focus.
  const opensNow = wasOpen ?? (settings.opensAutomatically && !coversPage());
  if (opensNow) session.open();
  showChat({ appearance, texts, label, level, store, actions });
  publish(assistantId, chatApi(session, store));
}

/** Null if the widget can't be shown; the reason is logged to the browser console. */
async function readAppearance(server: ParleyServer, assistantId: string): Promise<Appearance | null> {
  for (const waitMs of [...PAUSES_MS, null]) {
    try {
      return await server.readAppearance(assistantId);
    } catch (error) {
      const { kind } = asFailure(error, navigator.onLine);
      const why = WHY[kind];
      if (why !== undefined || waitMs === null) {
        console.warn(`Parley chat: ${why ?? 'the server is unreachable.'}`);
        return null;
      }
      await pause(waitMs);
    }
  }
  return null;
}

const WHY: Partial<Record<string, string>> = {
  gone: 'no assistant has this UUID.',
  'site-refused': `${location.origin} is not an allowed origin of this assistant.`,
};

function chatApi(session: ChatSession, store: Store): ChatApi {
  return {
    open: () => session.open(),
    close: () => session.close(),
    send: (text) => {
      const message = String(text).trim();
      if (message === '' || message.length > MOST_CHARACTERS) {
        throw new RangeError(`A message must have 1 to ${MOST_CHARACTERS} characters.`);
      }
      session.open();
      session.send(message);
    },
    on: (name, callback) => {
      const page = listenersOf(name, callback);
      const call = (listener: () => void): void => {
        try {
          listener();
        } catch (error) {
          // Errors of the page's listener are reported and must not stop the chat.
          reportError(error);
        }
      };
      return store.subscribe((state, before) => {
        if (state.isOpen && !before.isOpen) call(() => page.open?.());
        if (!state.isOpen && before.isOpen) call(() => page.close?.());
        if (before.history.length === 0) return;
        for (const message of state.history.slice(before.history.length)) call(() => page.message?.(message));
      });
    },
  };
}
