import type { SpeechChange } from '../turns/speech-segments.ts';

/**
 * A longer silence separates utterances: a sound before it, such as a cough, is not the start of the next transcript.
 */
const SAME_SENTENCE_MS = 2000;
/** Maximum transcript latency. If the last sound is older, it was noise, and the transcript belongs to undetected speech. */
const LATEST_WORDS_MS = 5000;

interface SpeechSpan {
  sinceMs: number;
  /** Null while the speech lasts. */
  untilMs: number | null;
}

/** Finds the start of the speech that a transcript belongs to, in call time. */
export class SpeechStarts {
  #spans: SpeechSpan[] = [];

  update(change: SpeechChange): void {
    const last = this.#spans.at(-1);
    if (change.type === 'speech-stopped') {
      if (last !== undefined) last.untilMs = change.atMs;
      return;
    }
    const isNew = last === undefined || change.atMs - (last.untilMs ?? change.atMs) > SAME_SENTENCE_MS;
    this.#spans = [...(isNew ? [] : this.#spans), { sinceMs: change.atMs, untilMs: null }];
  }

  /** The last stretch of speech without a transcript, or null. */
  get latest(): Readonly<SpeechSpan> | null {
    return this.#spans.at(-1) ?? null;
  }

  /** Forgets pending speech, because typed text replaced it. */
  forget(): void {
    this.#spans = [];
  }

  /** Finds the start of the speech of a transcript that arrived now. @returns `nowMs` if no speech was detected */
  understood(nowMs: number): number {
    const [first] = this.#spans;
    const untilMs = this.#spans.at(-1)?.untilMs ?? nowMs;
    // Ongoing speech up to now belongs to this transcript.
    this.#spans = this.#spans.some((span) => span.untilMs === null)
      ? [{ sinceMs: nowMs, untilMs: null }]
      : [];
    if (first === undefined || nowMs - untilMs > LATEST_WORDS_MS) return nowMs;
    return Math.min(first.sinceMs, nowMs);
  }
}
