import { timestampDistance } from './rtp-packet.ts';
import { TICKS_PER_MS } from './rtp-timeline.ts';

/** Converts RTP timestamps of one stream to ticks of 8 kHz, modulo 2³². */
export class TickCounter {
  #last: { perTick: number; timestamp: number; ticks: number } | null = null;

  /**
   * @param clockPerMs of the packet's codec
   * @returns `isNewClock` if the ticks are unrelated to earlier ones
   */
  audio(timestamp: number, clockPerMs: number): { ticks: number; isNewClock: boolean } {
    const perTick = clockPerMs / TICKS_PER_MS;
    const isNewClock = this.#last !== null && this.#last.perTick !== perTick;
    const ticks = this.#last === null || isNewClock ? timestamp : this.event(timestamp);
    this.#last = { perTick, timestamp, ticks };
    return { ticks, isNewClock };
  }

  /** Events count by the clock of the audio around them. */
  event(timestamp: number): number {
    if (this.#last === null || this.#last.perTick === 1) return timestamp;
    const { perTick, timestamp: from, ticks } = this.#last;
    return (ticks + Math.round(timestampDistance(from, timestamp) / perTick)) >>> 0;
  }

  restart(): void {
    this.#last = null;
  }
}
