import type { Clock } from '../../../core/clock.ts';

/** Spaces requests per host: each starts at least `gapMs` after the previous one. */
export class HostThrottle {
  private readonly clock: Clock;
  private readonly nextStartMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Resolves when the next request to `host` may start. */
  async wait(host: string, gapMs: number, signal: AbortSignal): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    const startMs = Math.max(nowMs, this.nextStartMs.get(host) ?? nowMs);
    this.nextStartMs.set(host, startMs + gapMs);
    if (startMs > nowMs) await this.clock.sleep(startMs - nowMs, signal);
  }

  /** Delays further requests to `host`. */
  pause(host: string, delayMs: number): void {
    const untilMs = this.clock.monotonicMs() + delayMs;
    this.nextStartMs.set(host, Math.max(untilMs, this.nextStartMs.get(host) ?? untilMs));
  }
}
