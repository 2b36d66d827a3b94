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

/** RTP ports for a single call. */
async function onePair(): Promise<SipAgentOptions['rtpPorts']> {
  const [port = 0] = await freePorts(1);
  const first = port - (port % 2);
  return { first, last: first + 1 };
}

const invites = (peer: SipPeer): number =>
  peer.received.filter((message) => message.kind === 'request' && message.method === 'INVITE').length;

/** Waits until earlier packets have arrived; loopback keeps packet order. */
async function inOrder({ peer, agent }: { peer: SipPeer; agent: { port: number } }): Promise<void> {
  peer.request(agent.port, { method: 'OPTIONS', callId: randomUUID(), sequence: 1 });
  await peer.takeResponse('OPTIONS');
}

describe('a scheduled call', () => {
  test('opens its ports early and sends nothing before it is due', async () => {
    const scene = await waiting({ rtpPorts: await onePair() });
    const { agent, trunk, peer, decide } = scene;
    expect((await dial(agent, trunk).failure()).reason).toContain('No free pair of RTP ports');
    await inOrder(scene);
    expect(invites(peer)).toBe(0);
    decide(true);
    const invite = await peer.takeRequest('INVITE');
    peer.respond(invite, 486, { tag: 'a' });
    expect(await scene.call.failure()).toMatchObject({ failure: 'busy' });
  });

  test('is not dialed if no longer needed, and releases its ports', async () => {
    const scene = await waiting({ rtpPorts: await onePair() });
    const { agent, trunk, peer, decide, call } = scene;
    expect((await dial(agent, trunk).failure()).reason).toContain('No free pair of RTP ports');
    decide(false);
    expect(await call.failure()).toMatchObject({ failure: 'canceled' });
    const next = dial(agent, trunk);
    await peer.takeRequest('INVITE');
    await inOrder(scene);
    expect(invites(peer)).toBe(1);
    next.cancel();
  });

  test('is not dialed if canceled before it is due', async () => {
    const scene = await waiting();
    scene.call.cancel();
    expect(await scene.call.failure()).toMatchObject({ failure: 'canceled' });
    scene.decide(true);
    const next = dial(scene.agent, scene.trunk);
    await scene.peer.takeRequest('INVITE');
    expect(invites(scene.peer)).toBe(1);
    next.cancel();
  });

  test('counts its ringing time from when it is due', async () => {
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
    [1501, 'The server was not reached in time.'],
  ])('that is stored %i ms after it is due has the outcome “%s”', async (lateMs, expected) => {
    const clock = manualClock();
    const peer = await openSipPeer();
    const agent = await startTestAgent({ clock });
    const stored = Promise.withResolvers<undefined>();
    const due = Promise.resolve(true);
    const call = dial(agent, testTrunk(peer.port), { due, keep: () => stored.promise });
    // Afterwards, the agent knows that the call is due.
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

  test('uses a new connection if the prepared one broke', async () => {
    const peer = await openStreamPeer();
    const agent = await startTestAgent();
    const trunk = testTrunk(0, { address: `127.0.0.1:${peer.port};transport=tcp` });
    agent.keepRegistered([{ ...trunk, type: 'extension', phoneNumber: '1001', username: 'desk' }]);
    peer.respond(await peer.takeRequest('REGISTER'), 200, { tag: 's' });
    const { promise: due, resolve: decide } = Promise.withResolvers<boolean>();
    const call = dial(agent, trunk, { due });
    // A second call over the same connection: when it is answered, the first one is prepared.
    const other = dial(agent, trunk);
    peer.respond(await peer.takeRequest('INVITE'), 486, { tag: 'a' });
    await other.failure();
    peer.drop();
    // A new registration shows that the break was noticed.
    await peer.takeRequest('REGISTER');
    decide(true);
    peer.respond(await peer.takeRequest('INVITE'), 486, { tag: 'b' });
    expect(await call.failure()).toMatchObject({ failure: 'busy' });
    expect(peer.connections().all).toBe(2);
  });
});
