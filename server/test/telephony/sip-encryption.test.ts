import { expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { openSipPeer, peerSdp } from '../kit/sip/sip-peer.ts';
import { dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

const KEY = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}\r\n`;
const plain = peerSdp(9, 'recvonly');
const encrypted = plain.replace('RTP/AVP', 'RTP/SAVP').replace('a=recvonly', `${KEY}a=recvonly`);

async function dialed(media: string) {
  const peer = await openSipPeer();
  const agent = await startTestAgent();
  const call = dial(agent, testTrunk(0, { address: `127.0.0.1:${peer.port}${media}` }));
  return { peer, agent, call, invite: await peer.takeRequest('INVITE') };
}

test('a trunk with media=srtp offers only SRTP, and its URIs omit the parameter', async () => {
  const { peer, call, invite } = await dialed(';transport=udp;media=SRTP');
  expect(invite.body).toMatch(/^m=audio \d+ RTP\/SAVP 9 107 0 8 101 102 13\r$/m);
  expect(invite.body).toMatch(/^a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:[A-Za-z0-9+/]{40}\r$/m);
  expect(invite.uri).toBe(`sip:+40722000000@127.0.0.1:${peer.port}`);
  peer.respond(invite, 200, { tag: 'a', body: encrypted });
  await call.leg();
});

test('a call answered with our own key is hung up, because our packets could be replayed to us', async () => {
  const { peer, call, invite } = await dialed(';media=srtp');
  const key = /inline:(\S+)/.exec(invite.body)?.[1] ?? '';
  peer.respond(invite, 200, { tag: 'a', body: encrypted.replace('A'.repeat(40), key) });
  await peer.takeRequest('BYE');
  expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '488' });
});

test.each([
  ['without SRTP', plain],
  ['without a key', encrypted.replace(KEY, '')],
  ['with a key that was not offered', encrypted.replace('crypto:1', 'crypto:2')],
])('a call answered %s is hung up', async (_name, body) => {
  const { peer, call, invite } = await dialed(';media=srtp');
  peer.respond(invite, 200, { tag: 'a', body });
  await peer.takeRequest('ACK');
  await peer.takeRequest('BYE');
  expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '488' });
});

test('a call is hung up if our plain offer is answered with SRTP', async () => {
  const { peer, call, invite } = await dialed('');
  expect(invite.body).not.toContain('crypto');
  peer.respond(invite, 200, { tag: 'a', body: encrypted });
  await peer.takeRequest('BYE');
  expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '488' });
});

test.each([
  ['plain audio', plain, 488],
  ['a new key', encrypted.replace('AAAA', 'BBBB'), 200],
])('a call with mandatory SRTP rejects plain audio and accepts a new key: %s', async (_way, body, status) => {
  const { peer, agent, call, invite } = await dialed(';media=srtp');
  peer.respond(invite, 200, { tag: 'peer', body: encrypted });
  await call.leg();
  const callId = headerOf(invite, 'call-id') ?? '';
  const toTag = /;tag=([^;]+)/.exec(headerOf(invite, 'from') ?? '')?.[1] ?? '';
  peer.request(agent.port, { method: 'UPDATE', sequence: 1, callId, toTag, body });
  expect((await peer.takeResponse('UPDATE')).status).toBe(status);
});

test.each([
  ['AEAD_AES_128_GCM', 2, `${'A'.repeat(37)}Q==`],
  ['AES_CM_128_HMAC_SHA1_32', 3, 'A'.repeat(40)],
])('a carrier may choose %s', async (suite, tag, key) => {
  const { peer, call, invite } = await dialed(';media=srtp');
  expect(invite.body).toMatch(new RegExp(`^a=crypto:${tag} ${suite} inline:[A-Za-z0-9+/]{38,40}=*\r$`, 'm'));
  const body = encrypted.replace(KEY, `a=crypto:${tag} ${suite} inline:${key}\r\n`);
  peer.respond(invite, 200, { tag: 'a', body });
  await call.leg();
});

test('every call has its own key', async () => {
  const keys = await Promise.all(
    [1, 2].map(async () => /inline:(\S+)/.exec((await dialed(';media=srtp')).invite.body)?.[1]),
  );
  expect(new Set(keys).size).toBe(2);
});
