import { expect } from 'vitest';
import { ULAW_SILENCE } from '../../../src/core/g711.ts';
import type { Executor } from '../../../src/db/client.ts';
import { WAV_HEADER_BYTES } from '../../../src/modules/calls/recordings/wav-header.ts';
import { headerOf, type SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import { endedCall } from '../calls.ts';
import { eventually } from '../eventually.ts';
import { unexplainedMoney } from '../ledger.ts';
import type { Client } from '../test-server.ts';
import type { WebhookSink } from '../webhook-sink.ts';
import type { SipPeer } from './sip-peer.ts';
import type { TalkingPerson } from './talking-people.ts';
import { DIED } from './voice-processes.ts';

/** A call whose process is killed, and the person on the other side. */
export interface KilledCall {
  id: number;
  person: TalkingPerson;
}

const BYTES_PER_SECOND = 8000;
/**
 * How many seconds a recording may lack before the kill. Three are expected: the chunk being written, the one still
 * open for late audio, and the writer's batch. The rest allows for a slow machine.
 */
const MAX_LOST_SECONDS = 8;
/** Largest gap in the sent audio, in seconds: both channels of a chunk are stored together. */
const MAX_GAP_SECONDS = 1;
/** Precision of the end time in seconds: the heartbeat interval of processes. */
const ALIVE_SECONDS = 6;
/**
 * Minimum shares. They are nearly 1 on an idle machine. On an overloaded machine audio arrives seconds late, which the
 * recording reflects, and chunks are cut at missing packets.
 */
const LEAST = {
  /** Share of a recorded channel that was actually sent or received. */
  true: 0.6,
  /** Share of the spoken audio that is recorded, up to the last recorded chunk. */
  said: 0.25,
  /** Share of the received audio that is recorded. */
  heard: 0.6,
};
/** Minimum audio in both directions before the process is killed, in seconds. */
const TALK_SECONDS = 8;
const GREETING =
  'Mill Inn, good evening. Breakfast is from seven to ten, dinner is from six to nine, and the river runs right below your window. What may we do for you tonight, or tomorrow, or on any other day?';

/** Fields of an assistant with a long greeting, recording and webhooks. */
export const talkativeAssistant = (webhookUrl: string): object => ({
  record: true,
  initial_message: GREETING,
  allow_interruptions: false,
  enable_noise_cancellation: false,
  is_webhook_active: true,
  webhook_url: webhookUrl,
  send_webhook_only_on_completed: false,
});

/** Takes one request per call; a busy machine retransmits some. */
export async function takeFromEachCall(
  carrier: SipPeer,
  { method, count }: { method: string; count: number },
): Promise<SipRequest[]> {
  const byCall = new Map<string | null, SipRequest>();
  while (byCall.size < count) {
    const request = await carrier.takeRequest(method);
    byCall.set(headerOf(request, 'call-id'), request);
  }
  return [...byCall.values()];
}

/** Waits until the calls of all people are in progress and returns them. */
export async function callsOf(
  database: Pick<Executor, 'query'>,
  people: readonly TalkingPerson[],
): Promise<KilledCall[]> {
  const running = await eventually(
    () =>
      database.query<{ id: number; callId: string }>(
        `select id, coalesce(carrier_call_id, attempt_id::text) as "callId" from calls where status = 'in-progress'`,
      ),
    ({ length }) => length === people.length,
  );
  return running.map(({ id, callId }) => {
    const person = people.find((one) => one.callId === callId);
    if (person === undefined) throw new Error('Unknown call.');
    return { id, person };
  });
}

/** Waits until all calls have enough audio in both directions. */
export async function haveTalked(calls: readonly KilledCall[]): Promise<void> {
  const isLong = (sound: Buffer): boolean => sound.length >= TALK_SECONDS * BYTES_PER_SECOND;
  await eventually(
    async () => calls,
    (all) => all.every(({ person }) => isLong(person.said()) && isLong(person.heard())),
  );
}

/** The stored stereo audio of each call, interleaved. */
export async function storedSound(
  database: Pick<Executor, 'query'>,
  calls: readonly Pick<KilledCall, 'id'>[],
): Promise<ReadonlyMap<number, Buffer>> {
  const sounds = calls.map(async ({ id }): Promise<[number, Buffer]> => {
    const pieces = await database.query<{ begin: number; bytes: Buffer }>(
      'select begin_byte as begin, bytes from call_recording_pieces where call_id = $1 order by begin_byte',
      [id],
    );
    const length = Math.max(0, ...pieces.map(({ begin, bytes }) => begin + bytes.length));
    const sound = Buffer.alloc(length, ULAW_SILENCE);
    for (const { begin, bytes } of pieces) sound.set(bytes, begin);
    return [id, sound];
  });
  return new Map(await Promise.all(sounds));
}

/** What the checks after a kill need to know. */
export interface Aftermath {
  account: Client;
  database: Executor;
  /** Address of the process that serves the API after the kill. */
  address: string;
  /** Webhook sink, and the path that the assistants use. */
  sink: WebhookSink;
  path: string;
  killedAt: Date;
  /** Time from which another process was running. */
  othersFrom: Date;
}

/**
 * Expects that each call has failed, is charged and refunded once, has one webhook delivery, and that the ledger is
 * consistent.
 * @param expectRecording checks the WAV recording of a call
 */
export async function expectHandledAfterKill(
  aftermath: Aftermath,
  calls: readonly KilledCall[],
  expectRecording: (recording: Buffer, call: KilledCall) => void,
): Promise<void> {
  const { account, database, address, sink, path } = aftermath;
  for (const killed of calls) {
    const call = await endedCall(account, killed.id);
    expect(call).toMatchObject({
      status: 'failed',
      end_reason: DIED,
      total_cost: 0,
      costs: [
        { kind: 'call_minute', amount: 0.1 },
        { kind: 'refund', amount: -0.1 },
      ],
    });
    const answer = await fetch(call.recording_url.replace(/^http:\/\/[^/]+/, address));
    expectRecording(Buffer.from(await answer.arrayBuffer()), killed);
  }
  const ids = calls.map(({ id }) => id);
  await expectInTime(aftermath, ids);
  await expectWebhooks(account, ids, () => sink.at(path));
  expect(await unexplainedMoney(database)).toEqual([]);
}

/** Checks timestamps in the database: end of the call, recording time and webhook event. */
async function expectInTime(
  { database, killedAt, othersFrom }: Pick<Aftermath, 'database' | 'killedAt' | 'othersFrom'>,
  ids: readonly number[],
): Promise<void> {
  const rows = await database.query<{ endedAt: Date; recordedAt: Date; toldAt: Date }>(
    `select ended_at as "endedAt", recorded_at as "recordedAt", delivery.created_at as "toldAt"
     from calls join webhook_deliveries delivery on delivery.user_id = calls.user_id
       and delivery.event = 'call.ended' and delivery.subject_id = calls.id::text
     where calls.id = any($1)`,
    [ids],
  );
  expect(rows).toHaveLength(ids.length);
  const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;
  for (const { endedAt, recordedAt, toldAt } of rows) {
    expect(seconds(othersFrom, recordedAt)).toBeLessThan(30);
    expect(seconds(othersFrom, toldAt)).toBeLessThan(30);
    // The end is the last heartbeat of the process, not the time at which the kill was detected.
    expect(Math.abs(seconds(killedAt, endedAt))).toBeLessThan(ALIVE_SECONDS);
  }
}

/** Expects one webhook per call: received once, and delivered on the first attempt. */
async function expectWebhooks(
  account: Client,
  ids: readonly number[],
  heard: () => WebhookSink['received'],
): Promise<void> {
  const told = await eventually(
    async () => heard().map(({ body }): number => JSON.parse(body).id),
    ({ length }) => length >= ids.length,
  );
  const sorted = (all: readonly number[]): number[] => all.toSorted((one, other) => one - other);
  expect(sorted(told)).toEqual(sorted(ids));
  const path = '/user/webhook-deliveries?event=call.ended&per_page=100';
  const deliveries: { status: string; attempt_count: number }[] = await eventually(
    async () => (await account.get(path)).body.data,
    (all) => all.every(({ status }: { status: string }) => status === 'delivered'),
  );
  expect(deliveries.map(({ attempt_count }) => attempt_count)).toEqual(ids.map(() => 1));
}

/**
 * Checks a recording. Left channel: the person's audio from the answer to the end. Right channel: only audio that the
 * person received, until shortly before the kill; the received audio shows how far the process came.
 */
export function expectRecorded(recording: Buffer, { said, heard }: TalkingPerson): void {
  const [left, right] = channelsOf(recording);
  const spoken = positionsOf(left, said());
  expect(spoken.share).toBeGreaterThan(LEAST.true);
  expect(spoken.positions).toEqual(spoken.positions.toSorted((one, other) => one - other));
  // The found chunks are spread over the recording.
  const { positions } = positionsOf(said(), left);
  expect(Math.min(...positions)).toBeLessThan(left.length / 2);
  expect(Math.max(...positions)).toBeGreaterThan(left.length / 2);
  expect(coverageOf(said(), left).share).toBeGreaterThan(LEAST.said);
  expect(positionsOf(right, heard()).share).toBeGreaterThan(LEAST.true);
  const sent = coverageOf(heard(), right);
  expect(sent.share).toBeGreaterThan(LEAST.heard);
  expect(sent.longestGapBytes).toBeLessThan(MAX_GAP_SECONDS * BYTES_PER_SECOND);
  expect(sent.lostBytes).toBeLessThan(MAX_LOST_SECONDS * BYTES_PER_SECOND);
  // Control: the two channels can be told apart.
  expect(positionsOf(right, said()).share).toBe(0);
}

/** Expects that the recording starts with the stored audio and has each side on its own channel. */
export function expectKept(recording: Buffer, stored: Buffer, { said, heard }: TalkingPerson): void {
  expectStored(recording, stored);
  const [left, right] = channelsOf(recording);
  expect(positionsOf(left, said()).share).toBeGreaterThan(LEAST.true);
  expect(positionsOf(right, heard()).share).toBeGreaterThan(LEAST.true);
  expect(positionsOf(right, said()).positions).toEqual([]);
}

/** Expects that the recording starts with the stored audio, which has at least one second of both sides. */
export function expectStored(recording: Buffer, stored: Buffer): void {
  expect(stored.length).toBeGreaterThanOrEqual(2 * BYTES_PER_SECOND);
  expect(isAudible(stored)).toBe(true);
  const sound = recording.subarray(WAV_HEADER_BYTES);
  expect(sound.subarray(0, stored.length).equals(stored)).toBe(true);
}

/** True if stored audio is not silent. */
export function isAudible(stored: Buffer): boolean {
  return stored.some((byte) => byte !== ULAW_SILENCE);
}

/** Bytes of 10 ms. */
const CHUNK_BYTES = 80;

/** Positions at which the audible chunks of one audio occur in another, and their share. */
function positionsOf(sound: Buffer, whole: Buffer): { positions: number[]; share: number } {
  const all = chunkPositions(sound, whole);
  const positions = all.filter((position) => position >= 0);
  return { positions, share: all.length === 0 ? 0 : positions.length / all.length };
}

/** How much of `sound` occurs in `whole`: share up to the last match, longest gap, and missing end. */
function coverageOf(
  sound: Buffer,
  whole: Buffer,
): { share: number; longestGapBytes: number; lostBytes: number } {
  const all = chunkPositions(sound, whole);
  const found = all.flatMap((position, index) => (position >= 0 ? [index] : []));
  const end = (found.at(-1) ?? -1) + 1;
  const holes = found.map((index, order) => index - (found[order - 1] ?? -1) - 1);
  return {
    share: end === 0 ? 0 : found.length / end,
    longestGapBytes: Math.max(0, ...holes) * CHUNK_BYTES,
    lostBytes: (all.length - end) * CHUNK_BYTES,
  };
}

/** Position of each audible chunk in another audio; -1 if it is missing. */
function chunkPositions(sound: Buffer, whole: Buffer): number[] {
  return Array.from({ length: Math.floor(sound.length / CHUNK_BYTES) }, (_, index) =>
    sound.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  )
    .filter((chunk) => chunk.filter((byte) => byte !== ULAW_SILENCE).length > CHUNK_BYTES / 2)
    .map((chunk) => whole.indexOf(chunk));
}

/** Both channels of a stereo µ-law WAV file at 8 kHz. */
function channelsOf(bytes: Buffer): [Buffer, Buffer] {
  const format = [20, 22, 34].map((at) => bytes.readUInt16LE(at));
  expect([...format, bytes.readUInt32LE(24)]).toEqual([7, 2, 8, 8000]);
  const sound = bytes.subarray(WAV_HEADER_BYTES);
  const channel = (offset: number): Buffer => Buffer.from(sound.filter((_, index) => index % 2 === offset));
  return [channel(0), channel(1)];
}
