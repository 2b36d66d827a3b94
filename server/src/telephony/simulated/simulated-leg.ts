import type { Clock } from '../../core/clock.ts';
import {
  FRAME_MS,
  frameSamples,
  type KeysOutcome,
  type LegEnd,
  type LegListener,
  type MediaLeg,
  type TransferOutcome,
} from '../../voice/legs/media-leg.ts';
import { MAX_CATCH_UP_MS } from '../../voice/media-clock.ts';
import type { MediaClock } from '../../voice/voice-services.ts';
import type { ScriptedPerson } from './scripted-person.ts';

/** The longest row of keys that is waited for. */
const MAX_DIGITS = 64;
const DIGIT_MS = 100;
const PAUSE_MS = 500;

export interface SimulatedLegOptions {
  person: ScriptedPerson;
  clock: Clock;
  mediaClock: MediaClock;
  /** Tries to connect the person with somebody else. */
  transfer(target: string, signal: AbortSignal): Promise<TransferOutcome>;
  /** Called once, whether or not anybody listens. */
  onEnd(): void;
}

/** The telephone of a scripted person: they act while the media clock ticks, and hear each frame as it is sent. */
export class SimulatedLeg implements MediaLeg {
  readonly kind = 'simulated';
  readonly sampleRateHz = 8000;
  readonly #person: ScriptedPerson;
  readonly #clock: Clock;
  readonly #mediaClock: MediaClock;
  readonly #transfer: SimulatedLegOptions['transfer'];
  readonly #onEnd: SimulatedLegOptions['onEnd'];
  readonly #ended = new AbortController();
  #listener: LegListener | null = null;
  #end: LegEnd | null = null;
  #stopTicks: (() => void) | null = null;
  #startedMs = 0;
  #leftOutMs = 0;

  constructor({ person, clock, mediaClock, transfer, onEnd }: SimulatedLegOptions) {
    this.#person = person;
    this.#clock = clock;
    this.#mediaClock = mediaClock;
    this.#transfer = transfer;
    this.#onEnd = onEnd;
  }

  start(listener: LegListener): void {
    this.#listener = listener;
    this.#startedMs = this.#clock.monotonicMs();
    if (this.#end !== null) this.#tellEnd(this.#end);
    else this.#stopTicks = this.#mediaClock.every20Ms((tick) => this.#tick(tick));
  }

  send(frame: Int16Array): boolean {
    if (this.#end !== null) return false;
    this.#person.hears(frame);
    return true;
  }

  unplayedMs(): number {
    return 0;
  }

  clear(): number {
    return 0;
  }

  /** People do not mind keys; it takes as long as it would. */
  async sendDigits(digits: string): Promise<KeysOutcome> {
    const keys = digits.slice(0, MAX_DIGITS);
    const waits = [...keys].map((key) => (key === 'w' ? PAUSE_MS : DIGIT_MS));
    await this.#ticks(waits.reduce((sum, ms) => sum + ms, 0) / FRAME_MS);
    return this.#end === null ? { kind: 'pressed' } : { kind: 'refused', reason: 'The call is over.' };
  }

  async transfer(target: string, signal: AbortSignal): Promise<TransferOutcome> {
    if (this.#end !== null) return { kind: 'refused', reason: 'The call is over.' };
    const outcome = await this.#transfer(target, AbortSignal.any([signal, this.#ended.signal]));
    if (outcome.kind === 'transferred') this.end({ kind: 'transferred' });
    return outcome;
  }

  hangUp(): void {
    this.end({ kind: 'local-hang-up' });
  }

  /** Ends the call for a reason of the network's; only the first one counts. */
  end(end: LegEnd): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#stopTicks?.();
    this.#person.close();
    this.#ended.abort();
    this.#onEnd();
    if (this.#listener !== null) this.#tellEnd(end);
  }

  /** Whoever hangs up hears of it after their own call has returned. */
  #tellEnd(end: LegEnd): void {
    queueMicrotask(() => this.#listener?.ended(end));
  }

  #tick(tick: number): void {
    const listener = this.#listener;
    if (this.#end !== null || listener === null) return;
    const frame = new Int16Array(frameSamples(this.sampleRateHz));
    const { digit, typed, said, hangsUp } = this.#person.next(frame);
    listener.audio(frame, this.#positionOf(tick));
    if (digit !== null) listener.digit(digit);
    if (typed !== null) listener.typed(typed);
    if (said !== null) listener.transcribed?.(said);
    if (hangsUp) this.end({ kind: 'remote-hang-up' });
  }

  /** A telephone goes on while the process stands still: what it says meanwhile is lost, and leaves its gap. */
  #positionOf(tick: number): number {
    const behindMs = this.#clock.monotonicMs() - this.#startedMs - tick * FRAME_MS - this.#leftOutMs;
    this.#leftOutMs += Math.max(0, behindMs - MAX_CATCH_UP_MS);
    return tick * FRAME_MS + this.#leftOutMs;
  }

  #ticks(count: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        stop();
        this.#ended.signal.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.#mediaClock.every20Ms((tick) => {
        if (tick + 1 >= count) done();
      });
      if (this.#end === null) this.#ended.signal.addEventListener('abort', done);
      else done();
    });
  }
}
