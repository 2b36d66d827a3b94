import type { SpokenWord } from '../engines/engine.ts';

/** A reply as far as known. */
export interface Spoken {
  /** Null until complete. */
  text: string | null;
  words: readonly SpokenWord[];
  /** Duration of its audio so far. */
  audioMs: number;
  /** The text of a reply with fixed text; its timing is unknown while audio is still arriving. */
  wording?: string | null;
}

/** A slow speaking rate, to underestimate what was heard rather than overestimate it. */
const LETTER_MS = 80;

/**
 * Returns the words that were heard after `heardMs` of the audio: by word timings if there are any, otherwise by the
 * heard share of the audio. A fixed text whose audio is still arriving is cut by a slow speaking rate.
 */
export function heardText(spoken: Spoken, heardMs: number): string {
  if (heardMs <= 0) return '';
  if (spoken.words.length > 0) return byWords(spoken, heardMs);
  if (spoken.text === null) return byRate(spoken.wording ?? '', heardMs);
  if (spoken.audioMs <= 0) return '';
  return byShare(spoken.text.trim(), heardMs / spoken.audioMs);
}

/** A word counts once half of it was heard. */
function byWords(spoken: Spoken, heardMs: number): string {
  const heard = spoken.words.filter((word) => (word.startMs + word.endMs) / 2 <= heardMs);
  if (spoken.text !== null && heard.length === spoken.words.length) return spoken.text.trim();
  return spoken.text === null
    ? heard.map((word) => word.text).join(' ')
    : (throughWords(spoken.text, heard) ?? heard.map((word) => word.text).join(' ')).trim();
}

/** The text up to the last word, with punctuation; null if the words do not match the text. */
function throughWords(text: string, words: readonly SpokenWord[]): string | null {
  let end = 0;
  for (const word of words) {
    const at = text.indexOf(word.text, end);
    if (at === -1) return null;
    end = at + word.text.length;
  }
  return text.slice(0, end);
}

function byRate(wording: string, heardMs: number): string {
  const text = wording.trim();
  return byShare(text, Math.min(1, heardMs / (text.length * LETTER_MS)));
}

function byShare(text: string, share: number): string {
  if (share >= 1) return text;
  const end = Math.floor(text.length * share);
  if (/\s/.test(text[end] ?? ' ')) return text.slice(0, end).trim();
  return text.slice(0, text.lastIndexOf(' ', end) + 1).trim();
}

/** The unheard rest of a text; empty if unknown. */
export function unheardText(text: string | null, heard: string): string {
  const whole = text?.trim() ?? '';
  return whole.startsWith(heard) ? whole.slice(heard.length).trim() : '';
}
