import { mixInto } from '../../../server/src/voice/audio/mixing.ts';
import { FRAME_SAMPLES, PlainLeg } from '../../voice/plain-leg.ts';
import type { KnowingEngine } from './knowing-engine.ts';
import type { Utterance } from './speakers.ts';

const FRAME_MS = 20;
/** A greeting is over when nothing was heard for so long. */
const GREETED_MS = 500;
/** So long after a word a transcriber that streams tells it, and all of it after the last. */
const WORD_AFTER_MS = 300;
const FINAL_AFTER_MS = 500;

export interface CallerPlan {
  /** Heard behind the caller from `backgroundFromMs` on; repeats. */
  background: Int16Array | null;
  backgroundFromMs?: number;
  /** Said when the greeting is over; null: nothing is. Pieces with silence between them. */
  question: readonly Piece[] | null;
  /** Said over the answer, so long after it began. */
  over: { utterance: Utterance; afterMs: number } | null;
  /** False: the transcriber understands nothing that is said over the answer. */
  isUnderstood?: boolean;
}

export interface Piece {
  utterance: Utterance;
  /** Silence before it. */
  pauseMs: number;
  /** As the transcriber writes it. */
  transcript?: string;
}

interface Saying {
  utterance: Utterance;
  startMs: number;
  /** Of its end, once it is known. */
  endMs: number;
  words: { text: string; dueMs: number; isFinal: boolean }[];
}

/** A person who asks, listens, and may speak over the answer; knows when they spoke and what they heard. */
export class SimulatedCaller extends PlainLeg {
  readonly #plan: CallerPlan;
  #pieces: Piece[];
  #saying: Saying | null = null;
  #words: Saying['words'] = [];
  #lastHeardMs: number | null = null;
  #isOver = false;
  /** What understands them. */
  engine: KnowingEngine | null = null;
  /** Where pieces of the question began and ended. */
  readonly asked: { fromMs: number; toMs: number }[] = [];
  /** Every frame in which the assistant was heard. */
  readonly heardMs: number[] = [];
  /** First sound of the answer after the question (of the greeting where there is none). */
  answeredMs: number | null = null;
  /** What was said over it. */
  over: { fromMs: number; toMs: number } | null = null;

  constructor(plan: CallerPlan) {
    super();
    this.#plan = plan;
    this.#pieces = [...(plan.question ?? [])];
  }

  /** 20 ms on their way to us. */
  tick(): void {
    const nowMs = this.positionMs;
    this.#begin(nowMs);
    const frame = new Int16Array(FRAME_SAMPLES);
    this.#speak(frame, nowMs);
    this.#addBackground(frame, nowMs);
    this.#tellWords(nowMs);
    this.says(frame);
  }

  send(frame: Int16Array): boolean {
    if (!frame.some((sample) => Math.abs(sample) > 2)) return true;
    const nowMs = this.positionMs;
    this.#lastHeardMs = nowMs;
    this.heardMs.push(nowMs);
    if (this.#isWaiting(nowMs)) this.answeredMs ??= nowMs;
    return true;
  }

  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.end({ kind: 'remote-hang-up' });
  }

  /** Whether what is heard now is the answer. */
  #isWaiting(nowMs: number): boolean {
    if (this.#plan.question === null) return true;
    const begun = this.asked.length > 0;
    return begun && nowMs >= (this.asked[0]?.fromMs ?? 0) + FRAME_MS;
  }

  #begin(nowMs: number): void {
    if (this.#saying !== null) return;
    const [next] = this.#pieces;
    if (next !== undefined && this.#isDue(next, nowMs)) {
      this.#pieces.shift();
      this.#say(next.utterance, nowMs, next.transcript);
      this.asked.push({ fromMs: nowMs, toMs: nowMs + next.utterance.samples.length / 8 });
    }
    const { over, isUnderstood = true } = this.#plan;
    const isTime = over !== null && this.answeredMs !== null && nowMs >= this.answeredMs + over.afterMs;
    if (isTime && this.over === null && this.#pieces.length === 0) {
      this.#say(over.utterance, nowMs, isUnderstood ? undefined : '');
      this.over = { fromMs: nowMs, toMs: nowMs + over.utterance.samples.length / 8 };
    }
  }

  #isDue({ pauseMs }: Piece, nowMs: number): boolean {
    const before = this.asked.at(-1);
    if (before !== undefined) return nowMs >= before.toMs + pauseMs - FRAME_MS / 2;
    return this.#lastHeardMs !== null && nowMs - this.#lastHeardMs >= GREETED_MS;
  }

  #say(utterance: Utterance, startMs: number, transcript = utterance.text): void {
    const lengthMs = utterance.samples.length / 8;
    const words = transcript.split(' ').filter((word) => word !== '');
    const told = words.map((_, index) => ({
      text: words.slice(0, index + 1).join(' '),
      dueMs: startMs + (lengthMs * (index + 1)) / words.length + WORD_AFTER_MS,
      isFinal: false,
    }));
    const final = { text: transcript, dueMs: startMs + lengthMs + FINAL_AFTER_MS, isFinal: true };
    if (transcript !== '') this.#words.push(...told, final);
    this.#saying = { utterance, startMs, endMs: startMs + lengthMs, words: told };
  }

  #speak(frame: Int16Array, nowMs: number): void {
    const saying = this.#saying;
    if (saying === null) return;
    const from = (nowMs - saying.startMs) * 8;
    frame.set(saying.utterance.samples.subarray(from, from + FRAME_SAMPLES));
    if (nowMs + FRAME_MS >= saying.endMs) this.#saying = null;
  }

  #addBackground(frame: Int16Array, nowMs: number): void {
    const { background, backgroundFromMs = 0 } = this.#plan;
    if (background === null || nowMs < backgroundFromMs) return;
    const from = (nowMs * 8) % (background.length - FRAME_SAMPLES);
    mixInto(frame, background.subarray(from, from + FRAME_SAMPLES));
  }

  #tellWords(nowMs: number): void {
    while ((this.#words[0]?.dueMs ?? Number.POSITIVE_INFINITY) <= nowMs) {
      const word = this.#words.shift();
      if (word !== undefined) this.engine?.understood(word.text, word.isFinal);
    }
  }
}
