import { expect, onTestFinished, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { openRtpPeer } from '../kit/rtp-peer.ts';
import { mixedSdp, openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { type Dialed, dial, listenTo, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

async function dialed() {
  const clock = manualClock();
  const peer = await openSipPeer();
  const agent = await startTestAgent({ clock });
  const call = dial(agent, testTrunk(peer.port));
  return { clock, peer, agent, call, invite: await peer.takeRequest('INVITE') };
}

const typesOf = (call: Dialed): string[] => call.events.map(({ type }) => type);
const portIn = (sdp: string): number => Number(/m=audio (\d+)/.exec(sdp)?.[1]);
const countOf = (peer: SipPeer, method: string): number =>
  peer.received.filter((message) => message.kind === 'request' && message.method === method).length;

async function rtpPeer() {
  const rtp = await openRtpPeer();
  onTestFinished(() => rtp.close());
  return rtp;
}

test('an answer without SDP uses that of the early media', async () => {
  const { peer, invite, call } = await dialed();
  const [first, last] = [await rtpPeer(), await rtpPeer()];
  peer.respond(invite, 183, { tag: 'a', body: peerSdp(first.port) });
  peer.respond(invite, 183, { tag: 'a', body: mixedSdp(peerSdp(last.port)) });
  peer.respond(invite, 180, { tag: 'a' });
  peer.respond(invite, 200, { tag: 'a' });
  const leg = await call.leg();
  await peer.takeRequest('ACK');
  leg.send(new Int16Array(160));
  await last.hasReceived(1);
  expect(first.received).toEqual([]);
  expect(typesOf(call)).toEqual(['ringing', 'answered']);
});

test('SDP in the answer overrides that of the early media', async () => {
  const { peer, invite, call } = await dialed();
  const [early, answering] = [await rtpPeer(), await rtpPeer()];
  peer.respond(invite, 183, { tag: 'a', body: peerSdp(early.port) });
  peer.respond(invite, 200, { tag: 'a', body: peerSdp(answering.port) });
  (await call.leg()).send(new Int16Array(160));
  await answering.hasReceived(1);
  expect(early.received).toEqual([]);
});

test('audio before the answer is ignored, audio after it is delivered', async () => {
  const { peer, invite, call, agent } = await dialed();
  const rtp = await rtpPeer();
  const ours = portIn(invite.body);
  peer.respond(invite, 183, { tag: 'a', body: peerSdp(rtp.port) });
  for (let sequence = 1; sequence <= 10; sequence += 1) {
    await rtp.send(ours, { sequence, timestamp: sequence * 160, payload: new Uint8Array(160).fill(0x10) });
  }
  // The announcement has arrived when a later request is answered.
  peer.request(agent.port, { method: 'OPTIONS', callId: 'another', sequence: 1 });
  await peer.takeResponse('OPTIONS');
  peer.respond(invite, 200, { tag: 'a' });
  const heard = listenTo(await call.leg());
  await rtp.send(ours, { sequence: 11, timestamp: 1760, payload: new Uint8Array(160).fill(0x90) });
  await eventually(
    async () => heard.samples.length,
    (length) => length > 0,
  );
  // µ-law: 0x10 is loud and negative, 0x90 loud and positive.
  expect(heard.samples).toHaveLength(160);
  expect(Math.min(...heard.samples)).toBeGreaterThan(0);
});

test('the early media SDP of another phone is not used', async () => {
  const { peer, invite, call } = await dialed();
  peer.respond(invite, 183, { tag: 'a', body: peerSdp(9) });
  peer.respond(invite, 180, { tag: 'b' });
  peer.respond(invite, 200, { tag: 'b' });
  await peer.takeRequest('ACK');
  await peer.takeRequest('BYE');
  expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '488' });
});

test('a body without SDP does not replace the SDP of the early media', async () => {
  const { peer, invite, call } = await dialed();
  peer.respond(invite, 183, { tag: 'a', body: peerSdp(9, 'recvonly') });
  const isup = mixedSdp('').replaceAll('application/sdp', 'application/other');
  peer.respond(invite, 200, { tag: 'a', body: isup });
  await call.leg();
  expect(typesOf(call)).toEqual(['ringing', 'answered']);
});

test('repeated answers of a second phone are acknowledged each time and hung up once', async () => {
  const { peer, invite, call } = await dialed();
  peer.respond(invite, 200, { tag: 'a', body: peerSdp(9, 'recvonly') });
  await call.leg();
  for (let answers = 0; answers < 3; answers += 1) {
    peer.respond(invite, 200, { tag: 'b', body: peerSdp(9, 'recvonly') });
  }
  await eventually(
    async () => countOf(peer, 'ACK'),
    (count) => count === 4,
  );
  expect(countOf(peer, 'BYE')).toBe(1);
  expect(headerOf(await peer.takeRequest('BYE'), 'to')).toContain('tag=b');
  expect(typesOf(call)).toEqual(['answered']);
});

test('a server that requires 100rel makes the call unavailable', async () => {
  const { peer, invite, call } = await dialed();
  expect(headerOf(invite, 'supported')).not.toContain('100rel');
  peer.respond(invite, 421, { tag: 'a', headers: ['Require: 100rel'] });
  expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '421' });
});
