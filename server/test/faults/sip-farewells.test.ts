import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { createAssistant } from '../kit/assistants.ts';
import { callOnce, endedCall, makeCall, mobileNumber } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { connectionUrl, type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const DIED = 'The process that held the call ended unexpectedly.';

/** Lives on, and has no telephones: it serves the API and buries the dead. */
let survivor: TestServer;

beforeAll(async () => {
  survivor = await startTestServer({
    environment: { PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
});
afterAll(() => survivor.stop());

async function startVoice(): Promise<ServerProcess & { sipPort: number }> {
  const [sipPort = 0] = await freePorts(1);
  const { connection } = survivor.testDatabase;
  const voice = await startServerProcess(connection, {
    ...{ PARLEY_ROLE: 'voice', DATABASE_URL: connectionUrl(connection), PARLEY_SIP_PORT: String(sipPort) },
  });
  return { ...voice, sipPort };
}

/** An assistant that calls, or is called, over an account's trunk to a peer. */
async function assistantAt(
  peer: SipPeer,
  { account, type, phone_number }: { account: Client; type: 'inbound' | 'outbound'; phone_number: string },
): Promise<number> {
  const trunk = await account.post('/user/phone-numbers/sip-trunks', {
    ...{ sip_trunk_type: 'number', phone_number, sip_address: `127.0.0.1:${peer.port}` },
    ...{ inbound_authorization_type: 'ip', allowed_inbound_ips: ['127.0.0.0/8'] },
  });
  const { id } = await createAssistant(account, {
    ...{ type, phone_number_id: trunk.body.data.id, initial_message: 'Mill Inn, good evening.' },
    ...{ wait_for_customer: false, post_call_evaluation: false },
  });
  await account.post(`/user/assistant/${id}/activate`);
  return id;
}

const sequenceOf = (request: SipRequest): number => Number.parseInt(headerOf(request, 'cseq') ?? '', 10);

test('a call that we made over SIP is hung up by another process when its own is killed', async () => {
  const peer = await openSipPeer();
  const account = await survivor.account();
  const assistant_id = await assistantAt(peer, { account, type: 'outbound', phone_number: '+40311000009' });
  const doomed = await startVoice();
  const id = await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  const invite = await peer.takeRequest('INVITE');
  peer.respond(invite, 200, { tag: 'person', body: peerSdp(40_000) });
  await peer.takeRequest('ACK');
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  const other = await startVoice();
  await doomed.kill();

  const bye = await peer.takeRequest('BYE');
  expect(headerOf(bye, 'call-id')).toBe(headerOf(invite, 'call-id'));
  expect(headerOf(bye, 'from')).toBe(headerOf(invite, 'from'));
  expect(headerOf(bye, 'to')).toMatch(/;tag=person$/);
  expect(headerOf(bye, 'via')).toContain(`:${other.sipPort}`);
  expect(sequenceOf(bye)).toBeGreaterThan(sequenceOf(invite));
  peer.respond(bye, 200);
  expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });
  expect(await survivor.database.query('select from owed_farewells')).toEqual([]);
  await other.kill();
});

test('a call that came over SIP is hung up by the process that is started in the place of its own', async () => {
  const peer = await openSipPeer();
  const account = await survivor.account();
  const phone_number = '+40311000010';
  await assistantAt(peer, { account, type: 'inbound', phone_number });
  const doomed = await startVoice();
  peer.request(doomed.sipPort, {
    ...{ method: 'INVITE', callId: 'caller-1', sequence: 7, uri: `sip:${phone_number}@127.0.0.1` },
    body: peerSdp(40_002),
  });
  let answer = await peer.takeResponse('INVITE');
  while (answer.status < 200) answer = await peer.takeResponse('INVITE');
  expect(answer.status).toBe(200);
  const toTag = /;tag=(.+)$/.exec(headerOf(answer, 'to') ?? '')?.[1] ?? '';
  peer.request(doomed.sipPort, { method: 'ACK', callId: 'caller-1', sequence: 7, toTag });
  const [{ id }] = await eventually(
    async () => (await account.get('/user/calls?status=in-progress')).body.data,
    (calls) => calls.length === 1,
  );
  await doomed.kill();
  expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });

  const restarted = await startVoice();
  const bye = await peer.takeRequest('BYE');
  expect(headerOf(bye, 'call-id')).toBe('caller-1');
  expect(headerOf(bye, 'from')).toContain(`;tag=${toTag}`);
  expect(headerOf(bye, 'to')).toMatch(/;tag=peer$/);
  peer.respond(bye, 481);
  expect(await survivor.database.query('select from owed_farewells')).toEqual([]);
  await restarted.kill();
});
