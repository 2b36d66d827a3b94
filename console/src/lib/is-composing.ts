/** Key code in Safari for the key that ends a composition, when `isComposing` is already false. */
const COMPOSING_CODE = 229;

/** Whether a key press belongs to an input method, which composes a word, and not to the page. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === COMPOSING_CODE;
}
