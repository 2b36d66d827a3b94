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

/** A call whose process is killed, and who talks in it. */
export interface KilledCall {
  id: number;
  person: TalkingPerson;
}

const BYTES_PER_SECOND = 8000;
/**
 * What a recording may lack of its end. Three seconds are known not to be stored yet: the piece that is being written, the one
 * for which something may still come late, and what the writer gathers. The others are for a machine that is slow.
 */
const LOST_SECONDS = 8;
/** Of what was sent nothing as long as this is left out: both sides of a piece that was stored are stored together. */
const LONGEST_HOLE_SECONDS = 1;
/** When a call ended is known as exactly as its process said that it lives. */
const ALIVE_SECONDS = 6;
/**
 * On an idle machine each of these is nearly 1. On one with six times the work that it can do what is said comes too late to be
 * heard for seconds, which the recording shows as it was, and pieces are cut where something is missing.
 */
const LEAST = {
  /** Of a channel of the recording, what was said or heard indeed. */
  true: 0.6,
  /** Of what was said until the last of it that is recorded, what is recorded. */
  said: 0.25,
  /** The same of what was heard: it was sent, and so recorded. */
  heard: 0.6,
};
/** The least that people say, and hear, before the process is killed. */
const TALK_SECONDS = 8;
const GREETING =
  'Mill Inn, good evening. Breakfast is from seven to ten, dinner is from six to nine, and the river runs right below your window. What may we do for you tonight, or tomorrow, or on any other day?';

/** What an assistant needs whose calls are killed: it greets for long, and its calls are recorded and told of. */
export const talksLong = (webhookUrl: string): object => ({
  ...{ record: true, initial_message: GREETING, allow_interruptions: false },
  ...{ enable_noise_cancellation: false, is_webhook_active: true, webhook_url: webhookUrl },
  send_webhook_only_on_completed: false,
});

/** A request of each of so many calls; on a busy machine some are repeated. */
export async function takeOfAll(
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

/** The calls of these people, once all of them are up. */
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
    if (person === undefined) throw new Error('Nobody talks in this call.');
    return { id, person };
  });
}

/** Until everybody has said and heard enough of their call. */
export async function haveTalked(calls: readonly KilledCall[]): Promise<void> {
  const isLong = (sound: Buffer): boolean => sound.length >= TALK_SECONDS * BYTES_PER_SECOND;
  await eventually(
    async () => calls,
    (all) => all.every(({ person }) => isLong(person.said()) && isLong(person.heard())),
  );
}

/** The sound of each call that is stored, left and right by turns, byte by byte. */
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

/** Where those are who look at killed calls. */
export interface Aftermath {
  account: Client;
  database: Executor;
  /** Who serves the API now. */
  address: string;
  /** What the webhooks of the calls go to, and its path there. */
  sink: WebhookSink;
  path: string;
  killedAt: Date;
  /** From when on there was another process. */
  othersFrom: Date;
}

/**
 * Each call is over, failed, charged once and told of once, and its money is explained.
 * @param expectRecording compares the recording of a call, a WAV file
 */
export async function expectRightAfterKill(
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
  await expectTold(account, ids, () => sink.at(path));
  expect(await unexplainedMoney(database)).toEqual([]);
}

/** Rows say themselves when they became what they are: the end of the call, its evaluation and its event, all in one database. */
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
    // It ended when its process was last alive, not when that was found out.
    expect(Math.abs(seconds(killedAt, endedAt))).toBeLessThan(ALIVE_SECONDS);
  }
}

/** Each of the calls, once: what came says so, and so do the deliveries, of which none is left to be tried. */
async function expectTold(
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
 * The person on the left, from the answer to the end; on the right nothing but what they heard, until right before the kill. What
 * was heard says how far the process came: a slow machine may be seconds behind who talks to it.
 */
export function expectRecorded(recording: Buffer, { said, heard }: TalkingPerson): void {
  const [left, right] = channelsOf(recording);
  const spoken = placesOf(left, said());
  expect(spoken.share).toBeGreaterThan(LEAST.true);
  expect(spoken.places).toEqual(spoken.places.toSorted((one, other) => one - other));
  // Not at its beginning alone, nor at its end.
  const { places } = placesOf(said(), left);
  expect(Math.min(...places)).toBeLessThan(left.length / 2);
  expect(Math.max(...places)).toBeGreaterThan(left.length / 2);
  expect(keptOf(said(), left).share).toBeGreaterThan(LEAST.said);
  expect(placesOf(right, heard()).share).toBeGreaterThan(LEAST.true);
  const sent = keptOf(heard(), right);
  expect(sent.share).toBeGreaterThan(LEAST.heard);
  expect(sent.longestHoleBytes).toBeLessThan(LONGEST_HOLE_SECONDS * BYTES_PER_SECOND);
  expect(sent.lostBytes).toBeLessThan(LOST_SECONDS * BYTES_PER_SECOND);
  // The measure tells one from the other.
  expect(placesOf(right, said()).share).toBe(0);
}

/** The recording is what was stored of it, and maybe what still was on its way; both are in it, each on their side. */
export function expectKept(recording: Buffer, stored: Buffer, { said, heard }: TalkingPerson): void {
  expectStored(recording, stored);
  const [left, right] = channelsOf(recording);
  expect(placesOf(left, said()).share).toBeGreaterThan(LEAST.true);
  expect(placesOf(right, heard()).share).toBeGreaterThan(LEAST.true);
  expect(placesOf(right, said()).places).toEqual([]);
}

/** The recording begins with what was stored of it, which is a second of both sides at least. */
export function expectStored(recording: Buffer, stored: Buffer): void {
  expect(stored.length).toBeGreaterThanOrEqual(2 * BYTES_PER_SECOND);
  expect(isHeard(stored)).toBe(true);
  const sound = recording.subarray(WAV_HEADER_BYTES);
  expect(sound.subarray(0, stored.length).equals(stored)).toBe(true);
}

/** Whether stored sound holds anything but silence. */
export function isHeard(stored: Buffer): boolean {
  return stored.some((byte) => byte !== ULAW_SILENCE);
}

/** 10 ms. */
const PIECE_BYTES = 80;

/** Where the pieces of a sound that are not silent are found in another, byte by byte. */
function placesOf(sound: Buffer, whole: Buffer): { places: number[]; share: number } {
  const all = lookFor(sound, whole);
  const places = all.filter((place) => place >= 0);
  return { places, share: all.length === 0 ? 0 : places.length / all.length };
}

/** How much of a sound is found in another up to the last that is, the most of it in a row that is not, and how much comes behind. */
function keptOf(
  sound: Buffer,
  whole: Buffer,
): { share: number; longestHoleBytes: number; lostBytes: number } {
  const all = lookFor(sound, whole);
  const found = all.flatMap((place, index) => (place >= 0 ? [index] : []));
  const end = (found.at(-1) ?? -1) + 1;
  const holes = found.map((index, order) => index - (found[order - 1] ?? -1) - 1);
  return {
    share: end === 0 ? 0 : found.length / end,
    longestHoleBytes: Math.max(0, ...holes) * PIECE_BYTES,
    lostBytes: (all.length - end) * PIECE_BYTES,
  };
}

/** For each piece of a sound that is not silent its place in another; -1: it is not there. */
function lookFor(sound: Buffer, whole: Buffer): number[] {
  return Array.from({ length: Math.floor(sound.length / PIECE_BYTES) }, (_, index) =>
    sound.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  )
    .filter((piece) => piece.filter((byte) => byte !== ULAW_SILENCE).length > PIECE_BYTES / 2)
    .map((piece) => whole.indexOf(piece));
}

/** Left and right of a stereo WAV file in µ-law at 8 kHz. */
function channelsOf(bytes: Buffer): [Buffer, Buffer] {
  const format = [20, 22, 34].map((at) => bytes.readUInt16LE(at));
  expect([...format, bytes.readUInt32LE(24)]).toEqual([7, 2, 8, 8000]);
  const sound = bytes.subarray(WAV_HEADER_BYTES);
  const channel = (offset: number): Buffer => Buffer.from(sound.filter((_, index) => index % 2 === offset));
  return [channel(0), channel(1)];
}
