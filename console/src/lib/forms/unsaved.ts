const unsaved = new Set<symbol>();

/** Something on this page was written that is not saved. @returns ends it */
export function holdUnsaved(): () => void {
  const held = Symbol('unsaved');
  unsaved.add(held);
  return () => void unsaved.delete(held);
}

/** Whether anything would be lost by leaving the page now. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
