import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/core/clock.ts';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import type { Behavior } from '../../../src/telephony/simulated/seeded-population.ts';
import type { CallOutcome } from '../../../src/voice/call-event.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type {
  DialEvent,
  DialFailure,
  Dialing,
  DialRequest,
  OutboundRoute,
} from '../../../src/voice/legs/outbound-route.ts';
import type { RunCall } from '../../../src/voice/voice-services.ts';
import type { LedgerEntry } from './dial-ledger.ts';

const RINGS_AFTER_MS = 150;

const FAILURES: Partial<Record<Behavior, { failure: DialFailure; code: string; afterMs: number }>> = {
  busy: { failure: 'busy', code: '486', afterMs: 800 },
  declines: { failure: 'rejected', code: '603', afterMs: 3000 },
  'wrong-number': { failure: 'invalid-number', code: '404', afterMs: 300 },
  'carrier-error': { failure: 'unavailable', code: '503', afterMs: 300 },
};

/**
 * How the carrier violates the contract of a route, as real carriers do:
 * - `rings-twice`, `rings-late`: it reports ringing again, or after the outcome
 * - `ends-twice`: it reports the outcome twice
 * - `ends-late`: it reports a different, delayed outcome after the first
 */
export const QUICK_FAULTS = ['rings-twice', 'rings-late', 'ends-twice', 'ends-late'] as const;

type QuickFault = (typeof QUICK_FAULTS)[number];

export interface QuickCarrierOptions {
  clock: Clock;
  behaviorOf(number: string): Behavior;
  /** Seed of delays and faults. */
  seed: number;
  /** Probability of a fault from `QUICK_FAULTS`. */
  faults?: number;
}

type Listener = (event: DialEvent) => void;
type Entry = LedgerEntry & { fault: QuickFault | null };

/**
 * The simulated carrier in mode `virtual`: no audio, and as fast as its clock. It connects the people of a population
 * and keeps a ledger.
 */
export class QuickCarrier implements OutboundRoute {
  readonly name = 'quick';
  readonly ledger: LedgerEntry[] = [];
  readonly #options: QuickCarrierOptions;
  readonly #random: () => number;
  readonly #legs = new WeakMap<MediaLeg, QuickLeg>();

  constructor(options: QuickCarrierOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  dial({ attemptId, to, ringingTimeMs }: DialRequest, listener: Listener): Dialing {
    const { clock, behaviorOf, faults = 0 } = this.#options;
    const behavior = behaviorOf(to);
    const isFaulty = this.#random() < faults;
    const fault = QUICK_FAULTS[Math.floor(this.#random() * QUICK_FAULTS.length)] ?? null;
    const entry: Entry = {
      attemptId,
      to,
      dialedAt: clock.now(),
      answeredAt: null,
      endedAt: null,
      behavior,
      fault: isFaulty ? fault : null,
    };
    this.ledger.push(entry);
    const given = new AbortController();
    void this.#connect(entry, { ringingTimeMs, signal: given.signal }, listener);
    return { cancel: () => given.abort() };
  }

  /** Replaces the voice loop for calls of this carrier: the person determines duration and end. */
  readonly runCall: RunCall = async (_services, { leg, host, signal }): Promise<CallOutcome> => {
    const quick = this.#legs.get(leg);
    if (quick === undefined) throw new Error('This call is not one of this carrier.');
    const { clock } = this.#options;
    const { talkMs, said, ...outcome } = conversationWith(quick.behavior, this.#random);
    const from = clock.monotonicMs();
    await clock.sleep(talkMs, AbortSignal.any([signal, quick.ended])).catch(() => undefined);
    const atMs = clock.monotonicMs() - from;
    if (said !== null) {
      host.onEvent({ type: 'customer-said', text: said, language: 'en', sinceMs: atMs, atMs });
    }
    if (outcome.answeredBy !== null)
      host.onEvent({ type: 'answered-by', answeredBy: outcome.answeredBy, atMs });
    return { ...outcome, durationMs: atMs };
  };

  async #connect(
    entry: Entry,
    { ringingTimeMs, signal }: { ringingTimeMs: number; signal: AbortSignal },
    listener: Listener,
  ): Promise<void> {
    const { clock } = this.#options;
    const fails = FAILURES[entry.behavior];
    const untilMs = fails?.afterMs ?? 1000 + Math.round(9000 * this.#random());
    const rings = entry.behavior === 'no-answer' ? ringingTimeMs : Math.min(untilMs, ringingTimeMs);
    try {
      await clock.sleep(RINGS_AFTER_MS, signal);
      listener({ type: 'ringing' });
      if (entry.fault === 'rings-twice') listener({ type: 'ringing' });
      await clock.sleep(Math.max(0, rings - RINGS_AFTER_MS), signal);
    } catch {
      entry.endedAt = clock.now();
      return listener({ type: 'failed', failure: 'canceled', code: '487', reason: 'Given up.' });
    }
    if (fails !== undefined || entry.behavior === 'no-answer' || untilMs > ringingTimeMs) {
      entry.endedAt = clock.now();
      const { failure, code } = fails ?? { failure: 'no-answer' as const, code: '480' };
      return this.#tell(entry, { type: 'failed', failure, code, reason: entry.behavior }, listener);
    }
    entry.answeredAt = clock.now();
    const leg = new QuickLeg(entry, clock);
    this.#legs.set(leg, leg);
    return this.#tell(entry, { type: 'answered', leg, carrierCallId: randomUUID() }, listener);
  }

  /** Emits the outcome, and then the events of the injected fault. */
  async #tell(entry: Entry, outcome: Outcome, listener: Listener): Promise<void> {
    listener(outcome);
    const late = lateEvent(entry.fault, outcome);
    if (late === null) return;
    await this.#options.clock.sleep(Math.round(20_000 * this.#random()));
    listener(late);
  }
}

type Outcome = Extract<DialEvent, { type: 'answered' | 'failed' }>;

/** The event that a fault adds after the outcome; null if it adds none. */
function lateEvent(fault: QuickFault | null, outcome: Outcome): DialEvent | null {
  if (fault === 'rings-late') return { type: 'ringing' };
  if (fault === 'ends-twice') return outcome;
  if (fault !== 'ends-late') return null;
  const overtaken = { type: 'failed', failure: 'no-answer', code: '480', reason: 'A late report.' } as const;
  return outcome.type === 'answered' ? overtaken : { ...overtaken, failure: 'busy', code: '486' };
}

/** A leg without audio. */
class QuickLeg implements MediaLeg {
  readonly kind = 'simulated';
  readonly sampleRateHz = 8000;
  readonly #over = new AbortController();
  readonly #entry: LedgerEntry;
  readonly #clock: Clock;

  constructor(entry: LedgerEntry, clock: Clock) {
    this.#entry = entry;
    this.#clock = clock;
  }

  get behavior(): Behavior {
    return this.#entry.behavior;
  }

  get ended(): AbortSignal {
    return this.#over.signal;
  }

  start(): void {}
  send(): boolean {
    return true;
  }
  unplayedMs(): number {
    return 0;
  }
  clear(): number {
    return 0;
  }
  async sendDigits() {
    return { kind: 'pressed' } as const;
  }
  async transfer() {
    return { kind: 'untried' } as const;
  }
  hangUp(): void {
    if (this.#over.signal.aborted) return;
    this.#entry.endedAt = this.#clock.now();
    this.#over.abort();
  }
}

interface Conversation extends Omit<CallOutcome, 'durationMs'> {
  talkMs: number;
  /** The person's words; null if the person says nothing. */
  said: string | null;
}

function conversationWith(behavior: Behavior, random: () => number): Conversation {
  const usual = { said: null, status: 'ended_by_customer', reason: 'The customer hung up.' } as const;
  switch (behavior) {
    case 'voicemail':
    case 'full-mailbox': {
      const machine = { status: 'completed', reason: 'voicemail', answeredBy: 'machine' } as const;
      return { talkMs: 8000, said: null, ...machine };
    }
    case 'hangs-up-midway':
      return { talkMs: 4000, ...usual, answeredBy: 'human' };
    case 'opts-out':
      return { talkMs: 9000, ...usual, said: 'Please do not call me again.', answeredBy: 'human' };
    default:
      return { talkMs: 20_000 + Math.round(60_000 * random()), ...usual, answeredBy: 'human' };
  }
}
