const listeners = new Set<() => void>();

/** Reports that the server can be reached again. */
export function tellBack(): void {
  for (const listener of [...listeners]) listener();
}

/** @returns a function that stops listening */
export function whenBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
