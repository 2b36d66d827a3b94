/** A continuous segment of a reply within the audio sent to a leg, in ms. */
interface SentSegment {
  /** Position in the sent audio of the leg. */
  sentMs: number;
  /** Position in the audio of the reply. */
  offsetMs: number;
  lengthMs: number;
}

/** Tracks when which parts of a reply were sent, to determine how much was heard. */
export class SentSegments {
  readonly #segments: SentSegment[] = [];

  add(sentMs: number, offsetMs: number, lengthMs: number): void {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.sentMs + last.lengthMs === sentMs) last.lengthMs += lengthMs;
    else this.#segments.push({ sentMs, offsetMs, lengthMs });
  }

  /** Drops what was sent after `sentMs`: it was discarded unplayed. */
  truncate(sentMs: number): void {
    for (let last = this.#segments.at(-1); last !== undefined; last = this.#segments.at(-1)) {
      if (last.sentMs + last.lengthMs <= sentMs) return;
      last.lengthMs = sentMs - last.sentMs;
      if (last.lengthMs > 0) return;
      this.#segments.pop();
    }
  }

  /** Position up to which the reply was heard once the leg has played up to `playedMs`. */
  heardMs(playedMs: number): number {
    let heardMs = 0;
    for (const segment of this.#segments) {
      if (playedMs <= segment.sentMs) break;
      heardMs = segment.offsetMs + Math.min(segment.lengthMs, playedMs - segment.sentMs);
    }
    return heardMs;
  }
}
