import { mixInto } from '../../../server/src/voice/audio/mixing.ts';
import { FRAME_SAMPLES, PlainLeg } from '../../voice/plain-leg.ts';
import type { KnowingEngine } from './knowing-engine.ts';
import type { Utterance } from './speakers.ts';

const FRAME_MS = 20;
/** Silence after which a greeting has ended. */
const GREETED_MS = 500;
/** Delay of a streaming transcriber after each word, and of the final transcript after the last. */
const WORD_AFTER_MS = 300;
const FINAL_AFTER_MS = 500;

export interface CallerPlan {
  /** Background sound from `backgroundFromMs` on, repeated. */
  background: Int16Array | null;
  backgroundFromMs?: number;
  /** Utterances after the greeting, with silence in between; null for silence. */
  question: readonly Piece[] | null;
  /** Interruption of the answer, with its delay after the answer's start. */
  over: { utterance: Utterance; afterMs: number } | null;
  /** False if the transcriber returns no text for the interruption. */
  isUnderstood?: boolean;
}

export interface Piece {
  utterance: Utterance;
  /** Silence before it. */
  pauseMs: number;
  /** The transcript. */
  transcript?: string;
}

interface Saying {
  utterance: Utterance;
  startMs: number;
  /** Time of its end, once known. */
  endMs: number;
  words: { text: string; dueMs: number; isFinal: boolean }[];
}

/** A caller who asks, listens, and may interrupt. Records when they spoke and what they heard. */
export class SimulatedCaller extends PlainLeg {
  readonly #plan: CallerPlan;
  #pieces: Piece[];
  #saying: Saying | null = null;
  #words: Saying['words'] = [];
  #lastHeardMs: number | null = null;
  #isOver = false;
  /** The transcriber for this caller. */
  engine: KnowingEngine | null = null;
  /** Start and end of each utterance of the question. */
  readonly asked: { fromMs: number; toMs: number }[] = [];
  /** Every frame with the assistant's speech. */
  readonly heardMs: number[] = [];
  /** First audio of the answer after the question, or of the greeting without a question. */
  answeredMs: number | null = null;
  /** Start and end of the interruption. */
  over: { fromMs: number; toMs: number } | null = null;

  constructor(plan: CallerPlan) {
    super();
    this.#plan = plan;
    this.#pieces = [...(plan.question ?? [])];
  }

  /** The next 20 ms from the caller. */
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

  /** True while the answer is playing. */
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
