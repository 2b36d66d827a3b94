import type { HistoryMessage } from '../../../agent/turn.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ProviderError } from '../../../providers/spec/provider-error.ts';
import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeSession,
} from '../../../providers/spec/realtime-model.ts';

/** So many sessions may be lost one after the other; one that was ready for a while counts from the beginning. */
const MOST_LOSSES = 3;
const HEALTHY_MS = 30_000;
const REOPEN_AFTER_MS = 300;
/** Of the conversation, told to a session that takes the place of a lost one. */
const REPLAYED_MESSAGES = 40;

export interface RealtimeLineParts {
  model: RealtimeModel;
  clock: Clock;
  signal: AbortSignal;
  /** Made anew for every session. */
  options(): RealtimeOptions;
  /** What was heard so far, oldest first. */
  heard(): readonly HistoryMessage[];
  listener(event: RealtimeEvent): void;
  /** A new session has taken the place of a lost one and knows what was said; what was under way is lost. */
  reopened(): void;
  /** A session broke, and another is about to take its place. */
  broke(error: ProviderError): void;
  /** There is no getting it back. */
  lost(error: ProviderError): void;
}

/** The assistant's one conversation with a realtime model, over as many sessions as it takes. */
export class RealtimeLine {
  readonly #parts: RealtimeLineParts;
  #session: RealtimeSession | null = null;
  /** Counts sessions: what a session before this one asked for cannot be told to it. */
  #generation = 0;
  #losses = 0;
  #readyMs: number | null = null;
  #isClosed = false;
  #isLost = false;

  constructor(parts: RealtimeLineParts) {
    this.#parts = parts;
    this.#open();
  }

  get generation(): number {
    return this.#generation;
  }

  /** Null while there is none: what is said meanwhile is lost. */
  get session(): RealtimeSession | null {
    return this.#session;
  }

  /** Whether no session will follow. */
  get isLost(): boolean {
    return this.#isLost;
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

  #open(): RealtimeSession {
    this.#generation += 1;
    const generation = this.#generation;
    this.#session = this.#parts.model.open(this.#parts.options(), (event) => {
      if (generation === this.#generation && !this.#isClosed) this.#hear(event);
    });
    return this.#session;
  }

  #hear(event: RealtimeEvent): void {
    if (event.type === 'ready') this.#readyMs = this.#parts.clock.monotonicMs();
    if (event.type === 'failed' && event.fatal) this.#lose(event.error);
    else this.#parts.listener(event);
  }

  #lose(error: ProviderError): void {
    const { clock } = this.#parts;
    const wasHealthy = this.#readyMs !== null && clock.monotonicMs() - this.#readyMs >= HEALTHY_MS;
    this.#leave();
    this.#losses = wasHealthy ? 1 : this.#losses + 1;
    if (!error.retryable || this.#losses >= MOST_LOSSES) {
      this.#isClosed = true;
      this.#isLost = true;
      this.#parts.lost(error);
      return;
    }
    this.#parts.broke(error);
    this.#reopenAfter(REOPEN_AFTER_MS * this.#losses);
  }

  /** Whatever the session still says is nobody's any more. */
  #leave(): void {
    this.#session?.close();
    this.#session = null;
    this.#readyMs = null;
    this.#generation += 1;
  }

  #reopenAfter(delayMs: number): void {
    const { clock, signal } = this.#parts;
    clock.sleep(delayMs, signal).then(
      () => this.#reopen(),
      () => {},
    );
  }

  #reopen(): void {
    if (this.#isClosed || this.#session !== null) return;
    const session = this.#open();
    for (const { role, content } of this.#parts.heard().slice(-REPLAYED_MESSAGES)) {
      if (content === '') continue;
      if (role === 'user') session.read(content);
      else session.addAssistantText(content);
    }
    this.#parts.reopened();
  }
}
