/** Initial estimate: about 170 words per minute. */
const MS_PER_LETTER = 68;
const CLAUSE_STOP_LETTERS = 3;
const SENTENCE_STOP_LETTERS = 6;
/** Measurements off by more than this factor are ignored. */
const FACTOR_BOUND = 4;

/** Spoken length of a word in letters, including the pause after punctuation. */
export function spokenLength(spoken: string): number {
  if (spoken === '') return 0;
  const letters = spoken.length + 1;
  if (/[.!?…؟。！？]["')»”’\]]*$/u.test(spoken)) return letters + SENTENCE_STOP_LETTERS;
  return /[,;:،؛、]["')»”’\]]*$/u.test(spoken) ? letters + CLAUSE_STOP_LETTERS : letters;
}

/** Speaking rate of a voice, learned from its output; for providers without word timings. */
export class SpeakingRate {
  #msPerLetter: number;
  #letters = 0;

  /** @param speed 1 is the default speed of the voice */
  constructor(speed: number) {
    this.#msPerLetter = MS_PER_LETTER / speed;
  }

  get msPerLetter(): number {
    return this.#msPerLetter;
  }

  learn(letters: number, audioMs: number): void {
    if (letters === 0 || audioMs <= 0) return;
    const heard = audioMs / letters;
    if (heard > MS_PER_LETTER * FACTOR_BOUND || heard < MS_PER_LETTER / FACTOR_BOUND) return;
    this.#msPerLetter = (this.#msPerLetter * this.#letters + heard * letters) / (this.#letters + letters);
    this.#letters = Math.min(this.#letters + letters, 1_000);
  }
}
