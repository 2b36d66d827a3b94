import { decodeUlaw } from '../../../core/g711.ts';
import { pcmSamples } from '../../../core/pcm-bytes.ts';

/** Sample format of a vendor: µ-law at 8 kHz, else little-endian 16-bit PCM. */
export type AudioEncoding = 'ulaw' | 'pcm16';

export function encodingAt(sampleRateHz: number): AudioEncoding {
  return sampleRateHz === 8_000 ? 'ulaw' : 'pcm16';
}

/** Converts a stream of bytes to samples; a sample may be split between chunks. */
export class AudioDecoder {
  readonly #encoding: AudioEncoding;
  #half: Uint8Array = new Uint8Array(0);

  constructor(encoding: AudioEncoding) {
    this.#encoding = encoding;
  }

  decode(bytes: Uint8Array): Int16Array {
    if (this.#encoding === 'ulaw') return decodeUlaw(bytes);
    const all = this.#half.length === 0 ? bytes : Buffer.concat([this.#half, bytes]);
    this.#half = all.slice(all.length - (all.length % 2));
    return pcmSamples(all);
  }
}
