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

/** Longest accepted key sequence. */
const MAX_DIGITS = 64;
const DIGIT_MS = 100;
const PAUSE_MS = 500;

export interface SimulatedLegOptions {
  person: ScriptedPerson;
  clock: Clock;
  mediaClock: MediaClock;
  /** Transfers the person to another number. */
  transfer(target: string, signal: AbortSignal): Promise<TransferOutcome>;
  /** Called once, even without a listener. */
  onEnd(): void;
}

/** Media leg of a scripted person, driven by the media clock. */
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
  #skippedMs = 0;

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
    if (this.#end !== null) this.#emitEnd(this.#end);
    else this.#stopTicks = this.#mediaClock.every20Ms((tick) => this.#tick(tick));
  }

  send(frame: Int16Array): boolean {
    if (this.#end !== null) return false;
    this.#person.receive(frame);
    return true;
  }

  unplayedMs(): number {
    return 0;
  }

  clear(): number {
    return 0;
  }

  /** Keys have no effect, but take their usual time. */
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

  /** Ends the call from the network side; only the first end counts. */
  end(end: LegEnd): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#stopTicks?.();
    this.#person.close();
    this.#ended.abort();
    this.#onEnd();
    if (this.#listener !== null) this.#emitEnd(end);
  }

  /** Emits the end only after `hangUp` has returned. */
  #emitEnd(end: LegEnd): void {
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

  /** A phone keeps sending while the process stalls: that audio is lost and leaves a gap. */
  #positionOf(tick: number): number {
    const behindMs = this.#clock.monotonicMs() - this.#startedMs - tick * FRAME_MS - this.#skippedMs;
    this.#skippedMs += Math.max(0, behindMs - MAX_CATCH_UP_MS);
    return tick * FRAME_MS + this.#skippedMs;
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
