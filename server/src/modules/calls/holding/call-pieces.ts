import type { Executor } from '../../../db/client.ts';
import type { CallModelCall } from '../endings/model-calls.ts';
import { lockedInOrder } from '../lifecycle/call-store.ts';
import type { OfCall } from './of-call.ts';
import type { SoundBlock } from './sound-blocks.ts';

export interface OpenedRecording extends OfCall {
  key: string;
  sampleRateHz: number;
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

/** Somebody who was called for a transfer, and answered, over a carrier that takes something for it. */
export interface SecondLeg extends OfCall {
  provider: string;
  /** Null: the carrier has no name for it. */
  carrierCallId: string | null;
}

export interface PieceKinds {
  recordings: OpenedRecording;
  said: SaidPiece;
  events: EventPiece;
  modelCalls: CallModelCall;
  secondLegs: SecondLeg;
}

/** What is to be stored of calls, by kind. */
export type CallPieces = { [Kind in keyof PieceKinds]: PieceKinds[Kind][] };

export function noPieces(): CallPieces {
  return { recordings: [], said: [], events: [], modelCalls: [], secondLegs: [] };
}

/** Of the row around what a piece holds. */
const ROW_BYTES = 500;

export function sizeOf(piece: PieceKinds[keyof PieceKinds] | { bytes: Uint8Array }): number {
  const content = 'content' in piece ? piece.content.length * 2 : 0;
  return ROW_BYTES + content + ('bytes' in piece ? piece.bytes.length : 0);
}

/**
 * Keeps these calls from being deleted, in the order of their ids: each row that points to one would do so by itself, in the order
 * of the pieces, and wait in a circle with whoever ends several of them.
 */
export async function keepCalls(
  transaction: Executor,
  { said, events, modelCalls, secondLegs }: CallPieces,
  sounds: readonly SoundBlock[],
): Promise<void> {
  const ofPieces: OfCall[] = [...said, ...events, ...modelCalls, ...secondLegs];
  const ofCalls = [...ofPieces, ...sounds.flatMap(({ places }) => places)];
  const ids = [...new Set(ofCalls.map(({ callId }) => callId))];
  await transaction.query('select from calls where id = any($1) order by id for key share', [ids]);
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
     where ${lockedInOrder('$2')} and calls.id = opened."callId" and recording_key is null`,
    [JSON.stringify(recordings), recordings.map(({ callId }) => callId)],
  );
}

/** Nothing comes back of a call that was deleted. */
const IS_KEPT = '(calls.deleted_at is null or calls.recorded_at is null)';

/** As one block of bytes: pieces in an array would travel as text, and leave six times their size to be collected. */
export async function insertSound(database: Executor, { bytes, used, places }: SoundBlock): Promise<void> {
  await database.query(
    `insert into call_recording_pieces (call_id, begin_byte, bytes)
     select piece.call_id, piece.begin_byte, substring($5::bytea from piece.start + 1 for piece.length)
     from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[]) as piece (call_id, begin_byte, start, length)
     join calls on calls.id = piece.call_id and ${IS_KEPT}
     on conflict do nothing`,
    [
      places.map(({ callId }) => callId),
      places.map(({ beginByte }) => beginByte),
      places.map(({ start }) => start),
      places.map(({ length }) => length),
      Buffer.from(bytes.buffer, bytes.byteOffset, used),
    ],
  );
}

export async function insertTranscript(database: Executor, said: readonly SaidPiece[]): Promise<void> {
  if (said.length === 0) return;
  await database.query(
    `insert into call_transcript (user_id, call_id, sender, content, said_at)
     select piece."userId", piece."callId", sender, content, "saidAt"
     from json_to_recordset($1) as piece("userId" bigint, "callId" bigint, sender text, content text,
       "saidAt" timestamptz)
     join calls on calls.id = piece."callId" and ${IS_KEPT}`,
    [JSON.stringify(said)],
  );
}

/** Who answered stands in the call at once: it is asked for while the call goes on, and when its process is gone. */
export async function storeWhoAnswered(database: Executor, events: readonly EventPiece[]): Promise<void> {
  const verdicts = events.filter(({ type }) => type === 'answered-by');
  if (verdicts.length === 0) return;
  const newest = new Map(
    verdicts.map(({ callId, data: { answeredBy } }) => [callId, { callId, answeredBy }]),
  );
  await database.query(
    `update calls set answered_by = verdict."answeredBy", updated_at = clock_timestamp()
     from json_to_recordset($1) as verdict("callId" bigint, "answeredBy" text)
     where ${lockedInOrder('$2')} and calls.id = verdict."callId"`,
    [JSON.stringify([...newest.values()]), [...newest.keys()]],
  );
}

export async function insertEvents(database: Executor, events: readonly EventPiece[]): Promise<void> {
  if (events.length === 0) return;
  await database.query(
    `insert into call_events (user_id, call_id, type, at_ms, data)
     select piece."userId", piece."callId", piece.type, "atMs", data
     from json_to_recordset($1) as piece("userId" bigint, "callId" bigint, type text, "atMs" int, data json)
     join calls on calls.id = piece."callId" and ${IS_KEPT}`,
    [JSON.stringify(events)],
  );
}

export async function insertSecondLegs(database: Executor, legs: readonly SecondLeg[]): Promise<void> {
  if (legs.length === 0) return;
  await database.query(
    `insert into second_legs (user_id, call_id, provider, carrier_call_id)
     select leg."userId", leg."callId", provider, "carrierCallId"
     from json_to_recordset($1) as leg("userId" bigint, "callId" bigint, provider text, "carrierCallId" text)
     join calls on calls.id = leg."callId" and ${IS_KEPT}`,
    [JSON.stringify(legs)],
  );
}
