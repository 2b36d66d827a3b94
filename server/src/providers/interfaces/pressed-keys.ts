const PRESSED_KEYS = /\(Keys pressed on the phone: ([0-9A-D*#]+)\)/g;

/** Writes the keys that a customer pressed into the text of a message. */
export function notePressedKeys(keys: string): string {
  return `(Keys pressed on the phone: ${keys})`;
}

/** Splits pressed keys into entries at the stop keys. */
export function keyEntries(keys: string, stopKeys: readonly string[]): string[] {
  const entries = stopKeys.reduce((parts, key) => parts.flatMap((part) => part.split(key)), [keys]);
  return entries.filter((entry) => entry !== '');
}

/** Rewrites the keys in a message. */
export function replacePressedKeys(text: string, replaced: (keys: string) => string): string {
  return text.replace(PRESSED_KEYS, (_note, keys: string) => notePressedKeys(replaced(keys)));
}

/** Splits a message into its words and all pressed keys, in order; empty if there are none. */
export function readPressedKeys(text: string): { words: string; keys: string } {
  const keys = Array.from(text.matchAll(PRESSED_KEYS), ([, noted = '']) => noted).join('');
  return { words: keys === '' ? text : text.replace(PRESSED_KEYS, '').trim(), keys };
}

/** Instruction in the description of a keypad tool. @param stopKey the key that ends an entry */
export function keypadInstruction(stopKey: string): string {
  return `First ask for them in the same answer, and say that ${stopKey} ends the entry.`;
}

/** The stop key in a keypad tool's description; null if absent. */
export function readStopKey(description: string): string | null {
  return /say that (\S) ends the entry/.exec(description)?.[1] ?? null;
}
