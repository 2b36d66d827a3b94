import { chooseLanguage } from '../language/choose-language.ts';
import { type Appearance, asAppearance } from '../server/answers.ts';
import { ChatSession } from '../session/chat-session.ts';
import { Memory } from '../session/memory.ts';
import { Tabs } from '../session/tabs.ts';
import { Store } from '../state/store.ts';
import { showChat } from '../view/chat-view.ts';
import { PreviewServer } from './preview-server.ts';

/** Shows the widget in the console with the settings that the console sends, and again after each change. */
export function startPreview(): void {
  let remove = (): void => undefined;
  let isOpen = true;
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent || !isPreview(data)) return;
    remove();
    remove = show(asAppearance(data.appearance), {
      isOpen,
      onToggle: (isOpenNow) => {
        isOpen = isOpenNow;
      },
    });
  });
  parent.postMessage('parley-preview-ready', location.origin);
}

/** Tools such as accessibility checkers also send messages to frames. */
function isPreview(data: unknown): data is { appearance: unknown } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'parley-preview';
}

function show(
  appearance: Appearance,
  { isOpen, onToggle }: { isOpen: boolean; onToggle(isOpen: boolean): void },
): () => void {
  const server = new PreviewServer(appearance);
  const store = new Store();
  const memory = new Memory('preview', false);
  const tabs = new Tabs('preview', false);
  const session = new ChatSession({ assistantId: 'preview', variables: {}, server, store, memory, tabs });
  session.start();
  if (isOpen) session.open();
  store.subscribe((state) => onToggle(state.isOpen));
  const { language } = appearance;
  return showChat({
    appearance,
    texts: chooseLanguage([language === 'auto' ? null : language, ...navigator.languages]),
    label: null,
    isLanguageChosen: true,
    level: 0,
    isStill: true,
    store,
    actions: {
      open: () => session.open(),
      close: () => session.close(),
      send: (text, files) => session.send(text, files),
      upload: (file, options) => session.upload(file, options),
      discard: () => session.discard(),
      retry: () => session.retry(),
      restart: () => session.restart(),
      goBack: () => session.goBack(),
      // A preview makes no calls.
      call: () => undefined,
      toggleMute: () => undefined,
      endCall: () => undefined,
    },
    isGreeted: () => true,
    dismissGreeting: () => undefined,
  }).remove;
}
