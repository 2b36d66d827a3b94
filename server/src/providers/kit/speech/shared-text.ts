import type { SpeechWord } from '../../interfaces/streaming-synthesizer.ts';
import { hasWords, wordsOf } from './spoken-text.ts';

/** How far ahead a spoken word is looked for in the text: vendors may skip words or say them differently. */
const LOOK_AHEAD_WORDS = 12;

/** Text that a second reader can read from its beginning, or from the first unspoken word; it is buffered. */
export class SharedText implements AsyncIterable<string> {
  readonly #source: AsyncIterator<string>;
  readonly #steps: Promise<IteratorResult<string>>[] = [];
  readonly #known: string[] = [];
  readonly #read: () => void;
  #isComplete = false;
  #hasFailed = false;

  /** @param read called with each piece, and with the end of the text */
  constructor(source: AsyncIterable<string>, read: () => void) {
    this.#source = source[Symbol.asyncIterator]();
    this.#read = read;
  }

  /** All of it is known. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (let index = 0; ; index += 1) {
      const step = await this.#step(index);
      if (step.done === true) return;
      yield step.value;
    }
  }

  /** Number of known words that were not spoken. */
  wordsAfter(spoken: readonly SpeechWord[]): number {
    return wordsOf(this.#knownAfter(spoken).join(' ')).length;
  }

  /** What follows the words that were spoken. */
  async *after(spoken: readonly SpeechWord[]): AsyncGenerator<string> {
    let index = this.#known.length;
    yield* this.#knownAfter(spoken);
    for (; ; index += 1) {
      const step = await this.#step(index);
      if (step.done === true) return;
      yield step.value;
    }
  }

  /** Nobody reads any more. */
  leave(): void {
    void this.#source.return?.()?.catch(() => undefined);
  }

  #knownAfter(spoken: readonly SpeechWord[]): string[] {
    const words = this.#known.flatMap((piece, index) => wordsOf(piece).map((text) => ({ text, index })));
    let at = 0;
    for (const { text } of spoken) {
      for (const part of wordsOf(text)) {
        const ahead = words.slice(at, at + LOOK_AHEAD_WORDS);
        at += ahead.findIndex((word) => word.text === part) + 1;
      }
    }
    const left = words.slice(at);
    const pieces = this.#known.map((_, index) =>
      left.flatMap((word) => (word.index === index ? [word.text] : [])).join(' '),
    );
    return pieces.filter(hasWords);
  }

  #step(index: number): Promise<IteratorResult<string>> {
    const known = this.#steps[index];
    if (known !== undefined) return known;
    const step = this.#source.next();
    step.then(
      ({ done, value }) => {
        if (done === true) this.#isComplete = true;
        else this.#known.push(value);
        this.#read();
      },
      () => {
        this.#hasFailed = true;
      },
    );
    this.#steps.push(step);
    return step;
  }
}
