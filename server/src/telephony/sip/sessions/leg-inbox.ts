import type { Clock } from '../../../core/clock.ts';
import type { LegEnd, LegListener } from '../../../voice/legs/media-leg.ts';
import type { KeySource } from '../../rtp/rtp-parameters.ts';
import type { AudioListener } from './audio-session.ts';

/** One second. */
const MAX_FRAMES = 50;
const MAX_DIGITS = 50;

type Item = { type: 'frame'; samples: Int16Array; positionMs: number } | { type: 'digit'; digit: string };

/** Buffers audio and digits until a listener is attached; emits the end once. */
export class LegInbox implements AudioListener {
  readonly lost: AudioListener['lost'];
  readonly #presses: KeyPresses;
  #listener: LegListener | null = null;
  #waiting: Item[] = [];
  #end: LegEnd | null = null;
  #isHeld = false;

  /** @param lost called when no media arrives any more */
  constructor(clock: Clock, lost: AudioListener['lost']) {
    this.lost = lost;
    this.#presses = new KeyPresses(clock);
  }

  get isEnded(): boolean {
    return this.#end !== null;
  }

  open(listener: LegListener): void {
    if (this.#listener !== null) return;
    this.#listener = listener;
    if (this.#isHeld) listener.holdChanged?.(true);
    const waiting = this.#waiting;
    this.#waiting = [];
    const latestMs = waiting.findLast((item) => item.type === 'frame')?.positionMs ?? null;
    for (const item of waiting) this.#deliver(listener, item, latestMs);
    if (this.#end !== null) listener.ended(this.#end);
  }

  frame(samples: Int16Array, positionMs: number): void {
    this.#take({ type: 'frame', samples, positionMs });
  }

  /** A key press received as an event or an in-band tone. */
  digit(digit: string, by: KeySource): void {
    const isNew = by === 'event' ? this.#presses.byEvent(digit) : this.#presses.byTone(digit);
    if (isNew) this.#take({ type: 'digit', digit });
  }

  /** A key press received by INFO. */
  informed(digit: string, mayUseEvents: boolean): void {
    if (this.#presses.byInfo(digit, mayUseEvents)) this.#take({ type: 'digit', digit });
  }

  held(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (this.#end === null) this.#listener?.holdChanged?.(isHeld);
  }

  end(end: LegEnd): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#listener?.ended(end);
  }

  #take(item: Item): void {
    if (this.#end !== null) return;
    if (this.#listener !== null) this.#deliver(this.#listener, item, null);
    else if (this.#countOf(item.type) < (item.type === 'frame' ? MAX_FRAMES : MAX_DIGITS))
      this.#waiting.push(item);
    else if (item.type === 'frame') this.#dropOldestFrame(item);
  }

  #countOf(type: Item['type']): number {
    return this.#waiting.filter((item) => item.type === type).length;
  }

  #dropOldestFrame(item: Item): void {
    this.#waiting.splice(
      this.#waiting.findIndex(({ type }) => type === 'frame'),
      1,
    );
    this.#waiting.push(item);
  }

  /** @param latestMs position of the newest buffered frame; null if this frame is live */
  #deliver(listener: LegListener, item: Item, latestMs: number | null): void {
    if (item.type === 'digit') listener.digit(item.digit);
    else listener.audio(item.samples, item.positionMs, (latestMs ?? item.positionMs) - item.positionMs);
  }
}

/** A peer reports the same press in two ways within this time. */
const SAME_PRESS_MS = 2000;
const MAX_REPORTED = 50;

/**
 * Deduplicates key presses that a peer reports as RFC 4733 events, as in-band tones and by INFO. The negotiation does
 * not tell which are used: phones set to INFO also negotiate events.
 */
export class KeyPresses {
  readonly #clock: Clock;
  /** Presses reported by INFO or tone that may still be reported in another way. */
  #reported: { digit: string; by: 'info' | 'tone'; atMs: number }[] = [];
  #hasEvents = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns true if this is a new press */
  byEvent(digit: string): boolean {
    this.#hasEvents = true;
    return !this.#isReported(digit, 'event');
  }

  /** @returns true if this is a new press */
  byTone(digit: string): boolean {
    return this.#report(digit, 'tone');
  }

  /** @param mayUseEvents true if events are negotiated; a peer without them reports by INFO only */
  byInfo(digit: string, mayUseEvents: boolean): boolean {
    return (!this.#hasEvents || !mayUseEvents) && this.#report(digit, 'info');
  }

  #report(digit: string, by: 'info' | 'tone'): boolean {
    if (this.#isReported(digit, by)) return false;
    this.#reported = [...this.#reported, { digit, by, atMs: this.#clock.monotonicMs() }].slice(-MAX_REPORTED);
    return true;
  }

  /** True if the press was already reported in another way. Consumes that report. */
  #isReported(digit: string, by: 'info' | 'tone' | 'event'): boolean {
    const sinceMs = this.#clock.monotonicMs() - SAME_PRESS_MS;
    const same = this.#reported.findIndex(
      (one) => one.digit === digit && one.by !== by && one.atMs >= sinceMs,
    );
    if (same !== -1) this.#reported.splice(same, 1);
    return same !== -1;
  }
}
