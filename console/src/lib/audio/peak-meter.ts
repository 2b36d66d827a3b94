import type { WaveFormat } from './wave-file.ts';

/** Level of each µ-law byte, between 0 and 1. */
const MU_LAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff;
  const magnitude = (((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4);
  return (magnitude - 0x84) / 32_768;
});

/** Computes the peaks of a recording while its bytes arrive, without storing them. */
export class PeakMeter {
  /** The requested number of peaks for each channel, between 0 and 1. */
  readonly peaks: Float32Array[];
  readonly #format: WaveFormat;
  readonly #frames: number;
  /** Number of samples so far, over all channels. */
  #samples = 0;
  /** The first byte of a 16-bit sample split between chunks. */
  #half: number | null = null;

  /** @param resolution number of peaks per channel */
  constructor(format: WaveFormat, resolution: number) {
    this.#format = format;
    const bytesPerFrame = format.channels * (format.coding === 'pcm-16' ? 2 : 1);
    this.#frames = Math.max(1, Math.floor(format.dataBytes / bytesPerFrame));
    this.peaks = Array.from({ length: format.channels }, () => new Float32Array(resolution));
  }

  /** @param bytes the next chunk, split anywhere */
  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#format.coding === 'mu-law') this.#sample(MU_LAW[byte] ?? 0);
      else if (this.#half === null) this.#half = byte;
      else {
        const value = ((byte << 24) >> 16) | this.#half;
        this.#half = null;
        this.#sample(Math.abs(value) / 32_768);
      }
    }
  }

  #sample(loudness: number): void {
    const { channels } = this.#format;
    const frame = Math.floor(this.#samples / channels);
    const peaks = this.peaks[this.#samples % channels];
    this.#samples += 1;
    if (peaks === undefined) return;
    const place = Math.min(peaks.length - 1, Math.floor((frame * peaks.length) / this.#frames));
    if (loudness > (peaks[place] ?? 0)) peaks[place] = loudness;
  }
}
