import { messageOf } from '../../core/errors.ts';
import type {
  CallCarrier,
  CallInstruction,
  CallOrder,
  CallReport,
} from '../../providers/interfaces/call-carrier.ts';
import type { DialEvent, Dialing, DialRequest } from '../../voice/legs/outbound-route.ts';
import {
  type Attempt,
  type AttemptEffect,
  type AttemptEvent,
  newAttempt,
  stepAttempt,
} from './outgoing-attempt.ts';
import type { CallEnder, ControlDeps } from './stream-control.ts';
import type { StartedStream } from './stream-leg.ts';
import type { StreamLegs } from './stream-legs.ts';
import type { StreamAwaiter } from './stream-tokens.ts';

/** Time until the carrier's first report, in addition to the ringing time. */
const GRACE_MS = 10_000;
/** Time from the answer until the stream must have started. */
const STREAM_MS = 15_000;
/** Limits the retries of a carrier that cannot open the stream. */
const MAX_ASKS = 10;

export interface OutgoingUrls {
  answer(attemptId: string): string;
  status(attemptId: string): string;
}

interface OutgoingDeps extends ControlDeps {
  carrier: CallCarrier;
  ender: CallEnder;
}

interface Entry {
  attemptId: string;
  attempt: Attempt;
  ringingTimeMs: number;
  listener: (event: DialEvent) => void;
  deadline: AbortController;
  /** Number of instruction requests by the carrier. */
  asks: number;
}

/** Outbound calls that were requested from the carrier but are not connected yet. */
export class OutgoingCalls {
  readonly #deps: OutgoingDeps;
  readonly #legs: StreamLegs;
  readonly #urls: OutgoingUrls;
  readonly #entries = new Map<string, Entry>();

  constructor(deps: OutgoingDeps, legs: StreamLegs, urls: OutgoingUrls) {
    this.#deps = deps;
    this.#legs = legs;
    this.#urls = urls;
  }

  dial(request: DialRequest, listener: (event: DialEvent) => void): Dialing {
    const { attemptId, ringingTimeMs } = request;
    const deadline = new AbortController();
    const entry: Entry = { attempt: newAttempt, attemptId, ringingTimeMs, listener, deadline, asks: 0 };
    this.#entries.set(attemptId, entry);
    this.#limit(entry, ringingTimeMs + GRACE_MS);
    void this.#order(request).then((order) => this.#step(entry, { event: { type: 'ordered', order } }));
    return { cancel: () => this.#step(entry, { event: { type: 'canceled' } }) };
  }

  /** The instruction after an answer or a broken stream. A call that is no longer needed is hung up. */
  answer(attemptId: string, carrierCallId: string): CallInstruction {
    const entry = this.#entries.get(attemptId);
    if (entry === undefined) return this.#legs.streamAgain(carrierCallId) ?? { kind: 'hang-up' };
    this.#step(entry, { event: { type: 'instruction-requested', carrierCallId } });
    if (entry.attempt.phase !== 'answered' || entry.attempt.carrierCallId !== carrierCallId) {
      return { kind: 'hang-up' };
    }
    entry.asks += 1;
    if (entry.asks > MAX_ASKS) return { kind: 'hang-up' };
    const awaiter: StreamAwaiter = {
      carrierCallId: () => entry.attempt.carrierCallId,
      arrived: (stream, streamed) =>
        this.#step(entry, { event: { type: 'streaming', carrierCallId: streamed }, stream }),
    };
    return this.#legs.streamTo(awaiter, attemptId);
  }

  report(attemptId: string, report: CallReport): void {
    const entry = this.#entries.get(attemptId);
    if (entry !== undefined) this.#step(entry, { event: { type: 'reported', report } });
  }

  close(): void {
    for (const entry of this.#entries.values()) this.#step(entry, { event: { type: 'canceled' } });
  }

  async #order({ attemptId, from, to, ringingTimeMs }: DialRequest): Promise<CallOrder> {
    const answerUrl = this.#urls.answer(attemptId);
    const statusUrl = this.#urls.status(attemptId);
    try {
      const call = { from, to, ringingTimeMs, answerUrl, statusUrl };
      return await this.#deps.carrier.order(call, this.#deps.lifetime);
    } catch (error) {
      // `order` rejects only before it sends anything.
      return { kind: 'refused', failure: 'unavailable', code: null, reason: messageOf(error) };
    }
  }

  #limit(entry: Entry, limitMs: number): void {
    entry.deadline.abort();
    entry.deadline = new AbortController();
    const timeOver = (): void => this.#step(entry, { event: { type: 'time-over' } });
    this.#deps.clock.sleep(limitMs, entry.deadline.signal).then(timeOver, () => undefined);
  }

  #step(entry: Entry, { event, stream }: { event: AttemptEvent; stream?: StartedStream }): void {
    const before = entry.attempt;
    const { attempt, effects } = stepAttempt(before, event);
    entry.attempt = attempt;
    if (attempt.phase === 'over') {
      entry.deadline.abort();
      this.#entries.delete(entry.attemptId);
    } else if (attempt.phase === 'answered' && before.phase !== 'answered') this.#limit(entry, STREAM_MS);
    // The exact ringing limit is ours. The one passed to the carrier is only a backup.
    else if (attempt.hasRung && !before.hasRung) this.#limit(entry, entry.ringingTimeMs);
    const isConnected = effects.some(({ type }) => type === 'connect');
    if (stream !== undefined && !isConnected) stream.socket.close();
    for (const effect of effects) this.#apply(entry, effect, stream);
  }

  #apply(
    { attempt, attemptId, listener }: Entry,
    effect: AttemptEffect,
    stream: StartedStream | undefined,
  ): void {
    if (effect.type === 'end-call') void this.#deps.ender.end(effect.carrierCallId);
    else if (effect.type === 'connect') {
      const carrierCallId = attempt.carrierCallId ?? '';
      if (stream === undefined) return;
      const leg = this.#legs.open(stream, { carrierCallId, attemptId });
      queueMicrotask(() => listener({ type: 'answered', leg, carrierCallId }));
    } else queueMicrotask(() => listener(effect));
  }
}
