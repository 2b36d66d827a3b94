import type { Clock } from '../../../core/clock.ts';
import type { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeSession,
} from '../../../providers/interfaces/realtime-model.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import { type AfterLoss, afterLoss } from './after-loss.ts';
import { RateChange } from './rate-change.ts';
import { UnansweredSpeech } from './unanswered-speech.ts';

/** A session ready for this long resets the loss count. */
const HEALTHY_MS = 30_000;
const REOPEN_AFTER_MS = 300;
/** A text of the conversation so far, for a new session. */
export interface ReplayedText {
  role: 'user' | 'assistant';
  text: string;
}

export type ConnectionEvent =
  | RealtimeEvent
  /** A session was lost. */
  | { type: 'session-lost'; error: ProviderError; next: AfterLoss }
  /** A new session replaced a lost one and knows the conversation; replies in progress are lost. */
  | { type: 'session-reopened' }
  /** Another model has taken over, possibly before the first session. */
  | { type: 'model-replaced'; model: RealtimeModel; by: RealtimeModel; error?: ProviderError };

export interface RealtimeConnectionDeps {
  /** The assistant's model. Its fallbacks take over if it is lost. */
  model: RealtimeModel;
  callRateHz: SampleRateHz;
  clock: Clock;
  signal: AbortSignal;
  /** Called for every session; `replayed`: the conversation so far, oldest first. */
  brief(model: RealtimeModel): { options: RealtimeOptions; replayed: readonly ReplayedText[] };
  listener(event: ConnectionEvent): void;
}

/** The assistant's conversation with a realtime model, across sessions and fallback models. */
export class RealtimeConnection {
  readonly #deps: RealtimeConnectionDeps;
  /** The current model, then the remaining fallbacks. */
  #models: readonly RealtimeModel[];
  readonly #hasNoFallback: boolean;
  readonly #unanswered = new UnansweredSpeech();
  #toModel: RateChange;
  #session: RealtimeSession | null = null;
  /** Session counter: results for an earlier session cannot be sent to the current one. */
  #generation = 0;
  #losses = 0;
  #openedMs = 0;
  #readyMs: number | null = null;
  #isClosed = false;
  #isLost = false;

  constructor(deps: RealtimeConnectionDeps) {
    this.#deps = deps;
    const { model } = deps;
    this.#models = coolDownsLast([model, ...(model.fallbacks ?? [])]);
    this.#hasNoFallback = this.#models.length === 1;
    this.#toModel = this.#rateChange();
    const first = this.model;
    // Deferred: the caller does not have this object yet.
    if (first !== model) queueMicrotask(() => deps.listener({ type: 'model-replaced', model, by: first }));
    this.#open();
  }

  get model(): RealtimeModel {
    return this.#models[0] ?? this.#deps.model;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The open session; null if no session is open. */
  get session(): RealtimeSession | null {
    return this.#session;
  }

  get isFirst(): boolean {
    return this.#generation === 1;
  }

  /** True if a fallback model is left. */
  get hasNext(): boolean {
    return this.#models.length > 1;
  }

  /** Time since the session started connecting; null if it is ready, or if no session is open. */
  get connectingMs(): number | null {
    if (this.#session === null || this.#readyMs !== null) return null;
    return this.#deps.clock.monotonicMs() - this.#openedMs;
  }

  /** True if the conversation was given up. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** True if unanswered customer audio is buffered. A new session gets it and answers by itself. */
  get hasBufferedSpeech(): boolean {
    return this.#unanswered.frames.length > 0;
  }

  get isCustomerSpeaking(): boolean {
    return this.#unanswered.isSpeaking;
  }

  /** @param frame 20 ms at the sample rate of the call */
  pushAudio(frame: Int16Array): void {
    this.#unanswered.push(frame);
    this.#sendAudio(frame);
  }

  speechStarted(): void {
    this.#unanswered.started();
  }

  speechStopped(): void {
    this.#unanswered.stopped();
  }

  /** The customer's transcript is in the conversation, so its audio need not be replayed. */
  understood(): void {
    this.#unanswered.understood();
  }

  /** Drops a session that is open but unresponsive. @param isRetried a request failed despite its retries */
  giveUp(error: ProviderError, isRetried = false): void {
    if (this.#session !== null) this.#lose(error, isRetried);
  }

  /** Replaces a session that may be unresponsive; harmless if it is not. */
  replace(): void {
    if (this.#session === null) return;
    this.#closeSession();
    this.#reopenAfter(REOPEN_AFTER_MS);
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.close();
    this.#session = null;
  }

  #rateChange(): RateChange {
    const { callRateHz } = this.#deps;
    return new RateChange(callRateHz, this.model.rates(callRateHz).inputRateHz);
  }

  #sendAudio(frame: Int16Array): void {
    const samples = this.#toModel.process(frame);
    if (samples.length > 0) this.#session?.sendAudio(samples);
  }

  #open(): void {
    const { options, replayed } = this.#deps.brief(this.model);
    this.#generation += 1;
    this.#openedMs = this.#deps.clock.monotonicMs();
    const generation = this.#generation;
    const session = this.model.open(options, (event) => {
      if (generation === this.#generation && !this.#isClosed) this.#receive(event);
    });
    this.#session = session;
    for (const { role, text } of replayed) {
      if (role === 'user') session.read(text);
      else session.addAssistantText(text);
    }
  }

  #receive(event: RealtimeEvent): void {
    if (event.type === 'ready') this.#readyMs = this.#deps.clock.monotonicMs();
    if (isAnswer(event)) this.#unanswered.understood();
    if (event.type === 'failed' && event.fatal) this.#lose(event.error);
    else this.#deps.listener(event);
  }

  #lose(error: ProviderError, isRetried = false): void {
    const { clock } = this.#deps;
    const hasServed = this.#readyMs !== null && clock.monotonicMs() - this.#readyMs >= HEALTHY_MS;
    this.#closeSession();
    this.#losses = hasServed ? 1 : this.#losses + 1;
    const state = { error, hasServed, isRetried, losses: this.#losses, hasNoFallback: this.#hasNoFallback };
    const next = afterLoss({ ...state, hasNext: this.hasNext });
    if (next !== 'reopen' && error.retryable) this.model.coolDown?.begin();
    if (next === 'give-up') this.#isClosed = true;
    this.#isLost = next === 'give-up';
    this.#deps.listener({ type: 'session-lost', error, next });
    if (next === 'reopen') this.#reopenAfter(REOPEN_AFTER_MS * this.#losses);
    else if (next === 'replace') this.#replaceModel(error);
  }

  #replaceModel(error: ProviderError): void {
    const { model } = this;
    this.#models = this.#models.slice(1);
    this.#losses = 0;
    this.#toModel = this.#rateChange();
    this.#deps.listener({ type: 'model-replaced', model, by: this.model, error });
    this.#reopenAfter(0);
  }

  /** Closes the session and ignores its remaining events. */
  #closeSession(): void {
    this.#session?.close();
    this.#session = null;
    this.#readyMs = null;
    this.#generation += 1;
  }

  #reopenAfter(delayMs: number): void {
    const { clock, signal } = this.#deps;
    clock.sleep(delayMs, signal).then(
      () => this.#reopen(),
      () => {},
    );
  }

  #reopen(): void {
    if (this.#isClosed || this.#session !== null) return;
    this.#open();
    this.#deps.listener({ type: 'session-reopened' });
    for (const frame of this.#unanswered.frames) this.#sendAudio(frame);
  }
}

/** Transcripts do not count here: `understood` handles them, because they may be empty. */
function isAnswer({ type }: RealtimeEvent): boolean {
  return type === 'audio' || type === 'text-delta' || type === 'tool-call';
}

/** Moves models in cool-down to the end; otherwise keeps the order. */
function coolDownsLast(models: readonly RealtimeModel[]): RealtimeModel[] {
  const isCoolingDown = ({ coolDown }: RealtimeModel): boolean => coolDown?.isOn === true;
  return [...models.filter((model) => !isCoolingDown(model)), ...models.filter(isCoolingDown)];
}
