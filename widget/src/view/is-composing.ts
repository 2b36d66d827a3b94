/** Safari reports this key code for the key that ends a composition, when `isComposing` is already false. */
const COMPOSING_CODE = 229;

/** True if the key belongs to an input method (IME). */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === COMPOSING_CODE;
}
