import { decodeUlaw } from '../../../core/g711.ts';

/** How a vendor writes the samples that it sends: at 8 kHz as telephones do, else 16-bit PCM, the low byte first. */
export type AudioEncoding = 'ulaw' | 'pcm16';

export function encodingAt(sampleRateHz: number): AudioEncoding {
  return sampleRateHz === 8_000 ? 'ulaw' : 'pcm16';
}

/** Turns bytes into samples as they come; a sample may be cut in two. */
export class AudioDecoder {
  readonly #encoding: AudioEncoding;
  #half: Uint8Array = new Uint8Array(0);

  constructor(encoding: AudioEncoding) {
    this.#encoding = encoding;
  }

  decode(bytes: Uint8Array): Int16Array {
    if (this.#encoding === 'ulaw') return decodeUlaw(bytes);
    const all = this.#half.length === 0 ? bytes : Buffer.concat([this.#half, bytes]);
    const samples = new Int16Array(all.length >> 1);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(index * 2, true);
    this.#half = all.slice(samples.length * 2);
    return samples;
  }
}
