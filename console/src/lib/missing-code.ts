import { hasUnsaved } from './forms/unsaved.ts';
import { t } from './i18n/t.ts';

const NAME = 'MissingCode';
const RELOADED = 'parley.reloaded';
const ANSWER_MS = 10_000;

/**
 * Gives failed imports of page code a name and a message. The router would otherwise reload the page, which shows
 * nothing while the server is down.
 */
export function nameMissingCode(): void {
  addEventListener('vite:preloadError', (event) => {
    const error: unknown = 'payload' in event ? event.payload : null;
    if (!(error instanceof Error)) return;
    error.name = NAME;
    error.message = t('The server can’t be reached. Check your connection, then try again.');
  });
}

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.name === NAME;
}

/** True if the server answers. Page code is then missing because the server was updated. */
export async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/api/health', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  return answer?.ok === true;
}

/** Reloads the page with its new code. @returns false when there are unsaved changes */
export function reload(): boolean {
  if (hasUnsaved()) return false;
  location.reload();
  return true;
}

/** Reloads at most once per path and build, so that permanently missing code causes no reload loop. */
export function reloadOnce(): boolean {
  const place = `${import.meta.url} ${location.pathname}`;
  if (sessionStorage.getItem(RELOADED) === place || hasUnsaved()) return false;
  sessionStorage.setItem(RELOADED, place);
  return reload();
}
