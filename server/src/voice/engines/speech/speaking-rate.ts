/** Speech of nobody we heard yet: about 170 words a minute. */
const MS_PER_LETTER = 68;
const CLAUSE_STOP_LETTERS = 3;
const SENTENCE_STOP_LETTERS = 6;
/** Nobody speaks four times faster or slower than that. */
const FACTOR_BOUND = 4;

/** How long a word takes, in letters: what ends a clause or a sentence is followed by a stop. */
export function spokenLength(spoken: string): number {
  if (spoken === '') return 0;
  const letters = spoken.length + 1;
  if (/[.!?…؟。！？]["')»”’\]]*$/u.test(spoken)) return letters + SENTENCE_STOP_LETTERS;
  return /[,;:،؛、]["')»”’\]]*$/u.test(spoken) ? letters + CLAUSE_STOP_LETTERS : letters;
}

/** How fast a voice speaks, learned from what it has spoken; for voices that do not tell when their words sound. */
export class SpeakingRate {
  #msPerLetter: number;
  #letters = 0;

  /** @param speed 1 is the voice's own. */
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
