import { describe, expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import type { NameResolver } from '../../src/telephony/sip/transport/name-resolver.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { startSipp } from '../kit/sip/sipp.ts';
import { openStreamPeer } from '../kit/sip/stream-peer.ts';
import { type Dialed, dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

const listening = peerSdp(9, 'recvonly');

/** A carrier with servers at these loopback ports, in order of priority. */
function carrier(...ports: number[]): NameResolver {
  return {
    addresses: async () => ['127.0.0.1'],
    services: async () => ports.map((port, priority) => ({ name: `s${port}`, port, priority, weight: 1 })),
  };
}

const trunk = testTrunk(0, { address: 'carrier.example' });
const overTcp = testTrunk(0, { address: 'carrier.example;transport=tcp' });
const typesOf = (call: Dialed): string[] => call.events.map(({ type }) => type);
const countOf = (peer: { received: SipPeer['received'] }, method: string): number =>
  peer.received.filter((message) => message.kind === 'request' && message.method === method).length;

async function twoServers() {
  const clock = manualClock();
  const [first, second] = [await openSipPeer(), await openSipPeer()];
  const agent = await startTestAgent({ clock, resolver: carrier(first.port, second.port) });
  return { clock, first, second, agent };
}

describe('a carrier with two servers', () => {
  test('gets the same INVITE at its second server when the first is out of service', async () => {
    const { first, second, agent } = await twoServers();
    const call = dial(agent, trunk);
    const asked = await first.takeRequest('INVITE');
    first.respond(asked, 503, { tag: 'a' });
    await first.takeRequest('ACK');
    const again = await second.takeRequest('INVITE');
    for (const name of ['call-id', 'cseq', 'from', 'to']) {
      expect(headerOf(again, name)).toBe(headerOf(asked, name));
    }
    expect(headerOf(again, 'via')).not.toBe(headerOf(asked, 'via'));
    expect(again.body).toBe(asked.body);
    second.respond(again, 180, { tag: 'b' });
    second.respond(again, 200, { tag: 'b', body: listening });
    await call.leg();
    await second.takeRequest('ACK');
    expect(typesOf(call)).toEqual(['ringing', 'answered']);
  });

  test('fails with the response of the last server', async () => {
    const { first, second, agent } = await twoServers();
    const call = dial(agent, trunk);
    first.respond(await first.takeRequest('INVITE'), 503, { tag: 'a' });
    second.respond(await second.takeRequest('INVITE'), 503, { tag: 'b' });
    expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '503' });
    expect(countOf(first, 'INVITE')).toBe(1);
  });

  test.each([486, 404, 500, 603])(
    'does not get the call at its second server after a %i from the first',
    async (status) => {
      const { first, second, agent } = await twoServers();
      const call = dial(agent, trunk);
      first.respond(await first.takeRequest('INVITE'), status, { tag: 'a' });
      expect(await call.failure()).toMatchObject({ code: String(status) });
      expect(second.received).toEqual([]);
    },
  );

  test('is tried at its second server after four seconds of silence, and there first for following calls', async () => {
    const { clock, first, second, agent } = await twoServers();
    const call = dial(agent, trunk);
    const silent = await first.takeRequest('INVITE');
    clock.advance(3999);
    expect(second.received).toEqual([]);
    clock.advance(1);
    second.respond(await second.takeRequest('INVITE'), 200, { tag: 'b', body: listening });
    await call.leg();
    const next = dial(agent, trunk);
    second.respond(await second.takeRequest('INVITE'), 486, { tag: 'c' });
    expect(await next.failure()).toMatchObject({ failure: 'busy' });
    expect(silent.uri).toBe('sip:+40722000000@carrier.example');
    expect(new Set(first.received.map((message) => headerOf(message, 'call-id'))).size).toBe(1);
  });

  test('gets a CANCEL for late ringing and a BYE for a late answer of the first server', async () => {
    const { clock, first, second, agent } = await twoServers();
    const call = dial(agent, trunk);
    const late = await first.takeRequest('INVITE');
    clock.advance(4000);
    const invite = await second.takeRequest('INVITE');
    first.respond(late, 180, { tag: 'a' });
    const cancel = await first.takeRequest('CANCEL');
    expect(headerOf(cancel, 'via')).toBe(headerOf(late, 'via'));
    first.respond(late, 200, { tag: 'a', body: listening });
    await first.takeRequest('ACK');
    expect(headerOf(await first.takeRequest('BYE'), 'to')).toContain('tag=a');
    expect(typesOf(call)).toEqual([]);
    second.respond(invite, 200, { tag: 'b', body: listening });
    await call.leg();
    expect(typesOf(call)).toEqual(['answered']);
  });

  test('is avoided for its Retry-After time', async () => {
    const { clock, first, second, agent } = await twoServers();
    const refusedBy = async (peer: SipPeer, status: number, headers: string[] = []): Promise<void> => {
      peer.respond(await peer.takeRequest('INVITE'), status, { tag: 'a', headers });
    };
    const call = dial(agent, trunk);
    await refusedBy(first, 503, ['Retry-After: 120 (overload)']);
    await refusedBy(second, 486);
    await call.failure();
    clock.advance(119_000);
    const during = dial(agent, trunk);
    await refusedBy(second, 486);
    await during.failure();
    clock.advance(1000);
    const after = dial(agent, trunk);
    await refusedBy(first, 486);
    await after.failure();
    expect(countOf(first, 'INVITE')).toBe(2);
  });

  test('is tried no longer than the ringing time', async () => {
    const { clock, first, second, agent } = await twoServers();
    const call = dial(agent, trunk, { ringingTimeMs: 5000 });
    await first.takeRequest('INVITE');
    clock.advance(4000);
    await second.takeRequest('INVITE');
    clock.advance(1000);
    expect(await call.failure()).toMatchObject({ failure: 'unavailable' });
  });

  test('gets credentials for each server’s own challenge', async () => {
    const { first, second, agent } = await twoServers();
    const call = dial(agent, trunk);
    const challenge = (nonce: string) => [
      `Proxy-Authenticate: Digest realm="carrier", nonce="${nonce}", qop="auth"`,
    ];
    first.respond(await first.takeRequest('INVITE'), 407, { tag: 'a', headers: challenge('n1') });
    const authenticated = await first.takeRequest('INVITE');
    first.respond(authenticated, 503, { tag: 'a' });
    const asked = await second.takeRequest('INVITE');
    second.respond(asked, 407, { tag: 'b', headers: challenge('n2') });
    const again = await second.takeRequest('INVITE');
    expect(headerOf(again, 'proxy-authorization')).toContain('nonce="n2"');
    expect([authenticated, asked, again].map((invite) => headerOf(invite, 'cseq'))).toEqual([
      '2 INVITE',
      '2 INVITE',
      '3 INVITE',
    ]);
    call.cancel();
  });

  test('is not called at the second server after a cancellation', async () => {
    const { first, second, agent } = await twoServers();
    const call = dial(agent, trunk);
    const invite = await first.takeRequest('INVITE');
    first.respond(invite, 100);
    call.cancel();
    await first.takeRequest('CANCEL');
    first.respond(invite, 503, { tag: 'a' });
    await first.takeRequest('ACK');
    expect(await call.failure()).toMatchObject({ failure: 'canceled' });
    expect(second.received).toEqual([]);
  });
});

describe('a carrier with two servers over TCP', () => {
  test('is tried at its second server immediately when the first refuses connections', async () => {
    const clock = manualClock();
    const [gone, second] = [await openStreamPeer(), await openStreamPeer()];
    await gone.leave();
    const agent = await startTestAgent({ clock, resolver: carrier(gone.port, second.port) });
    const call = dial(agent, overTcp);
    second.respond(await second.takeRequest('INVITE'), 486, { tag: 'a' });
    expect(await call.failure()).toMatchObject({ failure: 'busy' });
  });

  test('is tried at its second server immediately when the first’s connection breaks', async () => {
    const clock = manualClock();
    const [first, second] = [await openStreamPeer(), await openStreamPeer()];
    const agent = await startTestAgent({ clock, resolver: carrier(first.port, second.port) });
    const call = dial(agent, overTcp);
    await first.takeRequest('INVITE');
    first.drop();
    second.respond(await second.takeRequest('INVITE'), 486, { tag: 'a' });
    expect(await call.failure()).toMatchObject({ failure: 'busy' });
  });

  test('gets the CANCEL over a new connection if the first broke', async () => {
    const [first, second] = [await openStreamPeer(), await openStreamPeer()];
    const agent = await startTestAgent({ resolver: carrier(first.port, second.port) });
    const call = dial(agent, overTcp);
    const invite = await first.takeRequest('INVITE');
    first.respond(invite, 180, { tag: 'a' });
    await eventually(
      async () => typesOf(call),
      (types) => types.length > 0,
    );
    first.drop();
    call.cancel();
    expect(headerOf(await first.takeRequest('CANCEL'), 'via')).toBe(headerOf(invite, 'via'));
    expect(second.received).toEqual([]);
  });
});

describe('an extension with two servers', () => {
  const extension = { ...trunk, type: 'extension', phoneNumber: '1001', username: 'desk' } as const;

  test('registers at the second server if the first is silent, stays there, and calls over it', async () => {
    const { clock, first, second, agent } = await twoServers();
    agent.keepRegistered([extension]);
    await first.takeRequest('REGISTER');
    for (let second_ = 0; second.received.length === 0; second_ += 1) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
      if (second_ > 100) throw new Error('The condition was not met in time.');
    }
    const register = await second.takeRequest('REGISTER');
    second.respond(register, 200, { tag: 's', headers: ['Expires: 100'] });
    await heardBy(agent.port, second);
    const call = dial(agent, extension);
    second.respond(await second.takeRequest('INVITE'), 486, { tag: 'a' });
    await call.failure();
    const before = first.received.length;
    await eventually(
      async () => {
        clock.advance(25_000);
        return countOf(second, 'REGISTER');
      },
      (count) => count > 1,
    );
    expect(first.received).toHaveLength(before);
  });

  test('calls over another server while its own is silent', async () => {
    const { clock, first, second, agent } = await twoServers();
    agent.keepRegistered([extension]);
    first.respond(await first.takeRequest('REGISTER'), 200, { tag: 's' });
    await heardBy(agent.port, first);
    const call = dial(agent, extension);
    await first.takeRequest('INVITE');
    clock.advance(4000);
    second.respond(await second.takeRequest('INVITE'), 486, { tag: 'a' });
    await call.failure();
    const next = dial(agent, extension);
    second.respond(await second.takeRequest('INVITE'), 486, { tag: 'b' });
    expect(await next.failure()).toMatchObject({ failure: 'busy' });
  });

  test('registers at the second server if the first is out of service', async () => {
    const { first, second, agent } = await twoServers();
    agent.keepRegistered([extension]);
    first.respond(await first.takeRequest('REGISTER'), 503, { tag: 's' });
    second.respond(await second.takeRequest('REGISTER'), 200, { tag: 's' });
    await heardBy(agent.port, second);
    agent.keepRegistered([]);
    const goodbye = await second.takeRequest('REGISTER');
    expect(headerOf(goodbye, 'expires')).toBe('0');
    expect(countOf(first, 'REGISTER')).toBe(1);
  });
});

test('a call stays with the server that answered it even if DNS prefers another', async () => {
  const { first, second, agent } = await twoServers();
  const call = dial(agent, trunk);
  first.respond(await first.takeRequest('INVITE'), 503, { tag: 'a' });
  const invite = await second.takeRequest('INVITE');
  second.respond(invite, 200, { tag: 'b', body: listening, contact: '<sip:call@carrier.example>' });
  const leg = await call.leg();
  await second.takeRequest('ACK');
  leg.hangUp();
  await second.takeRequest('BYE');
  expect(countOf(first, 'BYE')).toBe(0);
});

describe.skipIf(isMissing('sipp'))('sipp', () => {
  test('as the second server gets the call when the first answers 503', async () => {
    const out = await startSipp('refuses.xml', { blanks: { STATUS: '503' } });
    const answers = await startSipp('uas');
    const agent = await startTestAgent({ resolver: carrier(out.port, answers.port) });
    const leg = await dial(agent, trunk).leg();
    leg.hangUp();
    expect(await out.ended, out.words()).toBe(0);
    expect(await answers.ended, answers.words()).toBe(0);
  });
});

/** Waits until earlier packets have arrived; loopback keeps packet order. */
async function heardBy(port: number, peer: SipPeer): Promise<void> {
  peer.request(port, { method: 'OPTIONS', callId: 'another', sequence: 1 });
  await peer.takeResponse('OPTIONS');
}
