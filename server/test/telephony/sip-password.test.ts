import { expect, test } from 'vitest';
import { headerOf, headersOf } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipAgent } from '../../src/telephony/sip/sip-agent.ts';
import { invite, scene } from '../kit/sip/scene.ts';
import { openSipPeer, peerSdp, type SipPeer, tagOf } from '../kit/sip/sip-peer.ts';
import { dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

const challengeOf = (realm: string): string =>
  `WWW-Authenticate: Digest realm="${realm}", nonce="n", qop="auth"`;

/** All credentials sent to a peer. */
const credentialsSentTo = (peer: SipPeer): string[] =>
  peer.received.flatMap((message) => headersOf(message, 'authorization'));

/** Waits until earlier requests are answered; loopback keeps packet order. */
async function heardBy(agent: SipAgent, peer: SipPeer): Promise<void> {
  peer.request(agent.port, { method: 'OPTIONS', callId: 'another', sequence: 1 });
  await peer.takeResponse('OPTIONS');
}

/** A call to a server that challenges; `contact` is the Record-Route of its answer. */
async function answeredCall(contact: (server: SipPeer) => string) {
  const server = await openSipPeer();
  const agent = await startTestAgent();
  const call = dial(agent, testTrunk(server.port));
  server.respond(await server.takeRequest('INVITE'), 401, { tag: 's', headers: [challengeOf('pbx')] });
  await server.takeRequest('ACK');
  const invite = await server.takeRequest('INVITE');
  const headers = [`Record-Route: <${contact(server)};lr>`];
  server.respond(invite, 200, { tag: 's', body: peerSdp(9), headers });
  return { server, agent, leg: await call.leg() };
}

test('a caller that challenges our BYE gets no digest of the password', async () => {
  const set = await scene(async (call) => {
    (await call.answer()).hangUp();
  });
  set.say(invite);
  await set.peer.takeResponse('INVITE');
  const toTag = tagOf(await set.peer.takeResponse('INVITE'));
  set.say({ method: 'ACK', sequence: 1, toTag });
  set.peer.respond(await set.peer.takeRequest('BYE'), 401, { headers: [challengeOf('mine')] });
  await heardBy(set.agent, set.peer);
  expect(credentialsSentTo(set.peer)).toEqual([]);
});

test('a challenge with another realm within the call gets no digest', async () => {
  const { server, agent, leg } = await answeredCall(({ port }) => `sip:127.0.0.1:${port}`);
  leg.hangUp();
  const bye = await server.takeRequest('BYE');
  expect(headerOf(bye, 'authorization')).toContain('realm="pbx"');
  server.respond(bye, 401, { headers: [challengeOf('mine')] });
  await heardBy(agent, server);
  expect(credentialsSentTo(server).join()).not.toContain('realm="mine"');
});

test('a host named in the Contact of an answer gets no digest of the password', async () => {
  const thief = await openSipPeer();
  const { agent, leg } = await answeredCall(() => `sip:127.0.0.1:${thief.port}`);
  await thief.takeRequest('ACK');
  leg.hangUp();
  const bye = await thief.takeRequest('BYE');
  thief.respond(bye, 401, { headers: [challengeOf('pbx')] });
  await heardBy(agent, thief);
  expect(credentialsSentTo(thief)).toEqual([]);
});

test.each(['maddr', 'port'])('a target whose %s names another host gets no digest', async (by) => {
  const thief = await openSipPeer();
  const server = await openSipPeer();
  const agent = await startTestAgent();
  const trunk = testTrunk(server.port, by === 'port' ? {} : { address: `pbx.example:${thief.port}` });
  const to =
    by === 'port' ? `sip:x@127.0.0.1:${thief.port}` : `sip:x@pbx.example:${thief.port};maddr=127.0.0.1`;
  const call = dial(agent, trunk, { to });
  thief.respond(await thief.takeRequest('INVITE'), 401, { tag: 's', headers: [challengeOf('pbx')] });
  expect(await call.failure()).toMatchObject({ code: '401' });
  expect(credentialsSentTo(thief)).toEqual([]);
});
