const NAME = 'MissingCode';

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

/** Loads the page anew, with its code, if the server can be reached. */
export async function reloadWhenReachable(): Promise<void> {
  const answer = await fetch('/api/health').catch(() => null);
  if (answer?.ok === true) location.reload();
}
