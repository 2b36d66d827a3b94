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
/** What a recording may lack of its end: a piece is a second, another may wait to be stored, and a machine may be slow. */
const LOST_SECONDS = 6;
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

/** How much of each call was said, to be asked for right before the kill. */
export const saidSoFar = (calls: readonly KilledCall[]): ReadonlyMap<number, number> =>
  new Map(calls.map(({ id, person }) => [id, person.said().length]));

/** The sound of each call that is stored, left and right by turns, byte by byte. */
export async function storedSound(
  database: Pick<Executor, 'query'>,
  calls: readonly KilledCall[],
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
      ...{ status: 'failed', end_reason: DIED, total_cost: 0.1 },
      costs: [{ kind: 'call_minute', amount: 0.1 }],
    });
    const answer = await fetch(call.recording_url.replace(/^http:\/\/[^/]+/, address));
    expectRecording(Buffer.from(await answer.arrayBuffer()), killed);
  }
  const ids = calls.map(({ id }) => id);
  await expectInTime(aftermath, ids.length);
  await expectTold(account, ids, () => sink.at(path));
  expect(await unexplainedMoney(database)).toEqual([]);
}

/** Rows say themselves when they became what they are: the end of the call, its evaluation and its event, all in one database. */
async function expectInTime(
  { database, killedAt, othersFrom }: Pick<Aftermath, 'database' | 'killedAt' | 'othersFrom'>,
  count: number,
): Promise<void> {
  const rows = await database.query<{ endedAt: Date; recordedAt: Date; toldAt: Date }>(
    `select ended_at as "endedAt", recorded_at as "recordedAt", delivery.created_at as "toldAt"
     from calls join webhook_deliveries delivery on delivery.user_id = calls.user_id
       and delivery.event = 'call.ended' and delivery.subject_id = calls.id::text`,
  );
  expect(rows).toHaveLength(count);
  const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;
  for (const { endedAt, recordedAt, toldAt } of rows) {
    expect(seconds(othersFrom, recordedAt)).toBeLessThan(30);
    expect(seconds(othersFrom, toldAt)).toBeLessThan(30);
    // It ended when its process was last alive, not when that was found out.
    expect(Math.abs(seconds(killedAt, endedAt))).toBeLessThan(LOST_SECONDS);
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

/** The person on the left, from the answer until the kill; on the right nothing but what they heard, and as much of it. */
export function expectRecorded(
  recording: Buffer,
  { person, saidUntil }: { person: TalkingPerson; saidUntil: number },
): void {
  const [left, right] = channelsOf(recording);
  const said = placesOf(left, person.said());
  // On a busy machine some packets come too late to be heard, which the recording shows as it was; no second is without any.
  expect(said.share).toBeGreaterThan(0.1);
  expect(longestGap(said.places)).toBeLessThan(2 * BYTES_PER_SECOND);
  expect(said.places).toEqual(said.places.toSorted((one, other) => one - other));
  expect(said.places[0]).toBeLessThan(2 * BYTES_PER_SECOND);
  expect(said.places.at(-1)).toBeGreaterThan(saidUntil - LOST_SECONDS * BYTES_PER_SECOND);
  const heard = placesOf(right, person.heard());
  expect(heard.share).toBeGreaterThan(0.25);
  const pieces = heard.places.length;
  expect(pieces * PIECE_BYTES).toBeGreaterThan((TALK_SECONDS - LOST_SECONDS) * 0.5 * BYTES_PER_SECOND);
  // The measure tells one from the other.
  expect(placesOf(right, person.said()).share).toBe(0);
}

/** The recording is what was stored of it, and maybe what still was on its way; both are in it, each on their side. */
export function expectKept(recording: Buffer, stored: Buffer, { said, heard }: TalkingPerson): void {
  expect(stored.length).toBeGreaterThan(BYTES_PER_SECOND);
  const sound = recording.subarray(WAV_HEADER_BYTES);
  expect(sound.subarray(0, stored.length).equals(stored)).toBe(true);
  const [left, right] = channelsOf(recording);
  expect(placesOf(left, said()).places.length).toBeGreaterThan(0);
  expect(placesOf(right, heard()).places.length).toBeGreaterThan(0);
  expect(placesOf(right, said()).places).toEqual([]);
}

function longestGap(places: readonly number[]): number {
  return Math.max(...places.map((place, index) => place - (places[index - 1] ?? place)));
}

/** 10 ms. */
const PIECE_BYTES = 80;

/** Where the pieces of a sound that are not silent are found in another, byte by byte. */
function placesOf(sound: Buffer, whole: Buffer): { places: number[]; share: number } {
  const pieces = Array.from({ length: Math.floor(sound.length / PIECE_BYTES) }, (_, index) =>
    sound.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  ).filter((piece) => piece.filter((byte) => byte !== ULAW_SILENCE).length > PIECE_BYTES / 2);
  const places = pieces.map((piece) => whole.indexOf(piece)).filter((place) => place >= 0);
  return { places, share: pieces.length === 0 ? 0 : places.length / pieces.length };
}

/** Left and right of a stereo WAV file in µ-law at 8 kHz. */
function channelsOf(bytes: Buffer): [Buffer, Buffer] {
  const format = [20, 22, 34].map((at) => bytes.readUInt16LE(at));
  expect([...format, bytes.readUInt32LE(24)]).toEqual([7, 2, 8, 8000]);
  const sound = bytes.subarray(WAV_HEADER_BYTES);
  const channel = (offset: number): Buffer => Buffer.from(sound.filter((_, index) => index % 2 === offset));
  return [channel(0), channel(1)];
}
