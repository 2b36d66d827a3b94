const unsaved = new Set<symbol>();

/** Marks the page as having unsaved changes. @returns a function that removes the mark */
export function holdUnsaved(): () => void {
  const held = Symbol('unsaved');
  unsaved.add(held);
  return () => void unsaved.delete(held);
}

/** The same for background work: also asks before the window is closed. @returns a function that removes the mark */
export function holdWindow(): () => void {
  const endHold = holdUnsaved();
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => {
    window.removeEventListener('beforeunload', ask);
    endHold();
  };
}

/** Whether leaving the page now would lose changes. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
