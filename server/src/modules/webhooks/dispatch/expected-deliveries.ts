/** More events at a time are found by claims, which take many in one statement. */
const MAX_EXPECTED = 64;
/** To a URL where one had no place, claims are the better way for a while. */
const PAUSE_MS = 10_000;
const MAX_PAUSED = 1000;
/** A transaction that takes longer is gone, or its commit was never heard of. */
const PATIENCE_MS = 60_000;

/** Deliveries that transactions under way write as claimed by this process, to be sent the moment they commit. */
export class ExpectedDeliveries {
  /** When each was announced. */
  readonly #announced = new Map<string, number>();
  /** URLs, until when. */
  readonly #paused = new Map<string, number>();

  /** Whether the delivery may be written so. */
  announce({ id, url }: { id: string; url: string }, nowMs: number): boolean {
    const isPaused = nowMs < (this.#paused.get(url) ?? 0);
    if (isPaused || this.#announced.size >= MAX_EXPECTED) return false;
    this.#announced.set(id, nowMs);
    return true;
  }

  /** It is committed. False: it was given up by then. */
  arrive(id: string): boolean {
    return this.#announced.delete(id);
  }

  pause(url: string, nowMs: number): void {
    if (this.#paused.size >= MAX_PAUSED) this.#paused.clear();
    this.#paused.set(url, nowMs + PAUSE_MS);
  }

  /** Gives up what was announced long ago: most were rolled back. Tells whether there was any. */
  giveUpOld(nowMs: number): boolean {
    const old = [...this.#announced].filter(([, announcedMs]) => nowMs - announcedMs >= PATIENCE_MS);
    for (const [id] of old) this.#announced.delete(id);
    return old.length > 0;
  }

  ids(): string[] {
    return [...this.#announced.keys()];
  }
}
