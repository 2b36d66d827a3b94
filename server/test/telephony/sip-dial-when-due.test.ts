import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SipAgentOptions } from '../../src/telephony/sip/sip-agent.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { openSipPeer, type SipPeer } from '../kit/sip/sip-peer.ts';
import { openStreamPeer } from '../kit/sip/stream-peer.ts';
import { dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

async function waiting({ ringingTimeMs = 30_000, ...options }: Partial<Scene> = {}) {
  const clock = manualClock();
  const peer = await openSipPeer();
  const agent = await startTestAgent({ clock, ...options });
  const { promise: due, resolve: decide } = Promise.withResolvers<boolean>();
  const trunk = testTrunk(peer.port);
  return { clock, peer, agent, trunk, decide, call: dial(agent, trunk, { due, ringingTimeMs }) };
}

interface Scene extends Pick<SipAgentOptions, 'rtpPorts'> {
  ringingTimeMs: number;
}

/** The one pair of ports that calls may have. */
async function onePair(): Promise<SipAgentOptions['rtpPorts']> {
  const [port = 0] = await freePorts(1);
  const first = port - (port % 2);
  return { first, last: first + 1 };
}

const invites = (peer: SipPeer): number =>
  peer.received.filter((message) => message.kind === 'request' && message.method === 'INVITE').length;

/** Packets of loopback keep their order: what was sent before has arrived. */
async function inOrder({ peer, agent }: { peer: SipPeer; agent: { port: number } }): Promise<void> {
  peer.request(agent.port, { method: 'OPTIONS', callId: randomUUID(), sequence: 1 });
  await peer.takeResponse('OPTIONS');
}

describe('a call that is due in a moment', () => {
  test('has its ports before, and sends nothing before its instant', async () => {
    const scene = await waiting({ rtpPorts: await onePair() });
    const { agent, trunk, peer, decide } = scene;
    expect((await dial(agent, trunk).failure()).reason).toContain('No pair of RTP ports is free');
    await inOrder(scene);
    expect(invites(peer)).toBe(0);
    decide(true);
    const invite = await peer.takeRequest('INVITE');
    peer.respond(invite, 486, { tag: 'a' });
    expect(await scene.call.failure()).toMatchObject({ failure: 'busy' });
  });

  test('is not dialled where it is none any more, and gives its ports back', async () => {
    const scene = await waiting({ rtpPorts: await onePair() });
    const { agent, trunk, peer, decide, call } = scene;
    expect((await dial(agent, trunk).failure()).reason).toContain('No pair of RTP ports is free');
    decide(false);
    expect(await call.failure()).toMatchObject({ failure: 'cancelled' });
    const next = dial(agent, trunk);
    await peer.takeRequest('INVITE');
    await inOrder(scene);
    expect(invites(peer)).toBe(1);
    next.cancel();
  });

  test('that is given up before is not dialled at its instant', async () => {
    const scene = await waiting();
    scene.call.cancel();
    expect(await scene.call.failure()).toMatchObject({ failure: 'cancelled' });
    scene.decide(true);
    const next = dial(scene.agent, scene.trunk);
    await scene.peer.takeRequest('INVITE');
    expect(invites(scene.peer)).toBe(1);
    next.cancel();
  });

  test('rings for its time from its instant', async () => {
    const { clock, peer, decide, call } = await waiting({ ringingTimeMs: 20_000 });
    clock.advance(60_000);
    decide(true);
    peer.respond(await peer.takeRequest('INVITE'), 180, { tag: 'a' });
    await eventually(
      async () => call.events.map(({ type }) => type),
      (types) => types.includes('ringing'),
    );
    clock.advance(19_999);
    expect(call.events).toHaveLength(1);
    clock.advance(1);
    expect(await call.failure()).toMatchObject({ failure: 'no-answer' });
  });

  test.each([
    [1500, 'INVITE'],
    [1501, 'There was no way to the server in time.'],
  ])('without a way %i ms behind its instant: %s', async (lateMs, expected) => {
    const clock = manualClock();
    const peer = await openSipPeer();
    const agent = await startTestAgent({ clock });
    const stored = Promise.withResolvers<undefined>();
    const due = Promise.resolve(true);
    const call = dial(agent, testTrunk(peer.port), { due, keep: () => stored.promise });
    // Its instant is known by then.
    await inOrder({ peer, agent });
    clock.advance(lateMs);
    stored.resolve(undefined);
    const came = async (): Promise<string> => {
      const [event] = call.events;
      if (event?.type === 'failed') return event.reason;
      return invites(peer) > 0 ? 'INVITE' : '';
    };
    expect(await eventually(came, (what) => what !== '')).toBe(expected);
    call.cancel();
  });

  test('goes over a new connection where the one that was ready has broken', async () => {
    const peer = await openStreamPeer();
    const agent = await startTestAgent();
    const trunk = testTrunk(0, { address: `127.0.0.1:${peer.port};transport=tcp` });
    agent.keepRegistered([{ ...trunk, type: 'extension', phoneNumber: '1001', username: 'desk' }]);
    peer.respond(await peer.takeRequest('REGISTER'), 200, { tag: 's' });
    const { promise: due, resolve: decide } = Promise.withResolvers<boolean>();
    const call = dial(agent, trunk, { due });
    // Another one over the same connection: the first has got it by then.
    const other = dial(agent, trunk);
    peer.respond(await peer.takeRequest('INVITE'), 486, { tag: 'a' });
    await other.failure();
    peer.drop();
    // Whoever registers anew has seen it break.
    await peer.takeRequest('REGISTER');
    decide(true);
    peer.respond(await peer.takeRequest('INVITE'), 486, { tag: 'b' });
    expect(await call.failure()).toMatchObject({ failure: 'busy' });
    expect(peer.connections().all).toBe(2);
  });
});
