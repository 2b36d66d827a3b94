import { FRAME_MS, type LegEnd, type LegListener } from '../voice/legs/media-leg.ts';

/** What came before somebody listened is kept for a second. */
const MAX_EARLY_FRAMES = 1000 / FRAME_MS;
const MAX_EARLY_WORDS = 50;

/**
 * Between a leg and whoever listens to it: keeps what comes before the listener does, tells the end once, and nothing
 * after it.
 */
export class LegRelay {
  #listener: LegListener | null = null;
  #end: LegEnd | null = null;
  readonly #frames: { frame: Int16Array; positionMs: number }[] = [];
  readonly #words: ((listener: LegListener) => void)[] = [];

  get isEnded(): boolean {
    return this.#end !== null;
  }

  start(listener: LegListener): void {
    if (this.#listener !== null) return;
    this.#listener = listener;
    const frames = this.#frames.splice(0);
    const latestMs = frames.at(-1)?.positionMs ?? 0;
    for (const { frame, positionMs } of frames) listener.audio(frame, positionMs, latestMs - positionMs);
    for (const tell of this.#words.splice(0)) tell(listener);
    if (this.#end !== null) listener.ended(this.#end);
  }

  audio(frame: Int16Array, positionMs: number): void {
    if (this.#end !== null) return;
    if (this.#listener !== null) this.#listener.audio(frame, positionMs);
    else {
      this.#frames.push({ frame, positionMs });
      if (this.#frames.length > MAX_EARLY_FRAMES) this.#frames.shift();
    }
  }

  digit(digit: string): void {
    this.#tell((listener) => listener.digit(digit));
  }

  /** Of what was sent; who does not listen yet has sent nothing. */
  audioLost(ms: number): void {
    if (ms > 0 && this.#end === null) this.#listener?.audioLost?.(ms);
  }

  typed(text: string): void {
    this.#tell((listener) => listener.typed(text));
  }

  /** @returns false where the leg was over before. */
  ended(end: LegEnd): boolean {
    if (this.#end !== null) return false;
    this.#end = end;
    this.#listener?.ended(end);
    return true;
  }

  #tell(tell: (listener: LegListener) => void): void {
    if (this.#end !== null) return;
    if (this.#listener !== null) tell(this.#listener);
    else if (this.#words.length < MAX_EARLY_WORDS) this.#words.push(tell);
  }
}
