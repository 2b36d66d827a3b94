import { notFound } from '../../../core/errors.ts';
import type { Database } from '../../../db/client.ts';
import { RangedAnswer } from '../../../http/route.ts';
import { findPiece, findRecording, type StoredRecording } from './recording-store.ts';
import { muLawWavHeader, WAV_HEADER_BYTES } from './wav-header.ts';

/** The recording as a WAV file, as far as the call has come; read piece by piece while it is sent. */
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
    const piece = await findPiece(database, callId, byte);
    // Deleted while it is heard.
    if (piece === null) return;
    const taken = piece.bytes.subarray(byte - piece.beginByte, end - piece.beginByte);
    yield taken;
    byte += taken.length;
  }
}
