import type { FunctionCall } from '../../../agent/tool.ts';
import type { HistoryMessage } from '../../../agent/turn.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeSession,
} from '../../../providers/interfaces/realtime-model.ts';
import type { SampleRateHz } from '../../legs/media-leg.ts';
import { instructionMessage } from '../spoken-notes.ts';
import { type AfterLoss, afterLoss } from './after-loss.ts';
import { RateChange } from './rate-change.ts';
import { UnansweredSpeech } from './unanswered-speech.ts';

/** A session ready for this long resets the loss count. */
const HEALTHY_MS = 30_000;
const REOPEN_AFTER_MS = 300;
/** Messages replayed to a new session. */
const REPLAYED_MESSAGES = 40;

export interface RealtimeConnectionDeps {
  /** The assistant's model. Its fallbacks take over if it is lost. */
  model: RealtimeModel;
  callRateHz: SampleRateHz;
  clock: Clock;
  signal: AbortSignal;
  /** Called for every session. */
  options(model: RealtimeModel): RealtimeOptions;
  /** Conversation so far, oldest first. */
  history(): readonly HistoryMessage[];
  /** Tool result for the model; null if the tool belongs to a previous assistant. */
  toolOutput(call: FunctionCall): string | null;
  listener(event: RealtimeEvent): void;
  /** A new session replaced a lost one and knows the conversation; replies in progress are lost. */
  reopened(): void;
  /** A session was lost; `then`: how the conversation continues. */
  broke(error: ProviderError, then: AfterLoss): void;
  /** Another model has taken over, possibly before the first session. */
  replaced(model: RealtimeModel, by: RealtimeModel): void;
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
    if (first !== model) queueMicrotask(() => deps.replaced(model, first));
    // Another assistant may have led the conversation so far.
    this.#replayHistory(this.#open());
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

  /** Drops a session that is open but unresponsive. */
  giveUp(error: ProviderError): void {
    if (this.#session !== null) this.#lose(error);
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

  #open(): RealtimeSession {
    this.#generation += 1;
    this.#openedMs = this.#deps.clock.monotonicMs();
    const generation = this.#generation;
    this.#session = this.model.open(this.#deps.options(this.model), (event) => {
      if (generation === this.#generation && !this.#isClosed) this.#receive(event);
    });
    return this.#session;
  }

  #receive(event: RealtimeEvent): void {
    if (event.type === 'ready') this.#readyMs = this.#deps.clock.monotonicMs();
    if (isAnswer(event)) this.#unanswered.understood();
    if (event.type === 'failed' && event.fatal) this.#lose(event.error);
    else this.#deps.listener(event);
  }

  #lose(error: ProviderError): void {
    const { clock } = this.#deps;
    const hasServed = this.#readyMs !== null && clock.monotonicMs() - this.#readyMs >= HEALTHY_MS;
    this.#closeSession();
    this.#losses = hasServed ? 1 : this.#losses + 1;
    const [, next] = this.#models;
    const state = { error, hasServed, losses: this.#losses, hasNoFallback: this.#hasNoFallback };
    const then = afterLoss({ ...state, hasNext: next !== undefined });
    if (then !== 'reopen' && error.retryable) this.model.coolDown?.begin();
    if (then === 'give-up') this.#isClosed = true;
    this.#isLost = then === 'give-up';
    this.#deps.broke(error, then);
    if (then === 'reopen') this.#reopenAfter(REOPEN_AFTER_MS * this.#losses);
    else if (then === 'replace') this.#replaceModel();
  }

  #replaceModel(): void {
    const { model } = this;
    this.#models = this.#models.slice(1);
    this.#losses = 0;
    this.#toModel = this.#rateChange();
    this.#deps.replaced(model, this.model);
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
    this.#replayHistory(this.#open());
    this.#deps.reopened();
    for (const frame of this.#unanswered.frames) this.#sendAudio(frame);
  }

  /** Replays the conversation and tool results to a session. */
  #replayHistory(session: RealtimeSession): void {
    const { history, toolOutput } = this.#deps;
    for (const { role, content, functionCalls = [] } of history().slice(-REPLAYED_MESSAGES)) {
      for (const call of functionCalls) {
        const given = JSON.stringify(call.arguments);
        const output = toolOutput(call);
        if (output === null) continue;
        session.read(instructionMessage(`You called ${call.name} with ${given}. It returned ${output}.`));
      }
      if (content === '') continue;
      if (role === 'user') session.read(content);
      else session.addAssistantText(content);
    }
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
