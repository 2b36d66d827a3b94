import { type PieceLimits, speechBoundary } from './speech-boundary.ts';

/** The first piece goes out early: it decides how long the customer waits. */
const FIRST: PieceLimits = { clauseFrom: 12, longest: 100 };
const LATER: PieceLimits = { clauseFrom: 140, longest: 260 };

/**
 * Cuts an answer, as it is written, into pieces that can be spoken one after the other: sentences, lines, and clauses
 * where a sentence is long or the first. Pieces put together are the text, but for blanks between them.
 */
export class SpeechSplitter {
  readonly #language: string;
  #rest = '';
  #isFirst = true;

  /** @param language ISO 639-1; decides what is an abbreviation. */
  constructor(language: string) {
    this.#language = language;
  }

  /** The pieces that are complete now. */
  push(text: string): string[] {
    this.#rest += text;
    const pieces: string[] = [];
    for (;;) {
      if (pieces.length === 0) this.#rest = this.#rest.trimStart();
      const end = speechBoundary(this.#rest, this.#language, this.#isFirst ? FIRST : LATER);
      if (end === null) return pieces;
      this.#take(end, pieces);
    }
  }

  /** What is left: the text is over, or is not to wait for its end. */
  flush(): string[] {
    const pieces: string[] = [];
    this.#take(this.#rest.length, pieces);
    return pieces;
  }

  #take(end: number, pieces: string[]): void {
    const piece = this.#rest.slice(0, end).trim();
    this.#rest = this.#rest.slice(end).trimStart();
    if (piece === '') return;
    this.#isFirst = false;
    pieces.push(piece);
  }
}
