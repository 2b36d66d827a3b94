import type { Executor } from '../../../db/client.ts';
import type { CallModelCall } from '../endings/model-calls.ts';

interface OfCall {
  userId: number;
  callId: number;
}

export interface OpenedRecording extends OfCall {
  key: string;
  sampleRateHz: number;
}

/** G.711 µ-law in stereo. */
export interface RecordedSound extends OfCall {
  /** Bytes of the pieces before. */
  beginByte: number;
  bytes: Uint8Array;
}

export interface SaidPiece extends OfCall {
  sender: 'bot' | 'human';
  content: string;
  saidAt: Date;
}

export interface EventPiece extends OfCall {
  type: string;
  /** From the answer. */
  atMs: number;
  data: Record<string, unknown>;
}

export interface PieceKinds {
  recordings: OpenedRecording;
  sounds: RecordedSound;
  said: SaidPiece;
  events: EventPiece;
  modelCalls: CallModelCall;
}

/** What is to be stored of calls, by kind. */
export type CallPieces = { [Kind in keyof PieceKinds]: PieceKinds[Kind][] };

export function noPieces(): CallPieces {
  return { recordings: [], sounds: [], said: [], events: [], modelCalls: [] };
}

/** Of the row around what a piece holds. */
const ROW_BYTES = 500;

export function sizeOf(piece: PieceKinds[keyof PieceKinds]): number {
  const content = 'content' in piece ? piece.content.length * 2 : 0;
  return ROW_BYTES + content + ('bytes' in piece ? piece.bytes.length : 0);
}

/** A call's recording has one address; those of calls that are gone are left out, here and below. */
export async function openRecordings(
  database: Executor,
  recordings: readonly OpenedRecording[],
): Promise<void> {
  if (recordings.length === 0) return;
  await database.query(
    `update calls set recording_key = opened.key, recording_rate_hz = opened."sampleRateHz"
     from json_to_recordset($1) as opened("callId" bigint, key text, "sampleRateHz" int)
     where calls.id = opened."callId" and recording_key is null`,
    [JSON.stringify(recordings)],
  );
}

/** Of one statement. */
const MAX_SOUNDS = 64;

/** As one block of bytes: pieces in an array would travel as text, and leave six times their size to be collected. */
export async function insertRecordingPieces(
  database: Executor,
  sounds: readonly RecordedSound[],
): Promise<void> {
  for (let start = 0; start < sounds.length; start += MAX_SOUNDS) {
    const some = sounds.slice(start, start + MAX_SOUNDS);
    let end = 1;
    const places = some.map(({ bytes }) => {
      end += bytes.length;
      return end - bytes.length;
    });
    await database.query(
      `insert into call_recording_pieces (call_id, begin_byte, bytes)
       select piece.call_id, piece.begin_byte, substring($5::bytea from piece.place for piece.length)
       from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[]) as piece (call_id, begin_byte, place, length)
       join calls on calls.id = piece.call_id
       on conflict do nothing`,
      [
        some.map(({ callId }) => callId),
        some.map(({ beginByte }) => beginByte),
        places,
        some.map(({ bytes }) => bytes.length),
        Buffer.concat(some.map(({ bytes }) => bytes)),
      ],
    );
  }
}

export async function insertTranscript(database: Executor, said: readonly SaidPiece[]): Promise<void> {
  if (said.length === 0) return;
  await database.query(
    `insert into call_transcript (user_id, call_id, sender, content, said_at)
     select piece."userId", piece."callId", sender, content, "saidAt"
     from json_to_recordset($1) as piece("userId" bigint, "callId" bigint, sender text, content text,
       "saidAt" timestamptz)
     join calls on calls.id = piece."callId"`,
    [JSON.stringify(said)],
  );
}

export async function insertEvents(database: Executor, events: readonly EventPiece[]): Promise<void> {
  if (events.length === 0) return;
  await database.query(
    `insert into call_events (user_id, call_id, type, at_ms, data)
     select piece."userId", piece."callId", piece.type, "atMs", data
     from json_to_recordset($1) as piece("userId" bigint, "callId" bigint, type text, "atMs" int, data json)
     join calls on calls.id = piece."callId"`,
    [JSON.stringify(events)],
  );
}
