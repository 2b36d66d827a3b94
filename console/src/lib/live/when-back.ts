const listeners = new Set<() => void>();

/** Reports that the server can be reached again. */
export function tellBack(): void {
  for (const listener of [...listeners]) listener();
}

/** Calls the listener when the server or the network is back. @returns a function that stops listening */
export function whenBack(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
  };
}
