const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;

/** Exponential backoff of campaigns that another process is claiming for, reset by the first success. */
export class Backoffs {
  readonly #nextMs = new Map<number, number>();

  get campaignIds(): number[] {
    return [...this.#nextMs.keys()];
  }

  /** @returns the delay in milliseconds */
  take(campaignId: number): number {
    const pauseMs = this.#nextMs.get(campaignId) ?? FIRST_PAUSE_MS;
    this.#nextMs.set(campaignId, Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
    return pauseMs;
  }

  forget(campaignId: number): void {
    this.#nextMs.delete(campaignId);
  }
}
