import type { Executor } from '../../../db/client.ts';

export interface StoredRecording {
  callId: number;
  sampleRateHz: number;
  /** Audio bytes so far, without the header. */
  sizeBytes: number;
}

/** Finds a recording by the secret key in its URL; null if no recording has it. */
export async function findRecording(database: Executor, key: string): Promise<StoredRecording | null> {
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
export function findChunks(database: Executor, callId: number, byte: number): Promise<RecordingChunk[]> {
  return database.query<RecordingChunk>(
    `select begin_byte as "beginByte", bytes from call_recording_pieces
     where call_id = $1 and begin_byte >= coalesce((
       select max(begin_byte) from call_recording_pieces where call_id = $1 and begin_byte <= $2), 0)
     order by begin_byte limit ${CHUNKS_PER_QUERY}`,
    [callId, byte],
  );
}
