import type { Clock } from '../../../core/clock.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';
import type { RealtimeConnection } from './realtime-connection.ts';

/** Healthy models respond sooner. With the endpointing silence, callers have then waited about four seconds. */
export const RESPONSE_TIMEOUT_MS = 3_500;
/** For the first session of the only model: a slow model is better than none, and fillers cover the silence. */
export const RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS = 5_000;
/** Connection time allowed before silence counts. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** Speech detected by our VAD without any reaction of the model; longer than a cough. */
export const UNNOTICED_SPEECH_MS = 1_500;

interface ResponseState {
  /** Deadline of the response; null if no response is due. */
  readonly dueMs: number | null;
  /** True while our VAD detects speech. */
  readonly isSpeaking: boolean;
  readonly stoppedMs: number;
  /**
   * Since the last sign of a response: duration of speech by our VAD, whether the model noticed it, and the remaining
   * timeout.
   */
  readonly spokenMs: number;
  readonly isNoticed: boolean;
  readonly leftMs: number;
  /** True if unnoticed speech was reported, until the model notices something. */
  readonly isReported: boolean;
}

export type ResponseEvent =
  /** Any event of the session. */
  | Pick<RealtimeEvent, 'type'>
  /** A response was requested, or follows a tool result. */
  | { type: 'response-requested' }
  /** No response is due any more. */
  | { type: 'response-canceled' }
  /** `ms` of customer audio were sent to the model. */
  | { type: 'audio-sent'; ms: number }
  /** Unnoticed speech was sent again to another session. */
  | { type: 'speech-replayed' }
  /** By our VAD. No response is expected until the speech ends. */
  | { type: 'speech-started' }
  | { type: 'speech-stopped' };

export interface ResponseFacts {
  nowMs: number;
  timeoutMs: number;
  /** Maximum endpointing delay of the model after the customer stops speaking. */
  endpointingMs: number;
  /** Time since the session started connecting; null if it is ready, or if no session is open. */
  connectingMs: number | null;
}

/**
 * `unnoticed`: the model did not notice the customer's speech, which may be noise. At most once until it notices
 * something. `unnoticed-again`: another session did not notice it either.
 */
export type MissingResponse = 'timed-out' | 'unnoticed' | 'unnoticed-again';

export function initialResponseState({ timeoutMs }: ResponseFacts): ResponseState {
  return {
    dueMs: null,
    isSpeaking: false,
    stoppedMs: 0,
    spokenMs: 0,
    isNoticed: false,
    leftMs: timeoutMs,
    isReported: false,
  };
}

/** Decides until when a realtime model has to respond: a session can be open and yet unresponsive. */
export function expectResponse(
  state: ResponseState,
  event: ResponseEvent,
  facts: ResponseFacts,
): ResponseState {
  switch (event.type) {
    case 'response-requested':
    case 'reply-started':
    case 'audio':
    case 'text-delta':
      return { ...settled(state, facts), dueMs: facts.nowMs + facts.timeoutMs };
    case 'response-canceled':
    case 'reply-ended':
    case 'tool-call':
    case 'failed':
      return settled(state, facts);
    case 'ready':
      return connected(state, facts);
    case 'customer-speech-started':
      return noticed(state, facts);
    case 'customer-wordless':
      return dismissed(state, facts);
    case 'audio-sent':
      return state.isSpeaking ? { ...state, spokenMs: state.spokenMs + event.ms } : state;
    case 'speech-replayed':
      return speechReplayed(state, facts);
    case 'speech-started':
      return speechStarted(state, facts);
    case 'speech-stopped':
      return speechStopped(state, facts);
    default:
      return state;
  }
}

/** Decides at any time whether a response is missing. */
export function checkResponse(
  state: ResponseState,
  facts: ResponseFacts,
): { state: ResponseState; missing: MissingResponse | null } {
  const { dueMs, isSpeaking, spokenMs, isNoticed } = state;
  const { nowMs, connectingMs } = facts;
  if (dueMs === null || dueMs > nowMs) return { state, missing: null };
  if (connectingMs !== null && connectingMs < CONNECT_TIMEOUT_MS)
    return { state: { ...state, dueMs: nowMs + CONNECT_TIMEOUT_MS - connectingMs }, missing: null };
  // The customer is still speaking, so the response is due after they finish.
  if (isSpeaking && spokenMs > 0) return { state: { ...state, isNoticed: true, dueMs: null }, missing: null };
  const next = settled(state, facts);
  if (spokenMs === 0 || isNoticed) return { state: next, missing: 'timed-out' };
  const missing = state.isReported ? 'unnoticed-again' : 'unnoticed';
  return { state: { ...next, isReported: true }, missing };
}

function settled(state: ResponseState, { timeoutMs }: ResponseFacts): ResponseState {
  return { ...state, dueMs: null, spokenMs: 0, isNoticed: false, leftMs: timeoutMs };
}

/** The session is connected: restart the timeout. */
function connected(state: ResponseState, { nowMs, timeoutMs }: ResponseFacts): ResponseState {
  return state.dueMs === null ? state : { ...state, dueMs: Math.max(state.dueMs, nowMs + timeoutMs) };
}

function noticed(state: ResponseState, { endpointingMs }: ResponseFacts): ResponseState {
  const { isSpeaking, spokenMs, stoppedMs, leftMs } = state;
  const afterSpeech = spokenMs > 0 ? stoppedMs + endpointingMs + leftMs : state.dueMs;
  return { ...state, isNoticed: true, isReported: false, dueMs: isSpeaking ? null : afterSpeech };
}

/** The model classified what it noticed as noise. */
function dismissed(state: ResponseState, facts: ResponseFacts): ResponseState {
  if (state.isSpeaking || state.spokenMs === 0) return { ...state, isNoticed: false };
  return settled(state, facts);
}

/** Ongoing speech has its own deadline. */
function speechReplayed(
  state: ResponseState,
  { nowMs, endpointingMs, timeoutMs }: ResponseFacts,
): ResponseState {
  const spokenMs = Math.max(state.spokenMs, UNNOTICED_SPEECH_MS);
  const dueMs = state.isSpeaking ? null : nowMs + endpointingMs + timeoutMs;
  return {
    ...state,
    spokenMs,
    isNoticed: false,
    isReported: true,
    stoppedMs: nowMs,
    leftMs: timeoutMs,
    dueMs,
  };
}

function speechStarted(state: ResponseState, { nowMs, endpointingMs }: ResponseFacts): ResponseState {
  if (state.spokenMs === 0) return { ...state, isSpeaking: true };
  const waitedMs = Math.max(0, nowMs - state.stoppedMs - endpointingMs);
  return { ...state, isSpeaking: true, dueMs: null, leftMs: Math.max(0, state.leftMs - waitedMs) };
}

function speechStopped(state: ResponseState, { nowMs, endpointingMs }: ResponseFacts): ResponseState {
  const { spokenMs, isNoticed, isReported, leftMs } = state;
  const isDue = isNoticed || (spokenMs >= UNNOTICED_SPEECH_MS && !isReported);
  const dueMs = isDue && spokenMs > 0 ? nowMs + endpointingMs + leftMs : state.dueMs;
  return { ...state, isSpeaking: false, stoppedMs: nowMs, dueMs };
}

export interface ResponseWatchdogDeps {
  clock: Clock;
  signal: AbortSignal;
  endpointingMs: number;
  connection: Pick<RealtimeConnection, 'hasNext' | 'isFirst' | 'connectingMs'>;
  listener(missing: MissingResponse): void;
}

/** State of the response that a realtime model owes, and its timer. */
export class ResponseWatchdog {
  readonly #deps: ResponseWatchdogDeps;
  #state: ResponseState;
  #sleep: { untilMs: number; abort: AbortController } | null = null;

  constructor(deps: ResponseWatchdogDeps) {
    this.#deps = deps;
    this.#state = initialResponseState(this.#facts());
  }

  take(event: ResponseEvent): void {
    this.#state = expectResponse(this.#state, event, this.#facts());
    this.#setTimer();
  }

  #facts(): ResponseFacts {
    const { clock, endpointingMs, connection } = this.#deps;
    const { hasNext, isFirst, connectingMs } = connection;
    // Longer without a fallback, unless an earlier session was unresponsive.
    const timeoutMs = !hasNext && isFirst ? RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS : RESPONSE_TIMEOUT_MS;
    return { nowMs: clock.monotonicMs(), timeoutMs, endpointingMs, connectingMs };
  }

  #setTimer(): void {
    const { dueMs } = this.#state;
    const { clock, signal } = this.#deps;
    // A timer that is early checks again.
    if (dueMs === null || signal.aborted || (this.#sleep !== null && this.#sleep.untilMs <= dueMs)) return;
    this.#sleep?.abort.abort();
    const sleep = { untilMs: dueMs, abort: new AbortController() };
    this.#sleep = sleep;
    const either = AbortSignal.any([signal, sleep.abort.signal]);
    clock.sleep(dueMs - clock.monotonicMs(), either).then(
      () => this.#woke(sleep),
      () => undefined,
    );
  }

  #woke(sleep: object): void {
    if (this.#sleep !== sleep) return;
    this.#sleep = null;
    const { state, missing } = checkResponse(this.#state, this.#facts());
    this.#state = state;
    this.#setTimer();
    if (missing !== null) this.#deps.listener(missing);
  }
}
