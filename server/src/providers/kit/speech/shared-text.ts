import type { SpeechWord } from '../../interfaces/tts-provider.ts';
import { hasWords, wordsOf } from './spoken-text.ts';

/** How far ahead a spoken word is searched in the text: vendors may skip or rewrite words. */
const LOOK_AHEAD_WORDS = 12;

/** Buffered text that a second reader can read from the start or from the first unspoken word. */
export class SharedText implements AsyncIterable<string> {
  readonly #source: AsyncIterator<string>;
  readonly #steps: Promise<IteratorResult<string>>[] = [];
  readonly #known: string[] = [];
  readonly #read: () => void;
  #isComplete = false;
  #hasFailed = false;

  /** @param read called with each segment and at the end of the text */
  constructor(source: AsyncIterable<string>, read: () => void) {
    this.#source = source[Symbol.asyncIterator]();
    this.#read = read;
  }

  /** The whole text has arrived. */
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

  /** Number of known words that are still unspoken. */
  unspokenWords(spoken: readonly SpeechWord[]): number {
    return wordsOf(this.#knownAfter(spoken).join(' ')).length;
  }

  /** The text after the spoken words. */
  async *after(spoken: readonly SpeechWord[]): AsyncGenerator<string> {
    let index = this.#known.length;
    yield* this.#knownAfter(spoken);
    for (; ; index += 1) {
      const step = await this.#step(index);
      if (step.done === true) return;
      yield step.value;
    }
  }

  /** Stops reading the source. */
  leave(): void {
    void this.#source.return?.()?.catch(() => undefined);
  }

  #knownAfter(spoken: readonly SpeechWord[]): string[] {
    const words = this.#known.flatMap((segment, index) => wordsOf(segment).map((text) => ({ text, index })));
    let at = 0;
    for (const { text } of spoken) {
      for (const part of wordsOf(text)) {
        const ahead = words.slice(at, at + LOOK_AHEAD_WORDS);
        at += ahead.findIndex((word) => word.text === part) + 1;
      }
    }
    const left = words.slice(at);
    const segments = this.#known.map((_, index) =>
      left.flatMap((word) => (word.index === index ? [word.text] : [])).join(' '),
    );
    return segments.filter(hasWords);
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
