import { hasUnsaved } from './forms/unsaved.ts';

const NAME = 'MissingCode';
const RELOADED = 'parley.reloaded';
const ANSWER_MS = 10_000;

/**
 * Puts into words that the code of a page could not be fetched. The router would load the whole page anew at once, and
 * where the server is away nothing would be left of it.
 */
export function nameMissingCode(): void {
  addEventListener('vite:preloadError', (event) => {
    const error: unknown = 'payload' in event ? event.payload : null;
    if (!(error instanceof Error)) return;
    error.name = NAME;
    error.message = 'The server cannot be reached. Check the connection, then try again.';
  });
}

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.name === NAME;
}

/** Where it can be, the server was updated, and has other code than that of this page. */
export async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/api/health', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  return answer?.ok === true;
}

/** Loads the page anew, with its code; @returns false where something would be lost by it */
export function reload(): boolean {
  if (hasUnsaved()) return false;
  location.reload();
  return true;
}

/** The same, and once for each place of this build: what is missing for good is not asked for round and round. */
export function reloadOnce(): boolean {
  const place = `${import.meta.url} ${location.pathname}`;
  if (sessionStorage.getItem(RELOADED) === place || hasUnsaved()) return false;
  sessionStorage.setItem(RELOADED, place);
  return reload();
}
