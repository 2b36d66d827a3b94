import type { SpeakableWord } from '../../../core/speakable/speakable-text.ts';
import type { SpokenWord } from '../engine.ts';
import { type SpeakingRate, spokenLength } from './speaking-rate.ts';

/** Number of following words among which a reported word is searched for. */
const LOOK_AHEAD = 12;
/** Providers report `twenty-five` as one word or two. */
const BETWEEN_PARTS = /[\s-]+/;

interface SpokenPart {
  /** Lowercase, without punctuation. */
  folded: string;
  /** Index of the written word it belongs to. */
  index: number;
}

interface TimedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/**
 * Determines word timings of a reply in the spelling of the text: from timings of the provider, otherwise from the
 * speaking rate. Each word is returned once, in order, with increasing times.
 */
export class WordTimes {
  readonly #rate: SpeakingRate;
  readonly #words: SpeakableWord[] = [];
  readonly #parts: SpokenPart[] = [];
  #part = 0;
  /** Index of the next word to return. */
  #next = 0;
  #doneMs = 0;
  #hasTimings = false;
  /** Start of a word whose parts have not all been reported. */
  #begunMs: number | null = null;

  constructor(rate: SpeakingRate) {
    this.#rate = rate;
  }

  add(words: readonly SpeakableWord[]): void {
    for (const word of words) {
      const index = this.#words.push(word) - 1;
      for (const part of word.spoken.split(BETWEEN_PARTS)) {
        const folded = fold(part);
        if (folded !== '') this.#parts.push({ folded, index });
      }
    }
  }

  /** Aligns timings reported by the provider. */
  align(timed: readonly TimedWord[]): SpokenWord[] {
    const done: SpokenWord[] = [];
    for (const word of timed) {
      this.#hasTimings = true;
      for (const folded of word.text.split(BETWEEN_PARTS).map(fold)) {
        if (folded !== '') this.#match(folded, word, done);
      }
    }
    return done;
  }

  /** Words that must lie within the first `audioMs`, if the provider reports no timings. */
  reached(audioMs: number): SpokenWord[] {
    if (this.#hasTimings) return [];
    const done: SpokenWord[] = [];
    for (;;) {
      const word = this.#words[this.#next];
      if (word === undefined) return done;
      const endMs = this.#doneMs + spokenLength(word.spoken) * this.#rate.msPerLetter;
      if (endMs > audioMs) return done;
      done.push(this.#timed(word, this.#doneMs, endMs));
    }
  }

  /** All audio is known: spreads the remaining words over the rest. */
  end(audioMs: number): SpokenWord[] {
    const rest = this.#words.slice(this.#next);
    if (!this.#hasTimings) {
      this.#rate.learn(sum(this.#words.map(({ spoken }) => spokenLength(spoken))), audioMs);
    }
    return this.#spread(rest, Math.max(audioMs, this.#doneMs));
  }

  #match(folded: string, { startMs, endMs }: TimedWord, done: SpokenWord[]): void {
    const ahead = this.#parts.slice(this.#part, this.#part + LOOK_AHEAD);
    const step = ahead.findIndex((part) => part.folded === folded);
    if (step === -1) return;
    this.#part += step + 1;
    const index = ahead[step]?.index ?? this.#next;
    if (index < this.#next) return;
    // Skipped or rephrased words came before this one.
    done.push(...this.#spread(this.#words.slice(this.#next, index), Math.max(startMs, this.#doneMs)));
    const word = this.#words[index];
    if (this.#parts[this.#part]?.index === index) this.#begunMs ??= startMs;
    else if (word !== undefined) done.push(this.#timed(word, this.#begunMs ?? startMs, endMs));
  }

  #spread(words: readonly SpeakableWord[], untilMs: number): SpokenWord[] {
    const total = sum(words.map(({ spoken }) => spokenLength(spoken)));
    const availableMs = untilMs - this.#doneMs;
    return words.map((word) => {
      const share = total === 0 ? 0 : (availableMs * spokenLength(word.spoken)) / total;
      return this.#timed(word, this.#doneMs, this.#doneMs + share);
    });
  }

  #timed(word: SpeakableWord, startMs: number, endMs: number): SpokenWord {
    const start = Math.max(startMs, this.#doneMs);
    const end = Math.max(endMs, start);
    this.#next += 1;
    this.#doneMs = end;
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
