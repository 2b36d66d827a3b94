/** Where pieces of one reply lie among all that was sent to a leg. Times in milliseconds. */
interface Stretch {
  /** Of the leg's sent audio. */
  sentMs: number;
  /** Of the reply's own audio. */
  offsetMs: number;
  lengthMs: number;
}

/** Which parts of a reply were sent, and when: how much of it was heard follows from how much of the leg was played. */
export class SentStretches {
  readonly #stretches: Stretch[] = [];

  add(sentMs: number, offsetMs: number, lengthMs: number): void {
    const last = this.#stretches.at(-1);
    if (last !== undefined && last.sentMs + last.lengthMs === sentMs) last.lengthMs += lengthMs;
    else this.#stretches.push({ sentMs, offsetMs, lengthMs });
  }

  /** Forgets what was sent after `sentMs`: it was thrown away unheard. */
  truncate(sentMs: number): void {
    for (let last = this.#stretches.at(-1); last !== undefined; last = this.#stretches.at(-1)) {
      if (last.sentMs + last.lengthMs <= sentMs) return;
      last.lengthMs = sentMs - last.sentMs;
      if (last.lengthMs > 0) return;
      this.#stretches.pop();
    }
  }

  /** How far the reply was heard once the leg has played up to `playedMs`. */
  heardMs(playedMs: number): number {
    let heardMs = 0;
    for (const stretch of this.#stretches) {
      if (playedMs <= stretch.sentMs) break;
      heardMs = stretch.offsetMs + Math.min(stretch.lengthMs, playedMs - stretch.sentMs);
    }
    return heardMs;
  }
}
