import type { SpokenAudio } from '../../../providers/spec/spoken-audio.ts';

const HEADER_BYTES = 44;

/** A RIFF/WAVE file of mono 16-bit PCM. */
export function encodeWav({ samples, sampleRateHz }: SpokenAudio): Uint8Array {
  const dataBytes = samples.length * 2;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + dataBytes));
  const ascii = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1)
      view.setUint8(offset + index, text.charCodeAt(index));
  };
  ascii(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  ascii(36, 'data');
  view.setUint32(40, dataBytes, true);
  for (const [index, sample] of samples.entries()) view.setInt16(HEADER_BYTES + index * 2, sample, true);
  return new Uint8Array(view.buffer);
}
