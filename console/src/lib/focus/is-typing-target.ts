/** True if keys that are pressed on an element write text, or belong to an open menu, list or dialog. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role="combobox"]') !== null) return true;
  return target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]') !== null;
}
