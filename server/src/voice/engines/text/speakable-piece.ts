import { plainText } from './plain-line.ts';
import { speakableWord } from './speakable-word.ts';

/** A word as it stands in the text, and as it is given to the synthesizer; empty where nothing is spoken. */
export interface SpeakableWord {
  written: string;
  spoken: string;
}

/** A piece of an answer for the ear, without Markdown, addresses spelled. */
export function speakablePiece(piece: string, language: string): SpeakableWord[] {
  const words = plainText(piece).split(' ');
  return words
    .filter((word) => word !== '')
    .map((written) => ({ written, spoken: speakableWord(written, language) }));
}

/** What the synthesizer gets; empty when there is no word in it. */
export function spokenText(words: readonly SpeakableWord[]): string {
  const text = words
    .map(({ spoken }) => spoken)
    .filter((spoken) => spoken !== '')
    .join(' ');
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}
