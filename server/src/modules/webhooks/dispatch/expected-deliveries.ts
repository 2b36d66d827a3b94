/** Above this number, claims are cheaper, because one statement claims many deliveries. */
const MAX_EXPECTED = 64;
/** How long the fast path to a URL is off after a delivery found no free slot. */
const PAUSE_MS = 10_000;
const MAX_PAUSED = 1000;
/** After this time the transaction has failed or its commit was missed. */
const PATIENCE_MS = 60_000;

/**
 * Fast path: deliveries that running transactions insert as claimed by this process and that are sent as soon as they
 * commit.
 */
export class ExpectedDeliveries {
  /** Monotonic time of the announcement, by delivery id. */
  readonly #announced = new Map<string, number>();
  /** Monotonic time at which the pause ends, by URL. */
  readonly #paused = new Map<string, number>();

  /** @returns whether the delivery may be inserted as claimed */
  announce({ id, url }: { id: string; url: string }, nowMs: number): boolean {
    const isPaused = nowMs < (this.#paused.get(url) ?? 0);
    if (isPaused || this.#announced.size >= MAX_EXPECTED) return false;
    this.#announced.set(id, nowMs);
    return true;
  }

  /** Called after the commit. @returns false if the delivery was already given up */
  arrive(id: string): boolean {
    return this.#announced.delete(id);
  }

  pause(url: string, nowMs: number): void {
    if (this.#paused.size >= MAX_PAUSED) this.#paused.clear();
    this.#paused.set(url, nowMs + PAUSE_MS);
  }

  /** Drops old announcements, most of which were rolled back. @returns whether there were any */
  giveUpOld(nowMs: number): boolean {
    const old = [...this.#announced].filter(([, announcedMs]) => nowMs - announcedMs >= PATIENCE_MS);
    for (const [id] of old) this.#announced.delete(id);
    return old.length > 0;
  }

  ids(): string[] {
    return [...this.#announced.keys()];
  }
}
