import { notFound } from '../../../core/errors.ts';
import { ULAW_SILENCE } from '../../../core/g711.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { RangedAnswer } from '../../../http/route.ts';
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

interface StoredRecording {
  callId: number;
  sampleRateHz: number;
  /** Audio bytes so far, without the header. */
  sizeBytes: number;
}

/** Finds a recording by the secret key in its URL; null if no recording has it. */
async function findRecording(database: Executor, key: string): Promise<StoredRecording | null> {
  const [row] = await database.query<StoredRecording>(
    `select call.id as "callId", call.recording_rate_hz as "sampleRateHz",
       (select begin_byte + octet_length(bytes) from call_recording_pieces
        where call_id = call.id order by begin_byte desc limit 1) as "sizeBytes"
     from calls call
     where call.recording_key = $1 and call.deleted_at is null
       and exists (select from call_recording_pieces where call_id = call.id)`,
    [key],
  );
  return row ?? null;
}

interface RecordingChunk {
  beginByte: number;
  bytes: Buffer;
}

/** A chunk contains about a second. */
const CHUNKS_PER_QUERY = 16;

/** Chunks in order, starting with the one that contains this byte or the last before it. */
function findChunks(database: Executor, callId: number, byte: number): Promise<RecordingChunk[]> {
  return database.query<RecordingChunk>(
    `select begin_byte as "beginByte", bytes from call_recording_pieces
     where call_id = $1 and begin_byte >= coalesce((
       select max(begin_byte) from call_recording_pieces where call_id = $1 and begin_byte <= $2), 0)
     order by begin_byte limit ${CHUNKS_PER_QUERY}`,
    [callId, byte],
  );
}
