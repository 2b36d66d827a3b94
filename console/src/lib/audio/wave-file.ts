/** The format of a WAV file, from its header. */
export interface WaveFormat {
  coding: 'mu-law' | 'pcm-16';
  channels: number;
  sampleRateHz: number;
  /** Offset of the samples. */
  dataOffset: number;
  dataBytes: number;
}

const CODINGS = new Map<number, WaveFormat['coding']>([
  [1, 'pcm-16'],
  [7, 'mu-law'],
]);

/**
 * Reads the header of a WAV file. Null if it is not a WAV file, has an unsupported encoding, or its header is longer
 * than `bytes`.
 */
export function readWaveFormat(bytes: Uint8Array): WaveFormat | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE') return null;
  let format: Omit<WaveFormat, 'dataOffset' | 'dataBytes'> | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (tagAt(view, at) === 'data') return format && { ...format, dataOffset: at + 8, dataBytes: size };
    if (tagAt(view, at) === 'fmt ' && size >= 16 && at + 24 <= bytes.length) {
      const coding = CODINGS.get(view.getUint16(at + 8, true));
      const channels = view.getUint16(at + 10, true);
      if (coding === undefined || channels < 1 || channels > 2) return null;
      format = { coding, channels, sampleRateHz: view.getUint32(at + 12, true) };
    }
    at += 8 + size + (size % 2);
  }
  return null;
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}
