import { CallControl, type ShownCall } from './call/call-control.ts';
import { createChatApi } from './chat-api.ts';
import { chooseLanguage } from './language/choose-language.ts';
import { publish } from './page-api.ts';
import type { ScriptSettings } from './script-settings.ts';
import type { Appearance } from './server/answers.ts';
import { ParleyServer } from './server/parley-server.ts';
import type { UploadOptions } from './server/upload.ts';
import { ChatSession } from './session/chat-session.ts';
import { Memory } from './session/memory.ts';
import { pause } from './session/pause.ts';
import { Tabs } from './session/tabs.ts';
import type { SentFile } from './state/chat-state.ts';
import { asFailure } from './state/failure.ts';
import { Store } from './state/store.ts';
import { showChat } from './view/chat-view.ts';
import { coversPage } from './view/viewport.ts';

const PAUSES_MS = [2000, 10_000, 60_000, 300_000];

/** Loads the appearance, then shows the widget. @param level number of widgets already on the page */
export async function startWidget(settings: ScriptSettings, level: number): Promise<void> {
  const { assistantId, variables, label, overrides } = settings;
  const server = new ParleyServer(settings.origin);
  const stored = await readAppearance(server, assistantId);
  if (stored === null) return;
  const appearance = { ...stored, ...overrides };
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  }
  const store = new Store();
  const memory = new Memory(assistantId);
  const tabs = new Tabs(assistantId);
  const wasOpen = memory.wasOpen();
  const session = new ChatSession({ assistantId, variables, server, store, memory, tabs });
  session.start();
  const chosen = settings.language ?? (appearance.language === 'auto' ? null : appearance.language);
  const texts = chooseLanguage([chosen, document.documentElement.lang, ...navigator.languages]);
  const callListeners = new Set<(call: ShownCall | null) => void>();
  const calls = new CallControl({
    origin: settings.origin,
    assistantId,
    server,
    variables: () => session.variables,
    onChange: (call) => {
      for (const listener of callListeners) listener(call);
    },
  });
  const actions = {
    open: () => {
      memory.dismissGreeting();
      session.open();
    },
    close: () => session.close(),
    send: (text: string, files: readonly SentFile[] = []) => session.send(text, files),
    upload: (file: File, options: UploadOptions) => session.upload(file, options),
    discard: () => session.discard(),
    retry: () => session.retry(),
    restart: () => session.restart(),
    goBack: () => session.goBack(),
    call: () => void calls.start(),
    toggleMute: () => calls.toggleMute(),
    endCall: () => calls.end(),
  };
  // Reopen the chat if it was open before the page load, without taking the focus.
  const opensNow = wasOpen ?? (settings.opensAutomatically && !coversPage());
  if (opensNow) session.open();
  if (opensNow) memory.dismissGreeting();
  const { showCall } = showChat({
    appearance,
    texts,
    label,
    isLanguageChosen: chosen !== null,
    level,
    store,
    actions,
    isGreeted: () => memory.isGreeted(),
    dismissGreeting: () => memory.dismissGreeting(),
  });
  callListeners.add(showCall);
  const onCall = callStates(callListeners);
  publish(assistantId, createChatApi({ assistantId, session, store, memory, onCall }));
}

/** Tells a listener of the page when the state of a call changes; other changes of the call are not events. */
function callStates(listeners: Set<(call: ShownCall | null) => void>) {
  return (listener: (state: 'connecting' | 'live' | 'failed' | 'ended') => void): void => {
    let last = 'ended';
    listeners.add((call) => {
      const state = call === null ? 'ended' : call.state === 'microphone-refused' ? 'failed' : call.state;
      if (state === last) return;
      last = state;
      listener(state);
    });
  };
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
