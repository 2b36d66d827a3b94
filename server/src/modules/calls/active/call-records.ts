import type { Executor } from '../../../db/client.ts';
import type { CallModelCall } from '../endings/model-calls.ts';
import { lockedInOrder } from '../lifecycle/call-store.ts';
import type { CallRef } from './call-ref.ts';
import type { SoundBlock } from './sound-blocks.ts';

export interface OpenedRecording extends CallRef {
  key: string;
  sampleRateHz: number;
}

export interface TranscriptEntry extends CallRef {
  sender: 'bot' | 'human';
  content: string;
  saidAt: Date;
}

export interface EventRecord extends CallRef {
  type: string;
  /** Milliseconds since the answer. */
  atMs: number;
  data: Record<string, unknown>;
}

/** An answered transfer leg over a carrier that charges for it. */
export interface SecondLeg extends CallRef {
  provider: string;
  /** Null if the carrier gave no id. */
  carrierCallId: string | null;
}

export interface RecordKinds {
  recordings: OpenedRecording;
  said: TranscriptEntry;
  events: EventRecord;
  modelCalls: CallModelCall;
  secondLegs: SecondLeg;
}

/** Records waiting to be stored, by kind. */
export type CallRecords = { [Kind in keyof RecordKinds]: RecordKinds[Kind][] };

export function noRecords(): CallRecords {
  return { recordings: [], said: [], events: [], modelCalls: [], secondLegs: [] };
}

/** Estimated overhead of a row. */
const ROW_BYTES = 500;

export function sizeOf(record: RecordKinds[keyof RecordKinds] | { bytes: Uint8Array }): number {
  const content = 'content' in record ? record.content.length * 2 : 0;
  return ROW_BYTES + content + ('bytes' in record ? record.bytes.length : 0);
}

/**
 * Locks these calls against deletion, in id order. Otherwise each insert's foreign key would lock its call in arrival
 * order and could deadlock with a transaction that ends several calls.
 */
export async function lockCalls(
  transaction: Executor,
  { said, events, modelCalls, secondLegs }: CallRecords,
  sounds: readonly SoundBlock[],
): Promise<void> {
  const ofRecords: CallRef[] = [...said, ...events, ...modelCalls, ...secondLegs];
  const ofCalls = [...ofRecords, ...sounds.flatMap(({ segments }) => segments)];
  const ids = [...new Set(ofCalls.map(({ callId }) => callId))];
  await transaction.query('select from calls where id = any($1) order by id for key share', [ids]);
}

/** Sets the key of each new recording. This and the following functions drop records of deleted calls. */
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

/** SQL condition: false for deleted calls whose data was removed. */
const IS_KEPT = '(calls.deleted_at is null or calls.recorded_at is null)';

/**
 * Uses one bytea parameter per block, because an array of bytea is sent as text and leaves six times its size as
 * garbage.
 */
export async function insertSound(database: Executor, { bytes, used, segments }: SoundBlock): Promise<void> {
  await database.query(
    `insert into call_recording_pieces (call_id, begin_byte, bytes)
     select piece.call_id, piece.begin_byte, substring($5::bytea from piece.start + 1 for piece.length)
     from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[]) as piece (call_id, begin_byte, start, length)
     join calls on calls.id = piece.call_id and ${IS_KEPT}
     on conflict do nothing`,
    [
      segments.map(({ callId }) => callId),
      segments.map(({ beginByte }) => beginByte),
      segments.map(({ start }) => start),
      segments.map(({ length }) => length),
      Buffer.from(bytes.buffer, bytes.byteOffset, used),
    ],
  );
}

export async function insertTranscript(database: Executor, said: readonly TranscriptEntry[]): Promise<void> {
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

/** Stores who answered. Not delayed to the call's end, because clients read it earlier and it must survive this process. */
export async function storeWhoAnswered(database: Executor, events: readonly EventRecord[]): Promise<void> {
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

export async function insertEvents(database: Executor, events: readonly EventRecord[]): Promise<void> {
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
