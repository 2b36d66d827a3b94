const FORMAT_ULAW = 7;
const CHANNELS = 2;
const HEADER_BYTES = 58;
/** A RIFF file counts in 32 bits; players read what is longer to the end of the file. */
const MAX_DATA_BYTES = 0xffff_ffff - HEADER_BYTES;

/**
 * What stands before `dataBytes` bytes of interleaved stereo µ-law in a WAV file.
 * Source: Multimedia Programming Interface and Data Specifications 1.0; formats other than PCM carry a `fact` chunk.
 */
export function ulawStereoWavHeader(sampleRateHz: number, dataBytes: number): Uint8Array {
  const length = Math.min(dataBytes, MAX_DATA_BYTES);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(FORMAT_ULAW, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz * CHANNELS, 28);
  header.writeUInt16LE(CHANNELS, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(Math.floor(length / CHANNELS), 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(length, 54);
  return header;
}
