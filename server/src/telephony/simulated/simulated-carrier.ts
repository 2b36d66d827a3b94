import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { MediaLeg, TransferOutcome } from '../../voice/legs/media-leg.ts';
import type { DialEvent, Dialing, DialRequest, OutboundRoute } from '../../voice/legs/outbound-route.ts';
import type { MediaClock } from '../../voice/voice-services.ts';
import type { Person, PersonVoice, Population } from './person.ts';
import { ScriptedPerson } from './scripted-person.ts';
import { SimulatedLeg } from './simulated-leg.ts';

const RING_DELAY_MS = 150;

/** A real phone, for example in a browser, that takes the place of a scripted person. */
export interface Phone {
  /** Rings until answered, declined or aborted. After an abort its result is ignored. */
  ring(call: { from: string; to: string }, signal: AbortSignal): Promise<PhoneAnswer>;
}

export type PhoneAnswer = { type: 'answered'; leg: MediaLeg } | { type: 'rejected' } | { type: 'busy' };

/** An event of a call to a scripted person, observed independently of the caller. */
export interface CarrierObservation {
  type: 'dialed' | 'answered' | 'ended';
  attemptId: string;
  to: string;
  at: Date;
}

export interface SimulatedCarrierOptions {
  name: string;
  clock: Clock;
  mediaClock: MediaClock;
  population: Population;
  voice: PersonVoice | null;
  /** Receives all observations in order. */
  onObservation?(observation: CarrierObservation): void;
}

type Outcome = Exclude<DialEvent, { type: 'ringing' }>;

/** A simulated phone network of scripted people and registered phones. */
export class SimulatedCarrier implements OutboundRoute {
  readonly name: string;
  readonly #clock: Clock;
  readonly #mediaClock: MediaClock;
  readonly #population: Population;
  readonly #voice: PersonVoice | null;
  readonly #onObservation: (observation: CarrierObservation) => void;
  readonly #phones = new Map<string, Phone>();
  readonly #calls = new Set<SimulatedLeg>();
  readonly #closed = new AbortController();

  constructor(options: SimulatedCarrierOptions) {
    this.name = options.name;
    this.#clock = options.clock;
    this.#mediaClock = options.mediaClock;
    this.#population = options.population;
    this.#voice = options.voice;
    this.#onObservation = options.onObservation ?? (() => undefined);
  }

  /** Registers a phone for a number, replacing earlier ones. @returns a function that unregisters it */
  register(number: string, phone: Phone): () => void {
    this.#phones.set(number, phone);
    return () => {
      if (this.#phones.get(number) === phone) this.#phones.delete(number);
    };
  }

  dial(request: DialRequest, listener: (event: DialEvent) => void): Dialing {
    const given = new AbortController();
    const signal = AbortSignal.any([given.signal, this.#closed.signal]);
    void this.#connect(request, signal, () => listener({ type: 'ringing' })).then((outcome) => {
      // Hang up an answer that crosses the cancellation.
      if (!signal.aborted) return listener(outcome);
      if (outcome.type === 'answered') outcome.leg.hangUp();
      listener({ type: 'failed', failure: 'canceled', code: '487', reason: 'The call was canceled.' });
    });
    return { cancel: () => given.abort() };
  }

  /** Ends all calls and accepts no more. */
  close(): void {
    this.#closed.abort();
    for (const leg of [...this.#calls]) leg.end({ kind: 'lost', reason: 'The carrier was closed.' });
  }

  async #connect(request: DialRequest, signal: AbortSignal, onRinging: () => void): Promise<Outcome> {
    const giveUp = new AbortController();
    const ends = AbortSignal.any([signal, giveUp.signal]);
    try {
      const timeout = this.#clock.sleep(request.ringingTimeMs, ends).then((): Outcome => noAnswer());
      const phone = this.#phones.get(request.to);
      const answer =
        phone === undefined
          ? this.#reach(request, ends, onRinging)
          : ringPhone(phone, { request, signal: ends, onRinging });
      return await Promise.race([timeout, answer]);
    } catch {
      return { type: 'failed', failure: 'unavailable', code: '503', reason: 'The simulated phone failed.' };
    } finally {
      giveUp.abort();
    }
  }

  async #reach(request: DialRequest, signal: AbortSignal, onRinging: () => void): Promise<Outcome> {
    signal.throwIfAborted();
    const person = this.#population(request.to);
    const { pickUp } = person;
    this.#observe('dialed', request);
    let isAnswered = false;
    signal.addEventListener('abort', () => isAnswered || this.#observe('ended', request), { once: true });
    const isRinging = pickUp.type !== 'fails' || pickUp.failure === 'rejected';
    await this.#clock.sleep(RING_DELAY_MS, signal);
    if (isRinging) onRinging();
    if (pickUp.type === 'no-answer') return new Promise<never>(() => undefined);
    await this.#clock.sleep(Math.max(0, pickUp.afterMs - RING_DELAY_MS), signal);
    if (pickUp.type === 'answers') {
      isAnswered = true;
      this.#observe('answered', request);
      const leg = this.#leg(person, request);
      return { type: 'answered', leg, carrierCallId: randomUUID() };
    }
    const { failure, code } = pickUp;
    return { type: 'failed', failure, code, reason: `The simulated carrier reported ${failure}.` };
  }

  #leg(person: Person, request: DialRequest): SimulatedLeg {
    const scripted = new ScriptedPerson(person, this.#voice, seedOf(request.to));
    const leg = new SimulatedLeg({
      person: scripted,
      clock: this.#clock,
      mediaClock: this.#mediaClock,
      transfer: (target, signal) => this.#transfer(target, signal),
      onEnd: () => {
        this.#calls.delete(leg);
        this.#observe('ended', request);
      },
    });
    this.#calls.add(leg);
    return leg;
  }

  #observe(type: CarrierObservation['type'], { attemptId, to }: DialRequest): void {
    this.#onObservation({ type, attemptId, to, at: this.#clock.now() });
  }

  /** Connects the person with the target; their conversation is not simulated. */
  async #transfer(target: string, signal: AbortSignal): Promise<TransferOutcome> {
    const request = { attemptId: randomUUID(), from: '', to: target, ringingTimeMs: 30_000 };
    const outcome = await this.#connect(request, signal, () => undefined);
    if (outcome.type === 'failed') {
      return { kind: 'refused', reason: outcome.reason, isBusy: outcome.failure === 'busy' };
    }
    outcome.leg.hangUp();
    return { kind: 'transferred' };
  }
}

async function ringPhone(
  phone: Phone,
  { request, signal, onRinging }: { request: DialRequest; signal: AbortSignal; onRinging: () => void },
): Promise<Outcome> {
  // Emits ringing only after `dial` has returned.
  await Promise.resolve();
  onRinging();
  const answer = await phone.ring({ from: request.from, to: request.to }, signal);
  if (answer.type === 'answered') {
    if (signal.aborted) answer.leg.hangUp();
    return { type: 'answered', leg: answer.leg, carrierCallId: null };
  }
  const code = answer.type === 'busy' ? '486' : '603';
  return {
    type: 'failed',
    failure: answer.type,
    code,
    reason: `The simulated phone reported ${answer.type}.`,
  };
}

function noAnswer(): Outcome {
  return { type: 'failed', failure: 'no-answer', code: '480', reason: 'Nobody answered.' };
}

/** The same seed for every call to a number. */
function seedOf(number: string): number {
  return [...number].reduce((seed, digit) => (Math.imul(seed, 31) + digit.charCodeAt(0)) | 0, 7);
}
