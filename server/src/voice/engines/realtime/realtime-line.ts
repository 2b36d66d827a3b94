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

/** A session that was ready for so long has served: losses are counted from the beginning after it. */
const HEALTHY_MS = 30_000;
const REOPEN_AFTER_MS = 300;
/** Of the conversation, told to a session that takes the place of a lost one, or of another assistant's. */
const REPLAYED_MESSAGES = 40;

export interface RealtimeLineDeps {
  /** The assistant's own; its fallbacks go on where it is lost for good. */
  model: RealtimeModel;
  callRateHz: SampleRateHz;
  clock: Clock;
  signal: AbortSignal;
  /** Made anew for every session. */
  options(model: RealtimeModel): RealtimeOptions;
  /** What was heard so far, oldest first. */
  heard(): readonly HistoryMessage[];
  /** The answer of a tool for the model; null: the tool was the previous assistant's. */
  toolOutput(call: FunctionCall): string | null;
  listener(event: RealtimeEvent): void;
  /** A new session has taken the place of a lost one and knows what was said; what was under way is lost. */
  reopened(): void;
  /** A session broke; `then`: whether another one is about to take its place, and of which model. */
  broke(error: ProviderError, then: AfterLoss): void;
  /** From here on another model holds the conversation, or holds it from its beginning. */
  replaced(model: RealtimeModel, by: RealtimeModel): void;
}

/** The assistant's one conversation with a realtime model, over as many sessions, and models, as it takes. */
export class RealtimeLine {
  readonly #deps: RealtimeLineDeps;
  /** The one that holds the conversation, before those that could go on with it. */
  #models: readonly RealtimeModel[];
  readonly #isAlone: boolean;
  readonly #unanswered = new UnansweredSpeech();
  #toModel: RateChange;
  #session: RealtimeSession | null = null;
  /** Counts sessions: what a session before this one asked for cannot be told to it. */
  #generation = 0;
  #losses = 0;
  #openedMs = 0;
  #readyMs: number | null = null;
  #isClosed = false;
  #isLost = false;

  constructor(deps: RealtimeLineDeps) {
    this.#deps = deps;
    const { model } = deps;
    this.#models = awakeFirst([model, ...(model.fallbacks ?? [])]);
    this.#isAlone = this.#models.length === 1;
    this.#toModel = this.#rateChange();
    const first = this.model;
    // Whoever makes this line knows nothing of it yet.
    if (first !== model) queueMicrotask(() => deps.replaced(model, first));
    // Somebody else may have held the conversation up to here.
    this.#remind(this.#open());
  }

  /** Who holds the conversation. */
  get model(): RealtimeModel {
    return this.#models[0] ?? this.#deps.model;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Null while there is none. */
  get session(): RealtimeSession | null {
    return this.#session;
  }

  /** No session has been lost or replaced yet. */
  get isFirst(): boolean {
    return this.#generation === 1;
  }

  /** Another model can go on with the conversation. */
  get hasNext(): boolean {
    return this.#models.length > 1;
  }

  /** How long the session has been connecting; null: it is ready, or there is none. */
  get connectingMs(): number | null {
    if (this.#session === null || this.#readyMs !== null) return null;
    return this.#deps.clock.monotonicMs() - this.#openedMs;
  }

  /** Whether no session will follow. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The customer has said something that a new session hears again, and answers by itself. */
  get isQuestionKept(): boolean {
    return this.#unanswered.frames.length > 0;
  }

  get isCustomerSpeaking(): boolean {
    return this.#unanswered.isSpeaking;
  }

  /** @param frame 20 ms at the rate of the call */
  hear(frame: Int16Array): void {
    this.#unanswered.heard(frame);
    this.#tell(frame);
  }

  speechStarted(): void {
    this.#unanswered.started();
  }

  speechStopped(): void {
    this.#unanswered.stopped();
  }

  /** What the customer has said is in the conversation. */
  understood(): void {
    this.#unanswered.understood();
  }

  /** The session is open and does nothing any more. */
  giveUp(error: ProviderError): void {
    if (this.#session !== null) this.#lose(error);
  }

  /** The session may be dead: another one takes its place, which is no harm where it was not. */
  replace(): void {
    if (this.#session === null) return;
    this.#leave();
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

  #tell(frame: Int16Array): void {
    const samples = this.#toModel.process(frame);
    if (samples.length > 0) this.#session?.hear(samples);
  }

  #open(): RealtimeSession {
    this.#generation += 1;
    this.#openedMs = this.#deps.clock.monotonicMs();
    const generation = this.#generation;
    this.#session = this.model.open(this.#deps.options(this.model), (event) => {
      if (generation === this.#generation && !this.#isClosed) this.#hear(event);
    });
    return this.#session;
  }

  #hear(event: RealtimeEvent): void {
    if (event.type === 'ready') this.#readyMs = this.#deps.clock.monotonicMs();
    if (isAnswer(event)) this.#unanswered.understood();
    if (event.type === 'failed' && event.fatal) this.#lose(event.error);
    else this.#deps.listener(event);
  }

  #lose(error: ProviderError): void {
    const { clock } = this.#deps;
    const hasServed = this.#readyMs !== null && clock.monotonicMs() - this.#readyMs >= HEALTHY_MS;
    this.#leave();
    this.#losses = hasServed ? 1 : this.#losses + 1;
    const [, next] = this.#models;
    const facts = { error, hasServed, losses: this.#losses, isAlone: this.#isAlone };
    const then = afterLoss({ ...facts, hasNext: next !== undefined });
    if (then !== 'reopen' && error.retryable) this.model.rest?.begin();
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

  /** Whatever the session still says is nobody's any more. */
  #leave(): void {
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
    this.#remind(this.#open());
    this.#deps.reopened();
    for (const frame of this.#unanswered.frames) this.#tell(frame);
  }

  /** Tells a session what was said, and what tools answered, before it. */
  #remind(session: RealtimeSession): void {
    const { heard, toolOutput } = this.#deps;
    for (const { role, content, functionCalls = [] } of heard().slice(-REPLAYED_MESSAGES)) {
      for (const call of functionCalls) {
        const given = JSON.stringify(call.arguments);
        const output = toolOutput(call);
        if (output === null) continue;
        session.read(instructionMessage(`You called ${call.name} with ${given}. It answered ${output}.`));
      }
      if (content === '') continue;
      if (role === 'user') session.read(content);
      else session.addAssistantText(content);
    }
  }
}

/** Words of the customer's are told by `understood`: a transcript may have none. */
function isAnswer({ type }: RealtimeEvent): boolean {
  return type === 'audio' || type === 'text-delta' || type === 'tool-call';
}

/** In their order; those that rest are the last resort. */
function awakeFirst(models: readonly RealtimeModel[]): RealtimeModel[] {
  const isResting = ({ rest }: RealtimeModel): boolean => rest?.isOn === true;
  return [...models.filter((model) => !isResting(model)), ...models.filter(isResting)];
}
