import { startPreview } from './preview/start-preview.ts';
import { readScriptSettings } from './script-settings.ts';
import { startWidget } from './start-widget.ts';

/** Key of the set of assistants whose widget was started, so that a duplicate tag does nothing. */
const STARTED = Symbol.for('parley-chat');

function startedOnPage(): Set<string> {
  const found: unknown = Reflect.get(window, STARTED);
  if (found instanceof Set) return found;
  const started = new Set<string>();
  Reflect.set(window, STARTED, started);
  return started;
}

/** The script tag that loaded this script. Some loaders unset `currentScript`, so fall back to the attribute. */
function ownScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>('script[data-assistant][src*="/widget.js"]');
}

function start(): void {
  const script = ownScript();
  if (script === null) throw new Error('The script tag with data-assistant cannot be found.');
  if (script.dataset['preview'] !== undefined) {
    startPreview();
    return;
  }
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
  // A wrong tag must not break the page.
  console.warn(`Parley chat: ${error instanceof Error ? error.message : String(error)}`);
}
