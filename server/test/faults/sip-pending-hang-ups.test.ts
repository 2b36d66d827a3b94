import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { callOnce, endedCall, makeCall, mobileNumber } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { variant } from '../kit/run-size.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import {
  assistantOver,
  DIED,
  noPendingHangUp,
  pendingHangUps,
  sequenceOf,
  startSurvivor,
  startVoice,
  trunkTo,
} from '../kit/sip/voice-processes.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let survivor: TestServer;
beforeAll(async () => {
  survivor = await startSurvivor();
});
afterAll(() => survivor.stop());

/** Creates an inbound or outbound assistant over an account's trunk to a peer. */
async function assistantAt(
  peer: SipPeer,
  { account, type, phone_number }: { account: Client; type: 'inbound' | 'outbound'; phone_number: string },
): Promise<number> {
  const numberId = await trunkTo(account, { address: `127.0.0.1:${peer.port}`, phone_number });
  return assistantOver(account, { type, numberId });
}

const noneIsOwed = (id: number): Promise<void> => noPendingHangUp(survivor, [id]);

test('an outbound SIP call is hung up by another process when its own is killed', async () => {
  const peer = await openSipPeer();
  const account = await survivor.account();
  const assistant_id = await assistantAt(peer, { account, type: 'outbound', phone_number: mobileNumber() });
  const doomed = await startVoice(survivor);
  const id = await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  const invite = await peer.takeRequest('INVITE');
  peer.respond(invite, 200, { tag: 'person', body: peerSdp(40_000) });
  await peer.takeRequest('ACK');
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  const other = await startVoice(survivor);
  await doomed.kill();

  const bye = await peer.takeRequest('BYE');
  expect(headerOf(bye, 'call-id')).toBe(headerOf(invite, 'call-id'));
  expect(headerOf(bye, 'from')).toBe(headerOf(invite, 'from'));
  expect(headerOf(bye, 'to')).toMatch(/;tag=person$/);
  expect(headerOf(bye, 'via')).toContain(`:${other.sipPort}`);
  expect(sequenceOf(bye)).toBeGreaterThan(sequenceOf(invite));
  peer.respond(bye, 200);
  expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });
  await noneIsOwed(id);
  await other.kill();
});

test('an inbound SIP call is hung up by the restarted process', async () => {
  const peer = await openSipPeer();
  const account = await survivor.account();
  const phone_number = mobileNumber();
  await assistantAt(peer, { account, type: 'inbound', phone_number });
  const doomed = await startVoice(survivor);
  peer.request(doomed.sipPort, {
    method: 'INVITE',
    callId: 'caller-1',
    sequence: 7,
    uri: `sip:${phone_number}@127.0.0.1`,
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

  const restarted = await startVoice(survivor);
  const bye = await peer.takeRequest('BYE');
  expect(headerOf(bye, 'call-id')).toBe('caller-1');
  expect(headerOf(bye, 'from')).toContain(`;tag=${toTag}`);
  expect(headerOf(bye, 'to')).toMatch(/;tag=peer$/);
  peer.respond(bye, 481);
  await noneIsOwed(id);
  await restarted.kill();
});

variant('an unanswered BYE of a killed process is sent again by the next process', async () => {
  const peer = await openSipPeer();
  const account = await survivor.account();
  const assistant_id = await assistantAt(peer, { account, type: 'outbound', phone_number: mobileNumber() });
  const doomed = await startVoice(survivor);
  const id = await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  peer.respond(await peer.takeRequest('INVITE'), 200, { tag: 'person', body: peerSdp(40_004) });
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  const second = await startVoice(survivor);
  await doomed.kill();
  expect(headerOf(await peer.takeRequest('BYE'), 'via')).toContain(`:${second.sipPort}`);
  await second.kill();

  const third = await startVoice(survivor);
  const isByThird = (via: string | null): boolean => via?.includes(`:${third.sipPort}`) === true;
  let bye = await peer.takeRequest('BYE');
  while (!isByThird(headerOf(bye, 'via'))) bye = await peer.takeRequest('BYE');
  expect(await pendingHangUps(survivor, [id])).toHaveLength(1);
  peer.respond(bye, 200);
  await noneIsOwed(id);
  await third.kill();
});

variant('a challenged BYE is sent with the credentials of the trunk', async () => {
  const peer = await openSipPeer();
  const account = await survivor.account();
  const numberId = await trunkTo(account, {
    address: `127.0.0.1:${peer.port}`,
    phone_number: mobileNumber(),
    sip_username: 'mill',
    sip_password: 'a long secret',
  });
  const assistant_id = await assistantOver(account, { type: 'outbound', numberId });
  const doomed = await startVoice(survivor);
  const id = await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  peer.respond(await peer.takeRequest('INVITE'), 200, { tag: 'person', body: peerSdp(40_006) });
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  const other = await startVoice(survivor);
  await doomed.kill();
  const challenge = 'Proxy-Authenticate: Digest realm="carrier", nonce="n1", algorithm=MD5';
  peer.respond(await peer.takeRequest('BYE'), 407, { headers: [challenge] });
  const proved = await peer.takeRequest('BYE');
  expect(headerOf(proved, 'proxy-authorization')).toMatch(/^Digest username="mill", realm="carrier"/);
  peer.respond(proved, 200);
  await noneIsOwed(id);
  await other.kill();
});

/** Makes a call that the peer answers. Its process will be killed; `other` survives. */
async function upAt(peer: SipPeer, phone_number: string) {
  const account = await survivor.account();
  const assistant_id = await assistantAt(peer, { account, type: 'outbound', phone_number });
  const doomed = await startVoice(survivor);
  const id = await makeCall(account, { assistant_id, phone_number: mobileNumber() });
  peer.respond(await peer.takeRequest('INVITE'), 200, { tag: 'person', body: peerSdp(40_008) });
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  return { account, id, doomed, other: await startVoice(survivor) };
}

/** The number of BYE transactions. */
const byesAt = (peer: SipPeer): number =>
  new Set(
    peer.received.flatMap((message) =>
      message.kind === 'request' && message.method === 'BYE' ? [headerOf(message, 'via')] : [],
    ),
  ).size;

variant('a carrier that is slow to respond gets one BYE, and the call ends with its response', async () => {
  const peer = await openSipPeer();
  const { account, id, doomed, other } = await upAt(peer, mobileNumber());
  await doomed.kill();
  const bye = await peer.takeRequest('BYE');
  // The first check of the killed process's calls has finished and scheduled another.
  await eventually(
    () => survivor.database.query(`select from graphile_worker.jobs where key = 'settle-calls-again'`),
    ({ length }) => length > 0,
  );
  peer.respond(bye, 200);
  expect(await endedCall(account, id)).toMatchObject({ status: 'failed', end_reason: DIED });
  await noneIsOwed(id);
  expect(byesAt(peer)).toBe(1);
  await other.kill();
});
