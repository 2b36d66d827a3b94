import { type SegmentLimits, speechBoundary } from './speech-boundary.ts';

/** The first segment is short: it determines the response latency. */
const FIRST: SegmentLimits = { clauseFrom: 12, longest: 100 };
const LATER: SegmentLimits = { clauseFrom: 140, longest: 260 };

/**
 * Splits streamed text into segments for TTS: sentences, lines, and clauses if a sentence is long or the first.
 * Segments joined give the text except for whitespace.
 */
export class SpeechSplitter {
  readonly #language: string;
  #rest = '';
  #isFirst = true;

  /** @param language ISO 639-1; selects the abbreviations */
  constructor(language: string) {
    this.#language = language;
  }

  /** Returns the segments completed by `text`. */
  push(text: string): string[] {
    this.#rest += text;
    const segments: string[] = [];
    for (;;) {
      if (segments.length === 0) this.#rest = this.#rest.trimStart();
      const end = speechBoundary(this.#rest, this.#language, this.#isFirst ? FIRST : LATER);
      if (end === null) return segments;
      this.#take(end, segments);
    }
  }

  /** Returns the rest: the text has ended or must not wait. */
  flush(): string[] {
    const segments: string[] = [];
    this.#take(this.#rest.length, segments);
    return segments;
  }

  #take(end: number, segments: string[]): void {
    const segment = this.#rest.slice(0, end).trim();
    this.#rest = this.#rest.slice(end).trimStart();
    if (segment === '') return;
    this.#isFirst = false;
    segments.push(segment);
  }
}
