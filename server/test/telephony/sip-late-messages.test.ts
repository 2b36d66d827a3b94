import { describe, expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { manualClock } from '../kit/clocks.ts';
import { established, invite, scene } from '../kit/sip/scene.ts';
import { newBranch, openSipPeer, peerSdp, tagOf, textOf } from '../kit/sip/sip-peer.ts';
import { dial, listenTo, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

/** An outbound call that its peer answered and ended. */
async function finished() {
  const clock = manualClock();
  const peer = await openSipPeer();
  const agent = await startTestAgent({ clock });
  const call = dial(agent, testTrunk(peer.port));
  const ours = await peer.takeRequest('INVITE');
  const answer = (tag: string): void => peer.respond(ours, 200, { tag, body: peerSdp(9, 'recvonly') });
  answer('a');
  const heard = listenTo(await call.leg());
  const acknowledgement = await peer.takeRequest('ACK');
  const callId = headerOf(ours, 'call-id') ?? '';
  const toTag = /tag=([^;]+)/.exec(headerOf(ours, 'from') ?? '')?.[1] ?? '';
  const bye = { method: 'BYE', callId, sequence: 1, toTag };
  const text = textOf(bye, { from: peer.port, to: agent.port });
  peer.send(agent.port, text.replace('tag=peer', 'tag=a'));
  await heard.end();
  return { clock, peer, agent, answer, acknowledgement };
}

describe('after a call has ended', () => {
  test('a repeated answer is acknowledged as before', async () => {
    const { peer, answer, acknowledgement } = await finished();
    answer('a');
    expect(await peer.takeRequest('ACK')).toEqual(acknowledgement);
  });

  test('the answer of another phone is acknowledged, and it is hung up', async () => {
    const { peer, answer } = await finished();
    answer('b');
    expect(headerOf(await peer.takeRequest('ACK'), 'to')).toMatch(/;tag=b$/);
    const bye = await peer.takeRequest('BYE');
    expect(headerOf(bye, 'to')).toMatch(/;tag=b$/);
    peer.respond(bye, 200);
    answer('b');
    await peer.takeRequest('ACK');
  });

  test('nothing is answered 32 seconds later', async () => {
    const { clock, peer, agent, answer } = await finished();
    clock.advance(32_000);
    await Promise.resolve();
    answer('a');
    peer.request(agent.port, { method: 'OPTIONS', callId: 'other', sequence: 1 });
    await peer.takeResponse('OPTIONS');
    const methods = peer.received.flatMap((one) => (one.kind === 'request' ? [one.method] : []));
    expect(methods).toEqual(['INVITE', 'ACK']);
  });

  test('a repeated BYE gets the same response', async () => {
    const { say, peer, toTag, heard } = await established();
    const bye = { method: 'BYE', sequence: 2, toTag, branch: newBranch() };
    say(bye);
    const first = await peer.takeResponse('BYE');
    expect(first.status).toBe(200);
    await heard[0]?.end();
    say(bye);
    expect(await peer.takeResponse('BYE')).toEqual(first);
  });
});

test('a CANCEL after the answer is accepted and changes nothing', async () => {
  const set = await scene(async (call) => void (await call.answer()));
  const branch = newBranch();
  set.say({ ...invite, body: peerSdp(9, 'recvonly'), branch });
  let answer = await set.peer.takeResponse('INVITE');
  while (answer.status < 200) answer = await set.peer.takeResponse('INVITE');
  set.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
  set.say({ method: 'OPTIONS', sequence: 2, toTag: tagOf(answer) });
  await set.peer.takeResponse('OPTIONS');
  set.say({ method: 'CANCEL', sequence: 1, branch });
  expect((await set.peer.takeResponse('CANCEL')).status).toBe(200);
  set.say({ method: 'OPTIONS', sequence: 3, toTag: tagOf(answer) });
  expect((await set.peer.takeResponse('OPTIONS')).status).toBe(200);
});

test('each copy of a refusal is acknowledged', async () => {
  const peer = await openSipPeer();
  const agent = await startTestAgent({ clock: manualClock() });
  const call = dial(agent, testTrunk(peer.port));
  const ours = await peer.takeRequest('INVITE');
  peer.respond(ours, 486, { tag: 'a' });
  await call.failure();
  const first = await peer.takeRequest('ACK');
  peer.respond(ours, 486, { tag: 'a' });
  expect(await peer.takeRequest('ACK')).toEqual(first);
});
