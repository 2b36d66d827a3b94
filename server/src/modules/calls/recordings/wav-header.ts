export const WAV_HEADER_BYTES = 58;

const MU_LAW = 7;
const CHANNELS = 2;

/** Header of a RIFF/WAVE file of stereo G.711 µ-law. Source: Microsoft, "Multimedia Programming Interface" (RIFF). */
export function muLawWavHeader(sampleRateHz: number, dataBytes: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const ascii = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1)
      view.setUint8(offset + index, text.charCodeAt(index));
  };
  ascii(0, 'RIFF');
  view.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 18, true);
  view.setUint16(20, MU_LAW, true);
  view.setUint16(22, CHANNELS, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * CHANNELS, true);
  view.setUint16(32, CHANNELS, true);
  view.setUint16(34, 8, true);
  // Non-PCM formats have an extension, here empty, and a sample count.
  view.setUint16(36, 0, true);
  ascii(38, 'fact');
  view.setUint32(42, 4, true);
  view.setUint32(46, dataBytes / CHANNELS, true);
  ascii(50, 'data');
  view.setUint32(54, dataBytes, true);
  return new Uint8Array(view.buffer);
}
