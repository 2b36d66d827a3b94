import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/core/clock.ts';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import type { Behaviour } from '../../../src/telephony/simulated/seeded-population.ts';
import type { CallOutcome } from '../../../src/voice/call-event.ts';
import type { DialEvent, DialFailure, Dialing, DialRequest, Line } from '../../../src/voice/legs/line.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type { RunCall } from '../../../src/voice/voice-services.ts';
import type { LedgerEntry } from './dial-ledger.ts';

const RINGS_AFTER_MS = 150;

const FAILURES: Partial<Record<Behaviour, { failure: DialFailure; code: string; afterMs: number }>> = {
  busy: { failure: 'busy', code: '486', afterMs: 800 },
  declines: { failure: 'rejected', code: '603', afterMs: 3000 },
  'wrong-number': { failure: 'invalid-number', code: '404', afterMs: 300 },
  'carrier-error': { failure: 'unavailable', code: '503', afterMs: 300 },
};

export interface QuickCarrierOptions {
  clock: Clock;
  behaviourOf(number: string): Behaviour;
  /** Of its delays and its faults. */
  seed: number;
  /** How often, of 1, it says things twice, late or in the wrong order. */
  faults?: number;
}

/**
 * A carrier without sound, as fast as its clock: it connects the people of a population and keeps a ledger of what it
 * was asked to do. With faults it breaks the promises of a line as carriers do: events come twice, late, out of order.
 */
export class QuickCarrier implements Line {
  readonly name = 'quick';
  readonly ledger: LedgerEntry[] = [];
  readonly #options: QuickCarrierOptions;
  readonly #random: () => number;
  readonly #legs = new WeakMap<MediaLeg, QuickLeg>();

  constructor(options: QuickCarrierOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  dial({ attemptId, to, ringingTimeMs }: DialRequest, listener: (event: DialEvent) => void): Dialing {
    const { clock, behaviourOf } = this.#options;
    const behaviour = behaviourOf(to);
    const entry = { attemptId, to, dialledAt: clock.now(), answeredAt: null, endedAt: null, behaviour };
    this.ledger.push(entry);
    const given = new AbortController();
    void this.#connect(entry, { ringingTimeMs, signal: given.signal }, listener);
    return { cancel: () => given.abort() };
  }

  /** Holds calls of this carrier in place of the voice loop: how long, and how they end, is up to who was called. */
  readonly runCall: RunCall = async (_services, { leg, host, signal }): Promise<CallOutcome> => {
    const quick = this.#legs.get(leg);
    if (quick === undefined) throw new Error('This call is none of this carrier.');
    const { clock } = this.#options;
    const { talkMs, said, ...outcome } = conversationWith(quick.behaviour, this.#random);
    const from = clock.monotonicMs();
    await clock.sleep(talkMs, AbortSignal.any([signal, quick.ended])).catch(() => undefined);
    const atMs = clock.monotonicMs() - from;
    if (said !== null) host.happened({ type: 'customer-said', text: said, language: 'en', atMs });
    if (outcome.answeredBy !== null)
      host.happened({ type: 'answered-by', answeredBy: outcome.answeredBy, atMs });
    return { ...outcome, durationMs: atMs };
  };

  async #connect(
    entry: LedgerEntry,
    { ringingTimeMs, signal }: { ringingTimeMs: number; signal: AbortSignal },
    listener: (event: DialEvent) => void,
  ): Promise<void> {
    const { clock } = this.#options;
    const fails = FAILURES[entry.behaviour];
    const untilMs = fails?.afterMs ?? 1000 + Math.round(9000 * this.#random());
    const rings = entry.behaviour === 'no-answer' ? ringingTimeMs : Math.min(untilMs, ringingTimeMs);
    const isFaulty = this.#random() < (this.#options.faults ?? 0);
    try {
      await clock.sleep(RINGS_AFTER_MS, signal);
      listener({ type: 'ringing' });
      if (isFaulty) listener({ type: 'ringing' });
      await clock.sleep(Math.max(0, rings - RINGS_AFTER_MS), signal);
    } catch {
      entry.endedAt = clock.now();
      return listener({ type: 'failed', failure: 'cancelled', code: '487', reason: 'Given up.' });
    }
    if (fails !== undefined || entry.behaviour === 'no-answer' || untilMs > ringingTimeMs) {
      entry.endedAt = clock.now();
      const { failure, code } = fails ?? { failure: 'no-answer' as const, code: '480' };
      const event = { type: 'failed', failure, code, reason: entry.behaviour } as const;
      listener(event);
      if (isFaulty) await this.#sayLate(listener, event);
      return;
    }
    entry.answeredAt = clock.now();
    const leg = new QuickLeg(entry, clock);
    this.#legs.set(leg, leg);
    listener({ type: 'answered', leg, carrierCallId: randomUUID() });
    if (isFaulty) await this.#sayLate(listener, { type: 'ringing' });
  }

  /** What carriers do: the same again, after something else was said. */
  async #sayLate(listener: (event: DialEvent) => void, event: DialEvent): Promise<void> {
    await this.#options.clock.sleep(Math.round(20_000 * this.#random()));
    listener(event);
  }
}

/** A leg that nothing is heard on. */
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

  get behaviour(): Behaviour {
    return this.#entry.behaviour;
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
    return { kind: 'unsupported' } as const;
  }
  hangUp(): void {
    if (this.#over.signal.aborted) return;
    this.#entry.endedAt = this.#clock.now();
    this.#over.abort();
  }
}

interface Conversation extends Omit<CallOutcome, 'durationMs'> {
  talkMs: number;
  /** By the person; null: nothing that matters. */
  said: string | null;
}

function conversationWith(behaviour: Behaviour, random: () => number): Conversation {
  const usual = { said: null, status: 'ended_by_customer', reason: 'The customer hung up.' } as const;
  switch (behaviour) {
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
