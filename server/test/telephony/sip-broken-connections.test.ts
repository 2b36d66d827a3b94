import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { headerOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import type { NameResolver } from '../../src/telephony/sip/transport/name-resolver.ts';
import type { DialFailure } from '../../src/voice/legs/outbound-route.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { peerSdp, responseTo } from '../kit/sip/sip-peer.ts';
import { openStreamPeer, type StreamPeer } from '../kit/sip/stream-peer.ts';
import { dial, listenTo, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

const fixture = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url)), 'utf8');

const listening = peerSdp(9, 'recvonly');

async function started() {
  const clock = manualClock();
  const peer = await openStreamPeer();
  const agent = await startTestAgent({ clock });
  const trunk = testTrunk(0, { address: `127.0.0.1:${peer.port};transport=tcp` });
  return { clock, peer, agent, trunk };
}

const closed = (peer: StreamPeer) =>
  eventually(
    async () => peer.connections().open,
    (open) => open === 0,
  );

const pinged = (peer: StreamPeer, count: number) =>
  eventually(
    async () => peer.pings(),
    (pings) => pings === count,
  );

/** Advances the clock until a condition holds. */
async function until(clock: ManualClock, stepMs: number, isSo: () => boolean): Promise<void> {
  await eventually(
    async () => {
      if (!isSo()) clock.advance(stepMs);
      return isSo();
    },
    (so) => so,
  );
}

/** Waits until the agent has handled everything sent over the last connection. */
async function heardBy(peer: StreamPeer): Promise<void> {
  peer.request({ method: 'OPTIONS', callId: 'another', sequence: peer.received.length + 1 });
  await peer.takeResponse('OPTIONS');
}

describe('a registration', () => {
  async function registered() {
    const set = await started();
    const extension = { ...set.trunk, type: 'extension', phoneNumber: '1001', username: 'desk' } as const;
    set.agent.keepRegistered([extension]);
    const register = await set.peer.takeRequest('REGISTER');
    set.peer.respond(register, 200, { tag: 's' });
    await heardBy(set.peer);
    return { ...set, register };
  }

  const sequenceOf = (request: SipRequest): string | null => headerOf(request, 'cseq');

  test('is renewed immediately when its connection breaks', async () => {
    const { peer, clock } = await registered();
    peer.drop();
    const again = await peer.takeRequest('REGISTER');
    expect(sequenceOf(again)).toBe('2 REGISTER');
    expect(peer.connections().all).toBe(2);
    expect(clock.monotonicMs()).toBe(manualClock().monotonicMs());
  });

  test('is renewed at growing intervals if connections keep breaking', async () => {
    const { peer, clock } = await registered();
    const pausesMs: number[] = [];
    for (let breaks = 0; breaks < 4; breaks += 1) {
      const beforeMs = clock.monotonicMs();
      const count = peer.received.length;
      peer.drop();
      await until(clock, breaks === 0 ? 0 : 5000, () => peer.received.length > count);
      peer.respond(await peer.takeRequest('REGISTER'), 200, { tag: 's' });
      await heardBy(peer);
      pausesMs.push(clock.monotonicMs() - beforeMs);
    }
    expect(pausesMs[0]).toBe(0);
    expect(pausesMs[1]).toBeGreaterThanOrEqual(15_000);
    expect(pausesMs[2]).toBeGreaterThanOrEqual(30_000);
    expect(pausesMs[3]).toBeGreaterThanOrEqual(60_000);
  });

  test('is renewed when a server stops answering pings', async () => {
    const { peer, clock } = await registered();
    clock.advance(30_000);
    await pinged(peer, 1);
    await heardBy(peer);
    peer.answersPings = false;
    clock.advance(30_000);
    await pinged(peer, 2);
    clock.advance(9999);
    expect(peer.connections()).toEqual({ all: 1, open: 1 });
    clock.advance(1);
    await eventually(
      async () => peer.connections().all,
      (all) => all === 2,
    );
  });

  test('stays with a server that does not support pings', async () => {
    const { peer, clock } = await registered();
    peer.answersPings = false;
    for (let pings = 1; pings <= 3; pings += 1) {
      clock.advance(30_000);
      await pinged(peer, pings);
    }
    await heardBy(peer);
    expect(peer.connections()).toEqual({ all: 1, open: 1 });
  });

  test('is retried later after a failed renewal', async () => {
    const { peer, clock } = await registered();
    const { port } = peer;
    await peer.leave();
    const back = await openStreamPeer({ port });
    await until(clock, 1000, () => back.received.length > 0);
    await back.takeRequest('REGISTER');
  });
});

describe('an answered call', () => {
  async function answered(headers: string[] = []) {
    const set = await started();
    const call = dial(set.agent, set.trunk);
    const invite = await set.peer.takeRequest('INVITE');
    set.peer.respond(invite, 200, { tag: 'a', body: listening, headers });
    const leg = await call.leg();
    await set.peer.takeRequest('ACK');
    return { ...set, leg, heard: listenTo(leg), invite };
  }

  test('survives a closed connection and sends its next request over a new one', async () => {
    const { peer, leg, heard } = await answered();
    peer.drop();
    await closed(peer);
    expect(heard.ends).toEqual([]);
    leg.hangUp();
    const bye = await peer.takeRequest('BYE');
    expect(headerOf(bye, 'to')).toContain('tag=a');
    expect(peer.connections().all).toBe(2);
    peer.respond(bye, 200);
  });

  test('survives a closed TLS connection to a server with an IP address in its Contact', async () => {
    const [cert, key] = [await fixture('tls-certificate.pem'), await fixture('tls-key.pem')];
    // Its certificate is for localhost and 127.0.0.1.
    const address = '127.0.0.2';
    const peer = await openStreamPeer({ address, certificate: { cert, key } });
    const resolver: NameResolver = {
      addresses: async (host) => [host === 'localhost' ? address : host],
      services: async () => [],
    };
    const agent = await startTestAgent({ clock: manualClock(), authorities: cert, resolver });
    const call = dial(agent, testTrunk(0, { address: `localhost:${peer.port};transport=tls` }));
    peer.respond(await peer.takeRequest('INVITE'), 200, { tag: 'a', body: listening });
    const leg = await call.leg();
    expect((await peer.takeRequest('ACK')).uri).toBe(`sip:peer@${address}:${peer.port};transport=tls`);
    peer.drop();
    await closed(peer);
    leg.hangUp();
    await peer.takeRequest('BYE');
    expect(peer.connections().all).toBe(2);
  });

  test('sends a pending request once more when the connection breaks', async () => {
    const { peer, leg } = await answered();
    const outcome = leg.transfer('+40744000000', AbortSignal.timeout(60_000));
    const first = await peer.takeRequest('REFER');
    peer.drop();
    const second = await peer.takeRequest('REFER');
    expect([first, second].map((request) => headerOf(request, 'cseq'))).toEqual(['2 REFER', '3 REFER']);
    peer.drop();
    expect(await outcome).toMatchObject({ kind: 'refused' });
    expect(peer.received.filter((one) => one.kind === 'request' && one.method === 'REFER')).toHaveLength(2);
  });

  test('fails immediately if the peer is unreachable, not after 32 seconds', async () => {
    const { peer, leg, clock } = await answered();
    const beforeMs = clock.monotonicMs();
    await peer.leave();
    const outcome = await leg.transfer('+40744000000', AbortSignal.timeout(60_000));
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(clock.monotonicMs()).toBe(beforeMs);
  });

  test('is ended by its session timer if its peer is gone', async () => {
    const { peer, heard, clock } = await answered(['Session-Expires: 1800;refresher=uac']);
    await peer.leave();
    clock.advance(899_000);
    expect(heard.ends).toEqual([]);
    clock.advance(1000);
    expect(await heard.end()).toEqual({ kind: 'lost', reason: 'The peer does not respond.' });
  });

  test('accepts a BYE over another connection of the peer', async () => {
    const { peer, heard, agent, invite } = await answered();
    const fromTag = /tag=([^;]+)/.exec(headerOf(invite, 'from') ?? '')?.[1] ?? '';
    peer.drop();
    const socket = connect(agent.port, '127.0.0.1');
    socket.write(
      [
        'BYE sip:parley@127.0.0.1 SIP/2.0',
        'Via: SIP/2.0/TCP 127.0.0.1:9;branch=z9hG4bKbye',
        `From: <sip:+40722000000@127.0.0.1>;tag=a`,
        `To: <sip:+40721000000@127.0.0.1>;tag=${fromTag}`,
        `Call-ID: ${headerOf(invite, 'call-id')}`,
        'CSeq: 1 BYE',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    );
    expect(await heard.end()).toEqual({ kind: 'remote-hang-up' });
    socket.destroy();
  });
});

describe('an unanswered call', () => {
  const failureOf = async (call: ReturnType<typeof dial>): Promise<DialFailure> =>
    (await call.failure()).failure;

  test('fails immediately if the connection breaks before any response', async () => {
    const { peer, agent, trunk, clock } = await started();
    const call = dial(agent, trunk);
    await peer.takeRequest('INVITE');
    const beforeMs = clock.monotonicMs();
    peer.drop();
    expect(await failureOf(call)).toBe('unavailable');
    expect(clock.monotonicMs()).toBe(beforeMs);
  });

  test('accepts an answer over another connection if its own broke while ringing', async () => {
    const { peer, agent, trunk } = await started();
    const call = dial(agent, trunk);
    const invite = await peer.takeRequest('INVITE');
    peer.respond(invite, 180, { tag: 'a' });
    await heardBy(peer);
    peer.drop();
    await closed(peer);
    const socket = connect(agent.port, '127.0.0.1');
    const contact = `<sip:peer@127.0.0.1:${peer.port};transport=tcp>`;
    socket.write(responseTo(invite, 200, { tag: 'a', body: listening, contact, port: peer.port }));
    const leg = await call.leg();
    await peer.takeRequest('ACK');
    leg.hangUp();
    await peer.takeRequest('BYE');
    socket.destroy();
  });
});
