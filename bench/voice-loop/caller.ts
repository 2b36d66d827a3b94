import { FRAME_SAMPLES, PlainLeg } from '../voice/plain-leg.ts';

/** Pause between an answer and the next question. */
const PAUSE_MS = 700;
/** Part of an answer that is played before the interruption. */
const HEARD_MS = 1000;

export interface Figures {
  /** From the last voiced sample of the question to the first voiced frame of the answer. */
  voiceToVoiceMs: number[];
  /** From the first sample of an interruption to the last voiced frame of the answer. */
  stopMs: number[];
  missed: number;
}

/** A leg whose caller asks, listens, and interrupts every second answer. */
export class Caller extends PlainLeg {
  readonly #question: Int16Array;
  readonly #figures: Figures;
  #phase: 'greeted' | 'asking' | 'waiting' | 'hearing' | 'interrupting' = 'greeted';
  #sinceMs = performance.now();
  #spoken = 0;
  #lastVoiceMs = 0;
  #heardMs = 0;
  #turns = 0;

  constructor(question: Int16Array, figures: Figures) {
    super();
    this.#question = question;
    this.#figures = figures;
  }

  /** One frame from the caller. */
  tick(nowMs: number): void {
    const speaks = this.#phase === 'asking' || this.#phase === 'interrupting';
    const frame = new Int16Array(FRAME_SAMPLES);
    if (speaks) {
      frame.set(this.#question.subarray(this.#spoken, this.#spoken + FRAME_SAMPLES));
      this.#spoken += FRAME_SAMPLES;
    }
    this.says(frame);
    this.#next(nowMs);
  }

  send(frame: Int16Array): boolean {
    const isVoiced = (frame[0] ?? 0) !== 0 || (frame[80] ?? 0) !== 0;
    if (isVoiced) this.#hear(performance.now());
    return true;
  }

  #hear(nowMs: number): void {
    if (this.#phase === 'waiting') {
      this.#figures.voiceToVoiceMs.push(nowMs - this.#sinceMs);
      this.#enter('hearing', nowMs);
    }
    this.#lastVoiceMs = nowMs;
    this.#heardMs += 20;
  }

  leave(): void {
    this.end({ kind: 'remote-hang-up' });
  }

  #next(nowMs: number): void {
    const passedMs = nowMs - this.#sinceMs;
    const quietMs = nowMs - this.#lastVoiceMs;
    if (this.#phase === 'greeted' && this.#heardMs > 0 && quietMs > PAUSE_MS) this.#ask(nowMs, 'asking');
    else if (this.#phase === 'hearing' && this.#turns % 2 === 0 && passedMs > HEARD_MS)
      this.#ask(nowMs, 'interrupting');
    else if (this.#phase === 'hearing' && quietMs > PAUSE_MS) this.#ask(nowMs, 'asking');
    else if (this.#spoken >= this.#question.length && this.#phase === 'asking') this.#enter('waiting', nowMs);
    else if (this.#spoken >= this.#question.length && this.#phase === 'interrupting') this.#stopped(nowMs);
    else if (this.#phase === 'waiting' && passedMs > 5000) {
      this.#figures.missed += 1;
      this.#ask(nowMs, 'asking');
    }
  }

  #ask(nowMs: number, phase: 'asking' | 'interrupting'): void {
    this.#spoken = 0;
    this.#turns += 1;
    this.#enter(phase, nowMs);
  }

  #stopped(nowMs: number): void {
    const stopMs = this.#lastVoiceMs - this.#sinceMs;
    if (stopMs > 1000) this.#figures.missed += 1;
    else this.#figures.stopMs.push(Math.max(0, stopMs));
    this.#enter('waiting', nowMs);
  }

  #enter(phase: 'asking' | 'interrupting' | 'waiting' | 'hearing', nowMs: number): void {
    this.#phase = phase;
    this.#sinceMs = nowMs;
  }
}
