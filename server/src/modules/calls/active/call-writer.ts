import type { Log } from '../../../core/log.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { type CallModelCall, insertModelCalls } from '../endings/model-calls.ts';
import { lockedInOrder } from '../lifecycle/call-store.ts';
import { forgetToolCalls } from '../lifecycle/tool-calls.ts';

/** Buffer limit during a database outage: enough for a few minutes of a hundred recorded calls. */
const MAX_BYTES = 64 * 1_048_576;
const MAX_REFUSALS = 5;

/**
 * Buffers transcript, events and audio of all calls and writes them with a few statements every second. A killed
 * process loses at most one second of records and three seconds of audio.
 */
export class CallWriter {
  readonly #database: Database;
  readonly #log: Log;
  readonly #sounds = new SoundBlocks();
  #records: CallRecords = noRecords();
  #bytes = 0;
  #failures = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: { database: Database; log: Log }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  add<Kind extends keyof RecordKinds>(kind: Kind, record: RecordKinds[Kind]): void {
    if (this.#admits(sizeOf(record))) this.#records[kind].push(record);
  }

  addSound(sound: RecordedSound): void {
    if (this.#admits(sizeOf(sound))) this.#sounds.add(sound);
  }

  /** Resolves when everything added so far is stored. Rejects if that fails; the records stay buffered. */
  flush(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  #admits(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_BYTES) {
      if (this.#bytes <= MAX_BYTES) {
        this.#bytes = MAX_BYTES + 1;
        this.#log.error({}, 'Call records are being dropped: the write buffer is full.');
      }
      return false;
    }
    this.#bytes += bytes;
    return true;
  }

  async #write(): Promise<void> {
    const records = this.#records;
    const sounds = this.#sounds.take();
    const bytes = this.#bytes;
    if (bytes === 0) return;
    this.#records = noRecords();
    this.#bytes = 0;
    try {
      await this.#store(records, sounds);
      this.#sounds.release(sounds);
      this.#failures = 0;
    } catch (error) {
      // A batch that the database keeps rejecting is dropped, or it would block all later ones.
      this.#failures = error instanceof DatabaseUnavailableError ? 0 : this.#failures + 1;
      if (this.#failures < MAX_REFUSALS) {
        this.#sounds.keep(sounds);
        this.#keep(records, bytes);
      } else {
        this.#sounds.release(sounds);
        this.#log.error({ error }, 'Call records could not be stored and are dropped.');
      }
      throw error;
    }
  }

  async #store(records: CallRecords, sounds: readonly SoundBlock[]): Promise<void> {
    // These two update calls outside the transaction, which would lock the rows until all audio is stored.
    await openRecordings(this.#database, records.recordings);
    await storeWhoAnswered(this.#database, records.events);
    await this.#database.transaction(async (transaction) => {
      await lockCalls(transaction, records, sounds);
      for (const block of sounds) await insertSound(transaction, block);
      await insertTranscript(transaction, records.said);
      await insertEvents(transaction, records.events);
      await insertModelCalls(transaction, records.modelCalls);
      await insertSecondLegs(transaction, records.secondLegs);
    });
  }

  /** Puts records back before newer ones. */
  #keep(records: CallRecords, bytes: number): void {
    const later = this.#records;
    this.#bytes += bytes;
    this.#records = {
      recordings: [...records.recordings, ...later.recordings],
      said: [...records.said, ...later.said],
      events: [...records.events, ...later.events],
      modelCalls: [...records.modelCalls, ...later.modelCalls],
      secondLegs: [...records.secondLegs, ...later.secondLegs],
    };
  }
}

interface OpenedRecording extends CallRef {
  key: string;
  sampleRateHz: number;
  /** Length of its beginning before the answer; null without any. */
  ringingMs: number | null;
}

interface TranscriptEntry extends CallRef {
  /** Order of utterances and events, as in `CallRecord`. */
  seq: number;
  sender: 'bot' | 'human';
  /** Set if a person spoke on the assistant's side. */
  speaker: 'supervisor' | null;
  content: string;
  saidAt: Date;
}

interface EventRecord extends CallRef {
  seq: number;
  type: string;
  /** Milliseconds since the answer. */
  atMs: number;
  data: Record<string, unknown>;
}

/** An answered transfer leg over a carrier that charges for it. */
interface SecondLeg extends CallRef {
  provider: string;
  /** Null if the carrier gave no id. */
  carrierCallId: string | null;
}

interface RecordKinds {
  recordings: OpenedRecording;
  said: TranscriptEntry;
  events: EventRecord;
  modelCalls: CallModelCall;
  secondLegs: SecondLeg;
}

/** Records waiting to be stored, by kind. */
type CallRecords = { [Kind in keyof RecordKinds]: RecordKinds[Kind][] };

function noRecords(): CallRecords {
  return { recordings: [], said: [], events: [], modelCalls: [], secondLegs: [] };
}

/** Estimated overhead of a row. */
const ROW_BYTES = 500;

function sizeOf(record: RecordKinds[keyof RecordKinds] | { bytes: Uint8Array }): number {
  const content = 'content' in record ? record.content.length * 2 : 0;
  return ROW_BYTES + content + ('bytes' in record ? record.bytes.length : 0);
}

/**
 * Locks these calls against deletion, in id order. Otherwise each insert's foreign key would lock its call in arrival
 * order and could deadlock with a transaction that ends several calls.
 */
async function lockCalls(
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
async function openRecordings(database: Executor, recordings: readonly OpenedRecording[]): Promise<void> {
  if (recordings.length === 0) return;
  await database.query(
    `update calls set recording_key = opened.key, recording_rate_hz = opened."sampleRateHz",
       recording_ringing_ms = opened."ringingMs", updated_at = clock_timestamp()
     from json_to_recordset($1) as opened("callId" bigint, key text, "sampleRateHz" int, "ringingMs" int)
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
async function insertSound(database: Executor, { bytes, used, segments }: SoundBlock): Promise<void> {
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

async function insertTranscript(database: Executor, said: readonly TranscriptEntry[]): Promise<void> {
  if (said.length === 0) return;
  await database.query(
    `insert into call_transcript (user_id, call_id, seq, sender, speaker, content, said_at)
     select piece."userId", piece."callId", seq, sender, speaker, content, "saidAt"
     from json_to_recordset($1) as piece("userId" bigint, "callId" bigint, seq int, sender text, speaker text,
       content text, "saidAt" timestamptz)
     join calls on calls.id = piece."callId" and ${IS_KEPT}`,
    [JSON.stringify(said)],
  );
}

/** Stores who answered. Not delayed to the call's end, because clients read it earlier and it must survive this process. */
async function storeWhoAnswered(database: Executor, events: readonly EventRecord[]): Promise<void> {
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

async function insertEvents(database: Executor, events: readonly EventRecord[]): Promise<void> {
  if (events.length === 0) return;
  await database.query(
    `insert into call_events (user_id, call_id, seq, type, at_ms, data)
     select piece."userId", piece."callId", seq, piece.type, "atMs", data
     from json_to_recordset($1) as piece("userId" bigint, "callId" bigint, seq int, type text, "atMs" int,
       data json)
     join calls on calls.id = piece."callId" and ${IS_KEPT}`,
    [JSON.stringify(events)],
  );
  const keys = events.flatMap(({ type, data: { key } }) =>
    type === 'tool-called' && typeof key === 'string' ? [key] : [],
  );
  await forgetToolCalls(database, keys);
}

async function insertSecondLegs(database: Executor, legs: readonly SecondLeg[]): Promise<void> {
  if (legs.length === 0) return;
  await database.query(
    `insert into second_legs (user_id, call_id, provider, carrier_call_id)
     select leg."userId", leg."callId", provider, "carrierCallId"
     from json_to_recordset($1) as leg("userId" bigint, "callId" bigint, provider text, "carrierCallId" text)
     join calls on calls.id = leg."callId" and ${IS_KEPT}`,
    [JSON.stringify(legs)],
  );
}

/** Recorded audio of a call: G.711 µ-law in stereo. */
interface RecordedSound extends CallRef {
  /** Offset in the recording, in bytes. */
  beginByte: number;
  bytes: Uint8Array;
}

/** Audio of many recordings in one buffer. */
export interface SoundBlock {
  bytes: Uint8Array;
  used: number;
  segments: (CallRef & { beginByte: number; start: number; length: number })[];
}

/** About one second of audio of sixty calls. */
const BLOCK_BYTES = 1_048_576;
/** Blocks kept for reuse. */
const MAX_SPARE = 4;

/**
 * Buffers recorded audio in a few reused blocks. Separate small buffers would outlive the garbage collector's young
 * generation: a hundred calls would leave 1.6 MB of garbage per second.
 */
export class SoundBlocks {
  readonly #spare: SoundBlock[] = [];
  #filled: SoundBlock[] = [];

  /** Copies the audio. */
  add({ userId, callId, beginByte, bytes }: RecordedSound): void {
    const block = this.#blockFor(bytes.length);
    block.bytes.set(bytes, block.used);
    block.segments.push({ userId, callId, beginByte, start: block.used, length: bytes.length });
    block.used += bytes.length;
  }

  /** Takes all filled blocks in order. Pass each to `keep` or `release` afterwards. */
  take(): SoundBlock[] {
    const taken = this.#filled;
    this.#filled = [];
    return taken;
  }

  /** Puts blocks that were not stored back before newer ones. */
  keep(blocks: readonly SoundBlock[]): void {
    this.#filled = [...blocks, ...this.#filled];
  }

  /** Recycles stored blocks. */
  release(blocks: readonly SoundBlock[]): void {
    for (const block of blocks) {
      block.used = 0;
      block.segments = [];
      if (this.#spare.length < MAX_SPARE && block.bytes.length === BLOCK_BYTES) this.#spare.push(block);
    }
  }

  #blockFor(length: number): SoundBlock {
    const last = this.#filled.at(-1);
    if (last !== undefined && last.used + length <= last.bytes.length) return last;
    const fits = length <= BLOCK_BYTES ? this.#spare.pop() : undefined;
    const block = fits ?? { bytes: new Uint8Array(Math.max(BLOCK_BYTES, length)), used: 0, segments: [] };
    this.#filled.push(block);
    return block;
  }
}

interface CallRef {
  userId: number;
  callId: number;
}
