const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;

/** How long campaigns rest whose leads were locked when they were looked at: each time twice as long, until they get one. */
export class Pauses {
  /** The next one, by campaign. */
  readonly #nextMs = new Map<number, number>();

  get campaignIds(): number[] {
    return [...this.#nextMs.keys()];
  }

  /** @returns how long it rests now, in milliseconds */
  take(campaignId: number): number {
    const pauseMs = this.#nextMs.get(campaignId) ?? FIRST_PAUSE_MS;
    this.#nextMs.set(campaignId, Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
    return pauseMs;
  }

  forget(campaignId: number): void {
    this.#nextMs.delete(campaignId);
  }
}
