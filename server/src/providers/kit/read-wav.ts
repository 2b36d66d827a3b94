import { ProviderError } from '../interfaces/provider-error.ts';
import type { SpokenAudio } from '../interfaces/spoken-audio.ts';

const PCM = 1;

/**
 * Reads a RIFF/WAVE file of mono 16-bit PCM from a speech program. A streaming program writes a placeholder for the
 * length, so the data ends at the end of the file at the latest. Throws a `ProviderError` (`malformed`) for anything
 * else.
 */
export function readWav(file: Uint8Array): SpokenAudio {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 12 || tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE')
    throw malformed('no header');
  let sampleRateHz: number | undefined;
  for (let offset = 12; offset + 8 <= file.length; ) {
    const start = offset + 8;
    const end = Math.min(start + view.getUint32(offset + 4, true), file.length);
    const tag = tagAt(view, offset);
    if (tag === 'fmt ') sampleRateHz = readFormat(view, start, end);
    if (tag === 'data') {
      if (sampleRateHz === undefined) throw malformed('its data chunk comes before its format chunk');
      return { samples: readSamples(view, start, end), sampleRateHz };
    }
    // Chunks start at even offsets.
    offset = end + (end % 2);
  }
  throw malformed('no data');
}

function readFormat(view: DataView, start: number, end: number): number {
  if (end - start < 16) throw malformed('its format chunk is too short');
  const [encoding, channels, bits] = [start, start + 2, start + 14].map((at) => view.getUint16(at, true));
  if (encoding !== PCM || channels !== 1 || bits !== 16) {
    throw malformed(`encoding ${encoding}, ${channels} channels, ${bits} bits`);
  }
  return view.getUint32(start + 4, true);
}

function readSamples(view: DataView, start: number, end: number): Int16Array {
  const samples = new Int16Array(Math.floor((end - start) / 2));
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = view.getInt16(start + index * 2, true);
  }
  return samples;
}

function tagAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}

function malformed(what: string): ProviderError {
  return new ProviderError('malformed', `The audio is not a mono 16-bit WAV file: ${what}.`);
}
