import type { Executor } from '../../../db/client.ts';

export interface StoredRecording {
  callId: number;
  sampleRateHz: number;
  /** Bytes of sound so far, without a header. */
  sizeBytes: number;
}

/** By the end of its address, which nobody can guess. */
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

interface RecordingPiece {
  beginByte: number;
  bytes: Buffer;
}

/** A piece has about a second. */
const PIECES_AT_ONCE = 16;

/** Some pieces in order, from the one that holds this byte, or the last before it, on. */
export function findPieces(database: Executor, callId: number, byte: number): Promise<RecordingPiece[]> {
  return database.query<RecordingPiece>(
    `select begin_byte as "beginByte", bytes from call_recording_pieces
     where call_id = $1 and begin_byte >= coalesce((
       select max(begin_byte) from call_recording_pieces where call_id = $1 and begin_byte <= $2), 0)
     order by begin_byte limit ${PIECES_AT_ONCE}`,
    [callId, byte],
  );
}
