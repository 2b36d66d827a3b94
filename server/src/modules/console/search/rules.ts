/** Possible interpretations of a search text. */
export interface Needle {
  /** Part of a name. */
  words: string;
  /** Digits of a phone number or a part of it; null if the text is not a number. */
  digits: string | null;
  uuid: string | null;
  id: number | null;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Shorter sequences occur in nearly every number. */
const LEAST_DIGITS = 3;

/** @param words trimmed */
export function needleOf(words: string): Needle {
  return {
    words,
    digits: digitsIn(words),
    uuid: UUID.test(words) ? words.toLowerCase() : null,
    id: /^\d{1,15}$/.test(words) ? Number(words) : null,
  };
}

/** Numbers are stored in international format, so national and international prefixes are removed. */
function digitsIn(words: string): string | null {
  if (!/^[+\d\s()./-]+$/.test(words)) return null;
  const digits = words.replaceAll(/\D/g, '').replace(/^0{1,2}/, '');
  return digits.length < LEAST_DIGITS ? null : digits;
}
