import type { Clock } from '../../../core/clock.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';

/** Healthy models respond sooner. With the endpointing silence, callers have then waited about four seconds. */
export const RESPONSE_TIMEOUT_MS = 3_500;
/** For the first session of the only model: a slow model is better than none, and fillers cover the silence. */
export const RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS = 5_000;
/** Connection time allowed before silence counts. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** Speech detected by our VAD without any reaction of the model; longer than a cough. */
export const UNNOTICED_SPEECH_MS = 1_500;

export interface ResponseWatchdogDeps {
  clock: Clock;
  signal: AbortSignal;
  /** Maximum endpointing delay of the model after the customer stops speaking. */
  endpointingMs: number;
  /** Use the longer timeout: there is no fallback and no earlier session was unresponsive. */
  hasLongTimeout(): boolean;
  /** Time since the session started connecting; null if it is ready, or if no session is open. */
  connectingMs(): number | null;
  timedOut(): void;
  /** The model did not notice the customer's speech, which may be noise. Called at most once until it notices something. */
  speechUnnoticed(): void;
}

/** Watchdog for a realtime model: a session can be open and yet unresponsive. */
export class ResponseWatchdog {
  readonly #deps: ResponseWatchdogDeps;
  /** Deadline of the response; null if no response is due. */
  #dueMs: number | null = null;
  #sleep: { untilMs: number; abort: AbortController } | null = null;
  #isSpeaking = false;
  #stoppedMs = 0;
  /**
   * Since the last sign of a response: duration of speech by our VAD, whether the model noticed it, and the remaining
   * timeout.
   */
  #spokenMs = 0;
  #isNoticed = false;
  #leftMs: number;
  #isReported = false;

  constructor(deps: ResponseWatchdogDeps) {
    this.#deps = deps;
    this.#leftMs = this.#timeoutMs;
  }

  receive({ type }: Pick<RealtimeEvent, 'type'>): void {
    if (type === 'reply-started' || type === 'audio' || type === 'text-delta') this.expect();
    else if (type === 'reply-ended' || type === 'tool-call' || type === 'failed') this.settled();
    else if (type === 'ready') this.ready();
    else if (type === 'customer-speech-started') this.noticed();
    else if (type === 'customer-wordless') this.dismissed();
  }

  /** The session is connected: restart the timeout. */
  ready(): void {
    if (this.#dueMs !== null) this.#due(Math.max(this.#dueMs, this.#nowMs + this.#timeoutMs));
  }

  /** A response was requested or is in progress. */
  expect(): void {
    this.#forgetSpeech();
    this.#due(this.#nowMs + this.#timeoutMs);
  }

  /** No response is due any more. */
  settled(): void {
    this.#forgetSpeech();
    this.#dueMs = null;
  }

  noticed(): void {
    this.#isNoticed = true;
    this.#isReported = false;
    if (this.#isSpeaking) this.#dueMs = null;
    else if (this.#spokenMs > 0) this.#due(this.#stoppedMs + this.#deps.endpointingMs + this.#leftMs);
  }

  /** The model classified what it noticed as noise. */
  dismissed(): void {
    this.#isNoticed = false;
    if (this.#isSpeaking || this.#spokenMs === 0) return;
    this.#forgetSpeech();
    this.#dueMs = null;
  }

  /** `ms` of customer audio were sent to the model. */
  audioSent(ms: number): void {
    if (this.#isSpeaking) this.#spokenMs += ms;
  }

  /** Our VAD detected speech: no response is expected until it ends. */
  speechStarted(): void {
    if (this.#spokenMs > 0) {
      const pauseMs = this.#nowMs - this.#stoppedMs;
      this.#leftMs = Math.max(0, this.#leftMs - Math.max(0, pauseMs - this.#deps.endpointingMs));
      this.#dueMs = null;
    }
    this.#isSpeaking = true;
  }

  speechStopped(): void {
    this.#isSpeaking = false;
    this.#stoppedMs = this.#nowMs;
    const isDue = this.#isNoticed || (this.#spokenMs >= UNNOTICED_SPEECH_MS && !this.#isReported);
    if (isDue && this.#spokenMs > 0) this.#due(this.#nowMs + this.#deps.endpointingMs + this.#leftMs);
  }

  get #timeoutMs(): number {
    return this.#deps.hasLongTimeout() ? RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS : RESPONSE_TIMEOUT_MS;
  }

  get #nowMs(): number {
    return this.#deps.clock.monotonicMs();
  }

  #forgetSpeech(): void {
    this.#spokenMs = 0;
    this.#isNoticed = false;
    this.#leftMs = this.#timeoutMs;
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
    if (connectingMs !== null && connectingMs < CONNECT_TIMEOUT_MS) {
      this.#due(this.#nowMs + CONNECT_TIMEOUT_MS - connectingMs);
      return;
    }
    if (this.#isSpeaking && this.#spokenMs > 0) {
      // The customer is still speaking, so the response is due after they finish.
      this.#isNoticed = true;
      this.#dueMs = null;
      return;
    }
    const isUnnoticed = this.#spokenMs > 0 && !this.#isNoticed;
    this.settled();
    if (!isUnnoticed) this.#deps.timedOut();
    else {
      this.#isReported = true;
      this.#deps.speechUnnoticed();
    }
  }
}
