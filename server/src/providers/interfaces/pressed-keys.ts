const NOTES = /\(Keys pressed on the phone: ([0-9A-D*#]+)\)/g;

/** Keys that a customer pressed unasked, as a model reads them among the customer's words. */
export function notePressedKeys(keys: string): string {
  return `(Keys pressed on the phone: ${keys})`;
}

/** What a message holds beside such notes, and all keys of these, in order; each is empty where there is none. */
export function readPressedKeys(text: string): { words: string; keys: string } {
  const keys = Array.from(text.matchAll(NOTES), ([, noted = '']) => noted).join('');
  return { words: keys === '' ? text : text.replace(NOTES, '').trim(), keys };
}

/** What the description of a tool that collects keys asks of the model. @param stopKey the key that ends an entry */
export function wishForQuestion(stopKey: string): string {
  return `First ask for them in the same answer, and say that ${stopKey} ends the entry.`;
}

/** The key that ends an entry, of such a description; null: it names none. */
export function readStopKey(description: string): string | null {
  return /say that (\S) ends the entry/.exec(description)?.[1] ?? null;
}
