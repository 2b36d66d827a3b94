import type { LegListener, MediaLeg } from '../../server/src/voice/legs/media-leg.ts';

const FRAME_SAMPLES = 160;

/** A leg from which a sound comes once the assistant has spoken for a while. */
export class Listener implements MediaLeg {
  readonly kind = 'simulated';
  readonly sampleRateHz = 8000;
  readonly #sound: Int16Array;
  readonly #startMs: number;
  #listener: LegListener | null = null;
  #positionMs = 0;

  constructor(sound: Int16Array, startMs: number) {
    this.#sound = sound;
    this.#startMs = startMs;
  }

  start(listener: LegListener): void {
    this.#listener = listener;
  }

  tick(): void {
    const from = (this.#positionMs - this.#startMs) * 8;
    const frame = new Int16Array(FRAME_SAMPLES);
    if (from >= 0) frame.set(this.#sound.subarray(from, from + FRAME_SAMPLES));
    this.#listener?.audio(frame, this.#positionMs);
    this.#positionMs += 20;
  }

  send(): void {}

  unplayedMs(): number {
    return 0;
  }

  clear(): number {
    return 0;
  }

  async sendDigits(): Promise<void> {}

  async transfer(): Promise<{ kind: 'unsupported' }> {
    return { kind: 'unsupported' };
  }

  hangUp(): void {
    const listener = this.#listener;
    this.#listener = null;
    listener?.ended({ kind: 'local-hang-up' });
  }
}
