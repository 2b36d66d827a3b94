import { FRAME_MS, type LegEnd, type LegListener } from '../voice/legs/media-leg.ts';

/** One second of audio. */
const MAX_EARLY_FRAMES = 1000 / FRAME_MS;
const MAX_EARLY_EVENTS = 50;

/** Buffers audio and events of a leg until its listener is attached. Emits the end once, and nothing after it. */
export class LegRelay {
  #listener: LegListener | null = null;
  #end: LegEnd | null = null;
  #isHeld = false;
  readonly #frames: { frame: Int16Array; positionMs: number }[] = [];
  readonly #events: ((listener: LegListener) => void)[] = [];

  get isEnded(): boolean {
    return this.#end !== null;
  }

  start(listener: LegListener): void {
    if (this.#listener !== null) return;
    this.#listener = listener;
    if (this.#isHeld) listener.holdChanged?.(true);
    const frames = this.#frames.splice(0);
    const latestMs = frames.at(-1)?.positionMs ?? 0;
    for (const { frame, positionMs } of frames) listener.audio(frame, positionMs, latestMs - positionMs);
    for (const emit of this.#events.splice(0)) emit(listener);
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
    this.#emit((listener) => listener.digit(digit));
  }

  /** Reports sent audio that was not played. */
  audioLost(ms: number): void {
    if (ms > 0 && this.#end === null) this.#listener?.audioLost?.(ms);
  }

  holdChanged(isHeld: boolean): void {
    if (this.#isHeld === isHeld || this.#end !== null) return;
    this.#isHeld = isHeld;
    this.#listener?.holdChanged?.(isHeld);
  }

  typed(text: string): void {
    this.#emit((listener) => listener.typed(text));
  }

  /** @returns false if the leg had already ended */
  ended(end: LegEnd): boolean {
    if (this.#end !== null) return false;
    this.#end = end;
    this.#listener?.ended(end);
    return true;
  }

  #emit(emit: (listener: LegListener) => void): void {
    if (this.#end !== null) return;
    if (this.#listener !== null) emit(this.#listener);
    else if (this.#events.length < MAX_EARLY_EVENTS) this.#events.push(emit);
  }
}
