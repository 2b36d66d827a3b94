import type { Clock } from '../../core/clock.ts';

/** A vendor that is down is not used for this long, so that not every call waits for its failure. */
const COOL_DOWN_MS = 30_000;

/** Cool-down of a provider after a temporary failure. */
export class CoolDown {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#clock.monotonicMs() < this.#untilMs;
  }

  begin(): void {
    this.#untilMs = this.#clock.monotonicMs() + COOL_DOWN_MS;
  }
}
