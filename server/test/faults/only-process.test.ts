import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { makeCall, mobileNumber } from '../kit/calls.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { sized } from '../kit/run-size.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import {
  callsOf,
  expectHandledAfterKill,
  expectKept,
  haveTalked,
  storedSound,
  takeFromEachCall,
  talkativeAssistant,
} from '../kit/sip/killed-calls.ts';
import { openSipPeer, type SipPeer } from '../kit/sip/sip-peer.ts';
import { type TalkingPeople, type TalkingPerson, talkingPeople } from '../kit/sip/talking-people.ts';
import { assistantOver, noPendingHangUp, trunkTo } from '../kit/sip/voice-processes.ts';
import {
  type Client,
  clientOf,
  cloneDatabase,
  startTestServer,
  type TestDatabase,
} from '../kit/test-server.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

/** Half of the calls are outbound, the other half inbound. */
const CALLS = sized({ gate: 8, nightly: 20 });

let installation: TestDatabase;
let database: Database;
/** HTTP port of the only process, the same after its restart. */
let port: number;
let sipPort: number;
let account: Client;
let sink: WebhookSink;
beforeEach(async () => {
  sink = await startWebhookSink();
  installation = await cloneDatabase();
  database = openDatabase(installation.connection, () => undefined);
  [port = 0, sipPort = 0] = await freePorts(2);
  const before = await startTestServer({ beside: installation });
  const { token } = await before.account();
  account = clientOf(`${address()}/api`, token);
  await before.stop();
});
afterEach(async () => {
  await database.close();
  await installation.drop();
  await sink.close();
});

const address = (): string => `http://127.0.0.1:${port}`;

/** Starts one process without a role, so that it does everything. */
async function start(): Promise<ServerProcess> {
  const only = await startServerProcess(installation.connection, {
    PORT: String(port),
    PARLEY_SIP_PORT: String(sipPort),
    PARLEY_RTP_PORTS: '0',
  });
  endsWithTest(only.kill);
  return only;
}

/** Connects all callees and callers at the carrier. */
async function talkToAll(carrier: SipPeer, people: TalkingPeople): Promise<TalkingPerson[]> {
  const over = async (type: 'inbound' | 'outbound'): Promise<{ number: string; assistant_id: number }> => {
    const number = mobileNumber();
    const numberId = await trunkTo(account, { address: `127.0.0.1:${carrier.port}`, phone_number: number });
    const fields = talkativeAssistant(`${sink.origin}/killed`);
    return { number, assistant_id: await assistantOver(account, { type, numberId, fields }) };
  };
  const { assistant_id } = await over('outbound');
  const { number } = await over('inbound');
  const talking: TalkingPerson[] = [];
  for (let count = 0; count < CALLS / 2; count += 1) {
    await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  }
  for (const invite of await takeFromEachCall(carrier, { method: 'INVITE', count: CALLS / 2 })) {
    talking.push(await people.answer(invite));
  }
  for (let count = 0; count < CALLS / 2; count += 1) talking.push(await people.call(sipPort, number));
  return talking;
}

test('kill -9 of the only process during calls: after a restart, each call ends once and correctly', async () => {
  const doomed = await start();
  const carrier = await openSipPeer();
  const people = talkingPeople(carrier);
  const calls = await callsOf(database, await talkToAll(carrier, people));
  await haveTalked(calls);
  const killedAt = new Date();
  await doomed.kill();
  const stored = await storedSound(database, calls);
  expect(carrier.received.filter((one) => one.kind === 'request' && one.method === 'BYE')).toEqual([]);

  const inItsPlace = await start();
  const othersFrom = new Date();
  // The restarted process hangs up the remaining calls.
  const byes = await takeFromEachCall(carrier, { method: 'BYE', count: CALLS });
  for (const bye of byes) carrier.respond(bye, 200);
  const callIds = calls.map(({ person }) => person.callId);
  expect(byes.map((bye) => headerOf(bye, 'call-id')).toSorted()).toEqual(callIds.toSorted());
  people.stop();
  const aftermath = { account, database, address: address(), sink, path: '/killed', killedAt, othersFrom };
  await expectHandledAfterKill(aftermath, calls, (recording, { id, person }) =>
    expectKept(recording, stored.get(id) ?? Buffer.alloc(0), person),
  );
  await noPendingHangUp(
    { database },
    calls.map(({ id }) => id),
  );
  // No number is called twice.
  const invites = carrier.received.filter((one) => one.kind === 'request' && one.method === 'INVITE');
  expect(new Set(invites.map((invite) => headerOf(invite, 'call-id'))).size).toBe(CALLS / 2);
  await inItsPlace.kill();
});
