import type { SpeakableWord } from '../../../core/speakable/speakable-text.ts';
import type { SpokenWord } from '../engine.ts';
import { type SpeakingRate, spokenLength } from './speaking-rate.ts';

/** How far ahead a word that the voice tells of is looked for. */
const LOOK_AHEAD = 12;
/** Voices report `twenty-five` as one word or as two. */
const BETWEEN_PARTS = /[\s-]+/;

interface SpokenPart {
  /** Without signs and case. */
  folded: string;
  /** Of the written word that it belongs to. */
  index: number;
}

interface TimedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/**
 * Finds out when the words of a reply sound, in the writing of the text: from the words that the voice tells of, else
 * from how fast it speaks. Each word is told once, in order, with times that grow.
 */
export class WordTimes {
  readonly #rate: SpeakingRate;
  readonly #words: SpeakableWord[] = [];
  readonly #parts: SpokenPart[] = [];
  #part = 0;
  /** Of the next word that is to be told. */
  #told = 0;
  #toldMs = 0;
  #isTold = false;
  /** Where the word began that the voice is in the middle of. */
  #begunMs: number | null = null;

  constructor(rate: SpeakingRate) {
    this.#rate = rate;
  }

  /** More words that are going to be spoken. */
  add(words: readonly SpeakableWord[]): void {
    for (const word of words) {
      const index = this.#words.push(word) - 1;
      for (const part of word.spoken.split(BETWEEN_PARTS)) {
        const folded = fold(part);
        if (folded !== '') this.#parts.push({ folded, index });
      }
    }
  }

  /** What the voice says about its words. */
  heard(timed: readonly TimedWord[]): SpokenWord[] {
    const told: SpokenWord[] = [];
    for (const word of timed) {
      this.#isTold = true;
      for (const folded of word.text.split(BETWEEN_PARTS).map(fold)) {
        if (folded !== '') this.#match(folded, word, told);
      }
    }
    return told;
  }

  /** So much audio is there: the words that must be in it, where the voice tells of none. */
  reached(audioMs: number): SpokenWord[] {
    if (this.#isTold) return [];
    const told: SpokenWord[] = [];
    for (;;) {
      const word = this.#words[this.#told];
      if (word === undefined) return told;
      const endMs = this.#toldMs + spokenLength(word.spoken) * this.#rate.msPerLetter;
      if (endMs > audioMs) return told;
      told.push(this.#tell(word, this.#toldMs, endMs));
    }
  }

  /** All audio is there: what is not told yet lies between the last word that was and the end. */
  end(audioMs: number): SpokenWord[] {
    const rest = this.#words.slice(this.#told);
    if (!this.#isTold) {
      this.#rate.learn(sum(this.#words.map(({ spoken }) => spokenLength(spoken))), audioMs);
    }
    return this.#spread(rest, Math.max(audioMs, this.#toldMs));
  }

  #match(folded: string, { startMs, endMs }: TimedWord, told: SpokenWord[]): void {
    const ahead = this.#parts.slice(this.#part, this.#part + LOOK_AHEAD);
    const step = ahead.findIndex((part) => part.folded === folded);
    if (step === -1) return;
    this.#part += step + 1;
    const index = ahead[step]?.index ?? this.#told;
    if (index < this.#told) return;
    // What the voice swallowed, or says in other words, was before this one.
    told.push(...this.#spread(this.#words.slice(this.#told, index), Math.max(startMs, this.#toldMs)));
    const word = this.#words[index];
    if (this.#parts[this.#part]?.index === index) this.#begunMs ??= startMs;
    else if (word !== undefined) told.push(this.#tell(word, this.#begunMs ?? startMs, endMs));
  }

  #spread(words: readonly SpeakableWord[], untilMs: number): SpokenWord[] {
    const total = sum(words.map(({ spoken }) => spokenLength(spoken)));
    const roomMs = untilMs - this.#toldMs;
    return words.map((word) => {
      const share = total === 0 ? 0 : (roomMs * spokenLength(word.spoken)) / total;
      return this.#tell(word, this.#toldMs, this.#toldMs + share);
    });
  }

  #tell(word: SpeakableWord, startMs: number, endMs: number): SpokenWord {
    const start = Math.max(startMs, this.#toldMs);
    const end = Math.max(endMs, start);
    this.#told += 1;
    this.#toldMs = end;
    this.#begunMs = null;
    return { text: word.written, startMs: start, endMs: end };
  }
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
