import { afterEach, beforeEach, test } from 'vitest';
import type { SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { makeCall, mobileNumber } from '../kit/calls.ts';
import {
  callsOf,
  expectHandledAfterKill,
  expectRecorded,
  expectStored,
  haveTalked,
  type KilledCall,
  storedSound,
  takeFromEachCall,
  talkativeAssistant,
} from '../kit/sip/killed-calls.ts';
import { openSipPeer, type SipPeer } from '../kit/sip/sip-peer.ts';
import { type TalkingPerson, talkingPeople } from '../kit/sip/talking-people.ts';
import { assistantOver, startSurvivor, startVoice, trunkTo } from '../kit/sip/voice-processes.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

const CALLS = 20;

let sink: WebhookSink;
let survivor: TestServer;
beforeEach(async () => {
  sink = await startWebhookSink();
  survivor = await startSurvivor();
});
afterEach(async () => {
  await survivor.stop();
  await sink.close();
});

/** Path of the account's webhook endpoint. */
const pathOf = ({ userId }: Client): string => `/killed/${userId}`;

/** Makes `CALLS` calls to people at the carrier, all of whom answer. */
async function callAll(
  account: Client,
  carrier: SipPeer,
  answer: (invite: SipRequest) => Promise<TalkingPerson>,
): Promise<KilledCall[]> {
  const numberId = await trunkTo(account, {
    address: `127.0.0.1:${carrier.port}`,
    phone_number: mobileNumber(),
  });
  const assistant_id = await assistantOver(account, {
    type: 'outbound',
    numberId,
    fields: talkativeAssistant(`${sink.origin}${pathOf(account)}`),
  });
  for (let count = 0; count < CALLS; count += 1) {
    await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  }
  const people: TalkingPerson[] = [];
  for (const invite of await takeFromEachCall(carrier, { method: 'INVITE', count: CALLS })) {
    people.push(await answer(invite));
  }
  return callsOf(survivor.database, people);
}

test('kill -9 during SIP calls: each ends once within 30 seconds and is recorded until the kill', async () => {
  const account = await survivor.account();
  const carrier = await openSipPeer();
  const people = talkingPeople(carrier);
  const doomed = await startVoice(survivor);
  const calls = await callAll(account, carrier, people.answer);
  await haveTalked(calls);
  const other = await startVoice(survivor);
  const killedAt = new Date();
  await doomed.kill();
  const stored = await storedSound(survivor.database, calls);
  for (const bye of await takeFromEachCall(carrier, { method: 'BYE', count: CALLS }))
    carrier.respond(bye, 200);
  people.stop();

  const { database, address } = survivor;
  const aftermath = {
    account,
    database,
    address,
    sink,
    path: pathOf(account),
    killedAt,
    othersFrom: killedAt,
  };
  await expectHandledAfterKill(aftermath, calls, (recording, { id, person }) => {
    expectStored(recording, stored.get(id) ?? Buffer.alloc(0));
    expectRecorded(recording, person);
  });
  await other.kill();
});
