import { readScriptSettings } from './script-settings.ts';
import { startWidget } from './start-widget.ts';

/** Assistants whose widget is on the page, or on its way: a tag that is there twice does nothing. */
const STARTED = Symbol.for('parley-chat');

function startedOnPage(): Set<string> {
  const found: unknown = Reflect.get(window, STARTED);
  if (found instanceof Set) return found;
  const started = new Set<string>();
  Reflect.set(window, STARTED, started);
  return started;
}

/** The tag that loaded this script; loaders that hide it leave the attribute to find it by. */
function ownScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>('script[data-assistant][src*="/widget.js"]');
}

function start(): void {
  const script = ownScript();
  if (script === null) throw new Error('The script tag with data-assistant cannot be found.');
  const settings = readScriptSettings(script);
  const started = startedOnPage();
  if (started.has(settings.assistantId)) return;
  const level = started.size;
  started.add(settings.assistantId);
  void startWidget(settings, level);
}

try {
  start();
} catch (error) {
  // Whatever is wrong with the tag, the page goes on.
  console.warn(`Parley chat: ${error instanceof Error ? error.message : String(error)}`);
}
