import type { LegEnd, LegListener, MediaLeg } from '../../server/src/voice/legs/media-leg.ts';

export const FRAME_SAMPLES = 160;

/** A leg in this process that plays audio immediately. The benchmark controls its caller. */
export abstract class PlainLeg implements MediaLeg {
  readonly kind = 'simulated';
  readonly sampleRateHz = 8000;
  #listener: LegListener | null = null;
  #positionMs = 0;

  /** Start of the caller's next frame. */
  protected get positionMs(): number {
    return this.#positionMs;
  }

  start(listener: LegListener): void {
    this.#listener = listener;
  }

  abstract send(frame: Int16Array): boolean;

  unplayedMs(): number {
    return 0;
  }

  clear(): number {
    return 0;
  }

  async sendDigits(): Promise<{ kind: 'pressed' }> {
    return { kind: 'pressed' };
  }

  async transfer(): Promise<{ kind: 'untried' }> {
    return { kind: 'untried' };
  }

  hangUp(): void {
    this.end({ kind: 'local-hang-up' });
  }

  /** The next 20 ms of the caller's speech. */
  protected says(frame: Int16Array): void {
    this.#listener?.audio(frame, this.#positionMs);
    this.#positionMs += 20;
  }

  protected end(end: LegEnd): void {
    const listener = this.#listener;
    this.#listener = null;
    listener?.ended(end);
  }
}
