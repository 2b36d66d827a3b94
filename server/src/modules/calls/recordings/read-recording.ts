import { notFound } from '../../../core/errors.ts';
import { ULAW_SILENCE } from '../../../core/g711.ts';
import type { Database } from '../../../db/client.ts';
import { RangedAnswer } from '../../../http/route.ts';
import { findChunks, findRecording, type StoredRecording } from './recording-store.ts';
import { muLawWavHeader, WAV_HEADER_BYTES } from './wav-header.ts';

/** The recording so far as a WAV file, read in chunks while it is sent. */
export async function readRecording(database: Database, key: string): Promise<RangedAnswer> {
  const recording = await findRecording(database, key);
  if (recording === null) throw notFound('Recording');
  return new RangedAnswer({
    contentType: 'audio/wav',
    sizeBytes: WAV_HEADER_BYTES + recording.sizeBytes,
    read: (from, until) => bytesBetween(database, recording, { from, until }),
  });
}

async function* bytesBetween(
  database: Database,
  { callId, sampleRateHz, sizeBytes }: StoredRecording,
  { from, until }: { from: number; until: number },
): AsyncGenerator<Uint8Array> {
  if (from < WAV_HEADER_BYTES) yield muLawWavHeader(sampleRateHz, sizeBytes).subarray(from, until);
  const end = until - WAV_HEADER_BYTES;
  for (let byte = Math.max(0, from - WAV_HEADER_BYTES); byte < end; ) {
    const before = byte;
    for (const { beginByte, bytes } of await findChunks(database, callId, byte)) {
      yield* silence(Math.min(beginByte, end) - byte);
      byte = Math.max(byte, Math.min(beginByte, end));
      const taken = bytes.subarray(byte - beginByte, Math.max(0, end - beginByte));
      yield taken;
      byte += taken.length;
    }
    // Without new bytes, the recording was deleted during playback.
    if (byte === before) return;
  }
}

const SILENCE = new Uint8Array(16_384).fill(ULAW_SILENCE);

/** Silence for audio that could not be stored, so that later audio keeps its position. */
function* silence(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= SILENCE.length) yield SILENCE.subarray(0, left);
}
