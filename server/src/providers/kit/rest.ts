import type { Clock } from '../../core/clock.ts';

/** A vendor that is down is left alone for so long, or everybody would wait for its failure anew. */
const REST_MS = 30_000;

/** Whether a provider is left alone, as it failed a moment ago for a reason that passes. */
export class Rest {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#clock.monotonicMs() < this.#untilMs;
  }

  begin(): void {
    this.#untilMs = this.#clock.monotonicMs() + REST_MS;
  }
}
