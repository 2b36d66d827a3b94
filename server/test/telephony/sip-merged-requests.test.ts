import { expect, test } from 'vitest';
import { callOf, invite, scene } from '../kit/sip/scene.ts';
import { newBranch } from '../kit/sip/sip-peer.ts';
import { listenTo } from '../kit/sip/test-agent.ts';

const branch = newBranch();

test.each([
  ['the same over another path', {}, 482],
  ['the same to another of our numbers', { uri: 'sip:0721000000@127.0.0.1' }, 482],
  ['the next CSeq of the caller', { sequence: 2 }, 100],
  ['another call', { callId: 'another' }, 100],
])('while a call rings, another INVITE (%s) with %o gets %i', async (_name, changes, status) => {
  const { peer, agent, calls } = await scene();
  const first = { ...invite, callId: 'one', branch };
  peer.request(agent.port, first);
  expect((await peer.takeResponse('INVITE')).status).toBe(100);
  peer.request(agent.port, { ...first, branch: newBranch(), ...changes });
  expect((await peer.takeResponse('INVITE')).status).toBe(status);
  expect(calls).toHaveLength(status === 482 ? 1 : 2);
});

test('an INVITE over two paths makes one call, and a retransmission makes no other', async () => {
  const { peer, agent, calls } = await scene();
  const first = { ...invite, callId: 'one', branch };
  peer.request(agent.port, first);
  peer.request(agent.port, { ...first, branch: newBranch() });
  const statuses = [(await peer.takeResponse('INVITE')).status, (await peer.takeResponse('INVITE')).status];
  expect(statuses.toSorted()).toEqual([100, 482]);
  expect(calls).toHaveLength(1);
  peer.request(agent.port, first);
  expect((await peer.takeResponse('INVITE')).status).toBe(100);
  expect(calls).toHaveLength(1);
});

test('a copy of an answered INVITE gets 482, and a refused INVITE may be sent again', async () => {
  const answered = await scene(async (call) => void listenTo(await call.answer()));
  answered.peer.request(answered.agent.port, { ...invite, callId: 'one', branch });
  expect((await answered.peer.takeResponse('INVITE')).status).toBe(100);
  expect((await answered.peer.takeResponse('INVITE')).status).toBe(200);
  answered.peer.request(answered.agent.port, { ...invite, callId: 'one', branch: newBranch() });
  expect((await answered.peer.takeResponse('INVITE')).status).toBe(482);

  const busy = await scene(async (call) => call.reject('busy'));
  busy.peer.request(busy.agent.port, { ...invite, callId: 'one', branch });
  await callOf(busy);
  expect((await busy.peer.takeResponse('INVITE')).status).toBe(100);
  expect((await busy.peer.takeResponse('INVITE')).status).toBe(486);
  busy.peer.request(busy.agent.port, { ...invite, callId: 'one', branch: newBranch() });
  expect((await busy.peer.takeResponse('INVITE')).status).toBe(100);
});
