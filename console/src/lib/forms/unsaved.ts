const unsaved = new Set<symbol>();

/** Something on this page was written that is not saved. @returns ends it */
export function holdUnsaved(): () => void {
  const held = Symbol('unsaved');
  unsaved.add(held);
  return () => void unsaved.delete(held);
}

/** The same for work that goes on behind the page: the browser asks before the window is closed. @returns ends it */
export function holdWindow(): () => void {
  const endHold = holdUnsaved();
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => {
    window.removeEventListener('beforeunload', ask);
    endHold();
  };
}

/** Whether anything would be lost by leaving the page now. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
