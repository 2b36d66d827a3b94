import type { Clock } from '../../../core/clock.ts';

/** A live model starts its answer sooner. With the silence that ends a turn, callers have then heard nothing for four seconds. */
export const MUTE_AFTER_MS = 3_500;
/** For the first session of the only model: a slow one is better than none, and fillers cover the silence. */
export const MUTE_ALONE_AFTER_MS = 5_000;
/** A session may take so long to connect before its silence counts. */
export const CONNECT_MS = 5_000;
/** So much speech that our ears hear, and of which the model gives no sign: a cough is shorter. */
export const DEAF_AFTER_MS = 1_500;

export interface AnswerWatchDeps {
  clock: Clock;
  signal: AbortSignal;
  /** How long the model may wait, after the customer has fallen silent, before it takes their turn for over. */
  patienceMs: number;
  /** A slow model is better than none: no other can go on, and no session was mute before. */
  isPatient(): boolean;
  /** How long the session has been connecting; null: it is ready, or there is none. */
  connectingMs(): number | null;
  /** The model owes an answer, and nothing came. */
  mute(): void;
  /** It gives no sign of having heard the customer. That may be a noise to it: told once, until it hears something. */
  deaf(): void;
}

/** Whether a realtime model still does what it is there for: a session may be open, and dead all the same. */
export class AnswerWatch {
  readonly #deps: AnswerWatchDeps;
  /** Null: nothing is due. */
  #dueMs: number | null = null;
  #sleep: { untilMs: number; abort: AbortController } | null = null;
  #isSpeaking = false;
  #stoppedMs = 0;
  /** Since the last sign of an answer: what our ears heard, whether the model heard any of it, and how long it may still stay silent. */
  #spokenMs = 0;
  #isNoticed = false;
  #leftMs: number;
  #isExcused = false;

  constructor(deps: AnswerWatchDeps) {
    this.#deps = deps;
    this.#leftMs = this.#muteMs;
  }

  /** The session is connected: its time begins. */
  ready(): void {
    if (this.#dueMs !== null) this.#due(Math.max(this.#dueMs, this.#nowMs + this.#muteMs));
  }

  /** The model is asked to say something, or has told of something that goes on. */
  expect(): void {
    this.#forgetSpeech();
    this.#due(this.#nowMs + this.#muteMs);
  }

  /** Nothing is due: the answer is there, or is not wanted any more. */
  settled(): void {
    this.#forgetSpeech();
    this.#dueMs = null;
  }

  /** The model has heard something of the customer. */
  noticed(): void {
    this.#isNoticed = true;
    this.#isExcused = false;
    if (this.#isSpeaking) this.#dueMs = null;
    else if (this.#spokenMs > 0) this.#due(this.#stoppedMs + this.#deps.patienceMs + this.#leftMs);
  }

  /** What it heard of them was a noise to it: that is not to be answered. */
  dismissed(): void {
    this.#isNoticed = false;
    if (this.#isSpeaking || this.#spokenMs === 0) return;
    this.#forgetSpeech();
    this.#dueMs = null;
  }

  /** So much of the customer's sound has gone to the model. */
  heard(ms: number): void {
    if (this.#isSpeaking) this.#spokenMs += ms;
  }

  /** Our ears hear the customer: nobody answers while they speak. */
  speechStarted(): void {
    if (this.#spokenMs > 0) {
      const pauseMs = this.#nowMs - this.#stoppedMs;
      this.#leftMs = Math.max(0, this.#leftMs - Math.max(0, pauseMs - this.#deps.patienceMs));
      this.#dueMs = null;
    }
    this.#isSpeaking = true;
  }

  speechStopped(): void {
    this.#isSpeaking = false;
    this.#stoppedMs = this.#nowMs;
    const isOwed = this.#isNoticed || (this.#spokenMs >= DEAF_AFTER_MS && !this.#isExcused);
    if (isOwed && this.#spokenMs > 0) this.#due(this.#nowMs + this.#deps.patienceMs + this.#leftMs);
  }

  get #muteMs(): number {
    return this.#deps.isPatient() ? MUTE_ALONE_AFTER_MS : MUTE_AFTER_MS;
  }

  get #nowMs(): number {
    return this.#deps.clock.monotonicMs();
  }

  #forgetSpeech(): void {
    this.#spokenMs = 0;
    this.#isNoticed = false;
    this.#leftMs = this.#muteMs;
  }

  #due(atMs: number): void {
    this.#dueMs = atMs;
    if (this.#sleep !== null && this.#sleep.untilMs <= atMs) return;
    this.#sleep?.abort.abort();
    this.#wait(atMs);
  }

  #wait(untilMs: number): void {
    const { clock, signal } = this.#deps;
    if (signal.aborted) return;
    const sleep = { untilMs, abort: new AbortController() };
    this.#sleep = sleep;
    const either = AbortSignal.any([signal, sleep.abort.signal]);
    clock.sleep(untilMs - this.#nowMs, either).then(
      () => this.#woke(sleep),
      () => undefined,
    );
  }

  #woke(sleep: object): void {
    if (this.#sleep !== sleep) return;
    this.#sleep = null;
    const dueMs = this.#dueMs;
    if (dueMs === null) return;
    if (dueMs > this.#nowMs) {
      this.#wait(dueMs);
      return;
    }
    const connectingMs = this.#deps.connectingMs();
    if (connectingMs !== null && connectingMs < CONNECT_MS) {
      this.#due(this.#nowMs + CONNECT_MS - connectingMs);
      return;
    }
    if (this.#isSpeaking && this.#spokenMs > 0) {
      // The customer has the floor: it is due when they are done.
      this.#isNoticed = true;
      this.#dueMs = null;
      return;
    }
    const isDeaf = this.#spokenMs > 0 && !this.#isNoticed;
    this.settled();
    if (!isDeaf) this.#deps.mute();
    else {
      this.#isExcused = true;
      this.#deps.deaf();
    }
  }
}
