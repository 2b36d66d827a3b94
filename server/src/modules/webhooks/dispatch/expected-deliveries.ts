/** Beyond this, claims are cheaper: they take many in one statement. */
const MAX_EXPECTED = 64;
/** How long the fast path is off for a URL without a free slot. */
const PAUSE_MS = 10_000;
const MAX_PAUSED = 1000;
/** After this long the transaction has failed or its commit went unnoticed. */
const PATIENCE_MS = 60_000;

/** Fast path: deliveries that running transactions insert as claimed by this process, sent as soon as they commit. */
export class ExpectedDeliveries {
  /** Delivery id to time of announcement. */
  readonly #announced = new Map<string, number>();
  /** URL to end of its pause. */
  readonly #paused = new Map<string, number>();

  /** @returns whether the delivery may be inserted as claimed */
  announce({ id, url }: { id: string; url: string }, nowMs: number): boolean {
    const isPaused = nowMs < (this.#paused.get(url) ?? 0);
    if (isPaused || this.#announced.size >= MAX_EXPECTED) return false;
    this.#announced.set(id, nowMs);
    return true;
  }

  /** Called after the commit. @returns false when it was already given up */
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
