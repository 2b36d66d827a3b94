const listeners = new Set<() => void>();

/** The server can be reached again after a break. */
export function tellBack(): void {
  for (const listener of [...listeners]) listener();
}

/** @returns ends it */
export function whenBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
