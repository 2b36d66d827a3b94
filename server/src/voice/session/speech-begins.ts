import type { SpeechChange } from '../turns/speech-segments.ts';

/** A longer silence parts sentences: sound before it, a cough for example, is not the begin of what is understood after it. */
const SAME_SENTENCE_MS = 2000;
/** No transcriber takes longer: what has ended before was a noise, and words of now are of something that was not heard. */
const LATEST_WORDS_MS = 5000;

interface Stretch {
  sinceMs: number;
  /** Null while it goes on. */
  untilMs: number | null;
}

/** When the customer began to say what is understood only later; times of the call. */
export class SpeechBegins {
  /** What was heard and not understood yet, oldest first. */
  #stretches: Stretch[] = [];

  heard(change: SpeechChange): void {
    const last = this.#stretches.at(-1);
    if (change.type === 'stopped') {
      if (last !== undefined) last.untilMs = change.atMs;
      return;
    }
    const isNew = last === undefined || change.atMs - (last.untilMs ?? change.atMs) > SAME_SENTENCE_MS;
    this.#stretches = [...(isNew ? [] : this.#stretches), { sinceMs: change.atMs, untilMs: null }];
  }

  /** The last sound of which no words came yet; null: they came, or there was none. */
  get latest(): Readonly<Stretch> | null {
    return this.#stretches.at(-1) ?? null;
  }

  /** What was heard is of no account: words are typed in its place. */
  forget(): void {
    this.#stretches = [];
  }

  /** Words were understood now. @returns when their sound began; now, where none was heard */
  understood(nowMs: number): number {
    const [first] = this.#stretches;
    const untilMs = this.#stretches.at(-1)?.untilMs ?? nowMs;
    // Who goes on speaking has said these words until now.
    this.#stretches = this.#stretches.some((stretch) => stretch.untilMs === null)
      ? [{ sinceMs: nowMs, untilMs: null }]
      : [];
    if (first === undefined || nowMs - untilMs > LATEST_WORDS_MS) return nowMs;
    return Math.min(first.sinceMs, nowMs);
  }
}
