import { messageOf } from '../../core/errors.ts';
import type {
  CallCarrier,
  CallInstruction,
  CallOrder,
  CallReport,
} from '../../providers/interfaces/call-carrier.ts';
import type { DialEvent, DialFailure, Dialing, DialRequest } from '../../voice/legs/outbound-route.ts';
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

/** An outbound call from the request to the carrier until its stream is connected. */
export interface Attempt {
  phase: 'ordering' | 'ordered' | 'unknown' | 'answered' | 'over';
  hasRung: boolean;
  /** Null until known. */
  carrierCallId: string | null;
}

export type AttemptEvent =
  | { type: 'ordered'; order: CallOrder }
  | { type: 'reported'; report: CallReport }
  /** The call was answered, and the carrier requests an instruction. */
  | { type: 'instruction-requested'; carrierCallId: string }
  | { type: 'streaming'; carrierCallId: string }
  | { type: 'canceled' }
  | { type: 'time-over' };

type AttemptEffect =
  | { type: 'ringing' }
  | { type: 'connect' }
  | { type: 'failed'; failure: DialFailure; code: string | null; reason: string }
  /** Ends a call that is no longer needed. */
  | { type: 'end-call'; carrierCallId: string };

interface AttemptStep {
  attempt: Attempt;
  effects: readonly AttemptEffect[];
}

export const newAttempt: Attempt = { phase: 'ordering', hasRung: false, carrierCallId: null };

/** State transition of an attempt. Phases only move forward, because reports may be late, repeated or out of order. */
export function stepAttempt(attempt: Attempt, event: AttemptEvent): AttemptStep {
  if (attempt.phase === 'over') return afterEnd(attempt, event);
  switch (event.type) {
    case 'ordered':
      return ordered(attempt, event.order);
    case 'reported':
      return reported(attempt, event.report);
    case 'instruction-requested':
      return answered(attempt, event.carrierCallId);
    case 'streaming':
      return streaming(attempt, event.carrierCallId);
    case 'canceled':
      return givenUp(attempt, { failure: 'canceled', reason: 'The call was canceled.' });
    case 'time-over':
      return givenUp(attempt, timeOver(attempt));
  }
}

/** Ends a call at the carrier if it turns out to have been placed after the attempt ended. */
function afterEnd(attempt: Attempt, event: AttemptEvent): AttemptStep {
  const isAccepted = event.type === 'ordered' && event.order.kind === 'accepted';
  const carrierCallId = isAccepted && event.order.kind === 'accepted' ? event.order.carrierCallId : null;
  if (carrierCallId === null || attempt.carrierCallId === carrierCallId) return { attempt, effects: [] };
  return { attempt: { ...attempt, carrierCallId }, effects: [{ type: 'end-call', carrierCallId }] };
}

function ordered(attempt: Attempt, order: CallOrder): AttemptStep {
  if (order.kind === 'refused') {
    // The carrier already reported this call, so it accepted the request despite its response.
    if (attempt.carrierCallId !== null) return { attempt, effects: [] };
    const { failure, code, reason } = order;
    return over(attempt, [{ type: 'failed', failure, code, reason }]);
  }
  const carrierCallId = order.kind === 'accepted' ? order.carrierCallId : attempt.carrierCallId;
  if (attempt.phase !== 'ordering') return { attempt: { ...attempt, carrierCallId }, effects: [] };
  const phase = carrierCallId === null ? 'unknown' : 'ordered';
  return { attempt: { ...attempt, phase, carrierCallId }, effects: [] };
}

function reported(attempt: Attempt, { carrierCallId, progress }: CallReport): AttemptStep {
  if (isOther(attempt, carrierCallId)) return { attempt, effects: [] };
  if (progress.state === 'ended') return ended(attempt, progress);
  if (progress.state === 'answered') return answered(attempt, carrierCallId);
  const known: Attempt =
    attempt.phase === 'answered' ? attempt : { ...attempt, phase: 'ordered', carrierCallId };
  if (progress.state !== 'ringing' || attempt.hasRung || attempt.phase === 'answered') {
    return { attempt: known, effects: [] };
  }
  return { attempt: { ...known, hasRung: true }, effects: [{ type: 'ringing' }] };
}

function ended(
  attempt: Attempt,
  { failure, code }: Extract<CallReport['progress'], { state: 'ended' }>,
): AttemptStep {
  if (failure === null) {
    const reason = 'The call ended before its audio stream started.';
    return over(attempt, [{ type: 'failed', failure: 'unavailable', code, reason }]);
  }
  // The call was canceled by the carrier, not by us.
  const reported = failure === 'canceled' ? 'unavailable' : failure;
  return over(attempt, [{ type: 'failed', failure: reported, code, reason: REASONS[reported] }]);
}

// A reason equal to the text of its failure (`modules/calls/rules.ts`) is shown only once.
const REASONS: Record<DialFailure, string> = {
  busy: 'The number is busy.',
  'no-answer': 'Nobody answered.',
  rejected: 'The call was declined.',
  'invalid-number': 'The number cannot be called.',
  unavailable: 'The carrier could not place the call.',
  canceled: 'The call was canceled.',
};

function answered(attempt: Attempt, carrierCallId: string): AttemptStep {
  if (isOther(attempt, carrierCallId)) return { attempt, effects: [] };
  return { attempt: { ...attempt, phase: 'answered', carrierCallId }, effects: [] };
}

function streaming(attempt: Attempt, carrierCallId: string): AttemptStep {
  if (isOther(attempt, carrierCallId)) return { attempt, effects: [] };
  return over({ ...attempt, carrierCallId }, [{ type: 'connect' }]);
}

function givenUp(
  attempt: Attempt,
  { failure, reason }: { failure: DialFailure; reason: string },
): AttemptStep {
  const { carrierCallId } = attempt;
  const failed: AttemptEffect = { type: 'failed', failure, code: null, reason };
  return over(attempt, carrierCallId === null ? [failed] : [failed, { type: 'end-call', carrierCallId }]);
}

function timeOver({ phase }: Attempt): { failure: DialFailure; reason: string } {
  if (phase === 'answered') return { failure: 'unavailable', reason: 'The audio stream did not start.' };
  if (phase === 'ordered') return { failure: 'no-answer', reason: REASONS['no-answer'] };
  return { failure: 'unavailable', reason: 'The carrier did not report the outcome of the call.' };
}

function isOther(attempt: Attempt, carrierCallId: string): boolean {
  return attempt.carrierCallId !== null && attempt.carrierCallId !== carrierCallId;
}

function over(attempt: Attempt, effects: readonly AttemptEffect[]): AttemptStep {
  return { attempt: { ...attempt, phase: 'over' }, effects };
}
