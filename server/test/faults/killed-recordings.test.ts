import { afterAll, beforeAll, expect, test } from 'vitest';
import { ULAW_SILENCE } from '../../src/core/g711.ts';
import { WAV_HEADER_BYTES } from '../../src/modules/calls/recordings/wav-header.ts';
import { headerOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { endedCall, makeCall, mobileNumber } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { openSipPeer, type SipPeer } from '../kit/sip/sip-peer.ts';
import { type TalkingPerson, talkingPeople } from '../kit/sip/talking-people.ts';
import { assistantOver, DIED, startSurvivor, startVoice, trunkTo } from '../kit/sip/voice-processes.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

const CALLS = 20;
const BYTES_PER_SECOND = 8000;
/** What a recording may lack of its end: a piece is a second, another may wait to be stored, and a machine may be slow. */
const LOST_SECONDS = 6;
/** The least that people say, and hear, before the process is killed. */
const TALK_SECONDS = 8;
const GREETING =
  'Mill Inn, good evening. Breakfast is from seven to ten, dinner is from six to nine, and the river runs right below your window. What may we do for you tonight, or tomorrow, or on any other day?';

let sink: WebhookSink;
let survivor: TestServer;
let account: Client;
beforeAll(async () => {
  sink = await startWebhookSink();
  survivor = await startSurvivor();
  account = await survivor.account();
});
afterAll(async () => {
  await survivor.stop();
  await sink.close();
});

interface Call {
  id: number;
  person: TalkingPerson;
}

/** Calls to so many people of a carrier, all of them up. */
async function callAll(
  carrier: SipPeer,
  answer: (invite: SipRequest) => Promise<TalkingPerson>,
): Promise<Call[]> {
  const numberId = await trunkTo(account, {
    ...{ address: `127.0.0.1:${carrier.port}`, phone_number: mobileNumber() },
  });
  const assistant_id = await assistantOver(account, {
    ...{ type: 'outbound', numberId },
    fields: {
      ...{
        record: true,
        initial_message: GREETING,
        allow_interruptions: false,
        enable_noise_cancellation: false,
      },
      ...{
        is_webhook_active: true,
        webhook_url: `${sink.origin}/killed`,
        send_webhook_only_on_completed: false,
      },
    },
  });
  for (let count = 0; count < CALLS; count += 1) {
    await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  }
  const people: TalkingPerson[] = [];
  for (const invite of await takeOfAll(carrier, 'INVITE')) people.push(await answer(invite));
  const running: { id: number; attempt_id: string }[] = await eventually(
    () => survivor.database.query(`select id, attempt_id from calls where status = 'in-progress'`),
    ({ length }) => length === CALLS,
    90_000,
  );
  return running.map(({ id, attempt_id }) => {
    const person = people.find(({ callId }) => callId === attempt_id);
    if (person === undefined) throw new Error('Nobody has answered this call.');
    return { id, person };
  });
}

/** A request of each call; on a busy machine some are repeated. */
async function takeOfAll(carrier: SipPeer, method: string): Promise<SipRequest[]> {
  const byCall = new Map<string | null, SipRequest>();
  while (byCall.size < CALLS) {
    const request = await carrier.takeRequest(method);
    byCall.set(headerOf(request, 'call-id'), request);
  }
  return [...byCall.values()];
}

const isLong = (sound: Buffer): boolean => sound.length >= TALK_SECONDS * BYTES_PER_SECOND;

test('kill -9 in the middle of calls over SIP: within 30 seconds each is over, once, and recorded until the kill', async () => {
  const carrier = await openSipPeer();
  const people = talkingPeople(carrier);
  const doomed = await startVoice(survivor);
  const calls = await callAll(carrier, people.answer);
  await eventually(
    async () => calls,
    (all) => all.every(({ person }) => isLong(person.said()) && isLong(person.heard())),
    90_000,
  );
  const other = await startVoice(survivor);
  const killedAt = new Date();
  const saidUntil = new Map(calls.map(({ id, person }) => [id, person.said().length]));
  await doomed.kill();
  for (const bye of await takeOfAll(carrier, 'BYE')) carrier.respond(bye, 200);
  people.stop();

  for (const { id, person } of calls) {
    const call = await endedCall(account, id);
    expect(call).toMatchObject({
      ...{ status: 'failed', end_reason: DIED, total_cost: 0.1 },
      costs: [{ kind: 'call_minute', amount: 0.1 }],
    });
    await expectRecorded(call.recording_url, { person, saidUntil: saidUntil.get(id) ?? 0 });
  }
  await expectInTime(killedAt);
  await expectTold(calls.map(({ id }) => id));
  expect(await unexplainedMoney(survivor.database)).toEqual([]);
  await other.kill();
});

/** Rows say themselves when they became what they are: the end of the call, its evaluation and its event, all in one database. */
async function expectInTime(killedAt: Date): Promise<void> {
  const rows = await survivor.database.query<{ endedAt: Date; recordedAt: Date; toldAt: Date }>(
    `select ended_at as "endedAt", recorded_at as "recordedAt", delivery.created_at as "toldAt"
     from calls join webhook_deliveries delivery on delivery.user_id = calls.user_id
       and delivery.event = 'call.ended' and delivery.subject_id = calls.id::text`,
  );
  expect(rows).toHaveLength(CALLS);
  const after = (at: Date): number => (at.getTime() - killedAt.getTime()) / 1000;
  for (const { endedAt, recordedAt, toldAt } of rows) {
    expect(after(recordedAt)).toBeLessThan(30);
    expect(after(toldAt)).toBeLessThan(30);
    // It ended when its process was last alive, not when that was found out.
    expect(Math.abs(after(endedAt))).toBeLessThan(LOST_SECONDS);
  }
}

async function expectTold(ids: readonly number[]): Promise<void> {
  const told = await eventually(
    async () => sink.at('/killed').map(({ body }): number => JSON.parse(body).id),
    ({ length }) => length >= CALLS,
  );
  expect(told.toSorted((one, other) => one - other)).toEqual(ids.toSorted((one, other) => one - other));
}

/** The person on the left, from the answer until the kill; on the right nothing but what they heard, and as much of it. */
async function expectRecorded(
  url: string,
  { person, saidUntil }: { person: TalkingPerson; saidUntil: number },
): Promise<void> {
  const answer = await fetch(url.replace(/^http:\/\/[^/]+/, survivor.address));
  const [left, right] = channelsOf(Buffer.from(await answer.arrayBuffer()));
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
