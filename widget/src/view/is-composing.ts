/** What Safari gives for the key that ends a composed word: there the composition is over by then. */
const COMPOSING_CODE = 229;

/** Whether a key is for an input method, which composes a word, and not for the page. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === COMPOSING_CODE;
}
