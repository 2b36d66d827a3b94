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

/** The piece that holds this byte, and where it begins; null: none does. */
export async function findPiece(
  database: Executor,
  callId: number,
  byte: number,
): Promise<{ beginByte: number; bytes: Buffer } | null> {
  const [row] = await database.query<{ beginByte: number; bytes: Buffer }>(
    `select begin_byte as "beginByte", bytes from call_recording_pieces
     where call_id = $1 and begin_byte <= $2 order by begin_byte desc limit 1`,
    [callId, byte],
  );
  return row !== undefined && byte < row.beginByte + row.bytes.length ? row : null;
}
