import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { headerOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipTrunk } from '../../src/telephony/sip/trunk/sip-trunk.ts';
import type { InboundCall } from '../../src/voice/legs/outbound-route.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { openSipPeer, peerSdp } from '../kit/sip/sip-peer.ts';
import { directoryOf, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

const CHALLENGE = 'WWW-Authenticate: Digest realm="pbx", nonce="n1", qop="auth", algorithm=SHA-256';

async function registering(others: SipTrunk[] = []) {
  const clock = manualClock();
  const server = await openSipPeer();
  const calls: InboundCall[] = [];
  const agent = await startTestAgent({
    clock,
    directory: directoryOf(...others),
    onInvite: async (call) => {
      calls.push(call);
      call.reject('busy');
    },
  });
  const trunk = testTrunk(server.port, { id: '7', type: 'extension', phoneNumber: '1001', username: 'desk' });
  agent.keepRegistered([trunk]);
  const first = await server.takeRequest('REGISTER');
  server.respond(first, 401, { tag: 's', headers: [CHALLENGE] });
  return { clock, server, agent, trunk, calls, first, authenticated: await server.takeRequest('REGISTER') };
}

const contactOf = (request: SipRequest): string =>
  /<([^>]+)>/.exec(headerOf(request, 'contact') ?? '')?.[1] ?? '';

test('an extension registers with its password, renews in time and unregisters', async () => {
  const { clock, server, agent, trunk, first, authenticated } = await registering();
  expect(first.uri).toBe(`sip:127.0.0.1:${server.port}`);
  expect(headerOf(first, 'to')).toBe(`<sip:desk@127.0.0.1:${server.port}>`);
  expect(headerOf(authenticated, 'authorization')).toContain('algorithm=SHA-256');
  expect(headerOf(authenticated, 'call-id')).toBe(headerOf(first, 'call-id'));
  expect(headerOf(authenticated, 'cseq')).toBe('2 REGISTER');
  server.respond(authenticated, 200, {
    tag: 's',
    headers: [`Contact: <${contactOf(authenticated)}>;expires=100`],
  });
  const renewal = await eventually(
    async () => {
      clock.advance(25_000);
      return server.received.filter((one) => one.kind === 'request').at(-1);
    },
    (request) => request !== undefined && headerOf(request, 'cseq') === '3 REGISTER',
  );
  expect(renewal === undefined ? null : headerOf(renewal, 'expires')).toBe('300');
  server.respond(await server.takeRequest('REGISTER'), 200, { tag: 's' });
  await heardBy(agent.port, server);
  agent.keepRegistered([trunk]);
  agent.keepRegistered([]);
  await eventually(
    async () => server.received.map((request) => headerOf(request, 'expires')),
    (all) => all.includes('0'),
  );
});

test.each([
  [20, 15_000],
  [5, 3750],
])('a registration granted for %i seconds is renewed before it ends', async (seconds, renewedMs) => {
  const { clock, server, authenticated, agent } = await registering();
  const headers = [`Contact: <${contactOf(authenticated)}>;expires=${seconds}`];
  server.respond(authenticated, 200, { tag: 's', headers });
  await heardBy(agent.port, server);
  const count = (): number => server.received.filter((one) => one.kind === 'request').length;
  const before = count();
  clock.advance(renewedMs - 1);
  await heardBy(agent.port, server);
  expect(count()).toBe(before);
  clock.advance(1);
  server.respond(await server.takeRequest('REGISTER'), 200, { tag: 's' });
});

test('calls to our registered Contact are accepted for the trunk without authentication', async () => {
  const { server, agent, calls, authenticated } = await registering();
  const invite = { method: 'INVITE', callId: randomUUID(), sequence: 1, body: peerSdp(9) };
  server.request(agent.port, { ...invite, uri: contactOf(authenticated) });
  expect((await server.takeResponse('INVITE')).status).toBe(401);
  server.respond(authenticated, 200, { tag: 's' });
  await heardBy(agent.port, server);
  server.request(agent.port, { ...invite, sequence: 2, uri: contactOf(authenticated) });
  await eventually(
    async () => calls,
    ({ length }) => length > 0,
  );
  expect(calls).toMatchObject([{ route: '7', to: '1001', from: '+40733000000' }]);
});

test('an extension does not receive calls of other customers of its server', async () => {
  const other = testTrunk(5060, { id: '8', inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] });
  const { server, agent, calls, authenticated } = await registering([other]);
  server.respond(authenticated, 200, { tag: 's' });
  await heardBy(agent.port, server);
  const invite = { method: 'INVITE', sequence: 1, body: peerSdp(9) };
  const called = async (number: string): Promise<number> => {
    server.request(agent.port, { ...invite, callId: randomUUID(), uri: `sip:${number}@127.0.0.1` });
    const { status } = await server.takeResponse('INVITE');
    return status === 100 ? (await server.takeResponse('INVITE')).status : status;
  };
  expect(await called('+40721000000')).toBe(486);
  expect(await called('1001')).toBe(486);
  expect(await called('+40755000000')).toBe(401);
  expect(calls.map(({ route }) => route)).toEqual(['8', '7']);
});

test('uses a longer expiry if the server requires it, and retries a refusal later', async () => {
  const { clock, server, authenticated } = await registering();
  server.respond(authenticated, 423, { tag: 's', headers: ['Min-Expires: 900'] });
  const longer = await server.takeRequest('REGISTER');
  expect(headerOf(longer, 'expires')).toBe('900');
  server.respond(longer, 403, { tag: 's' });
  const again = await eventually(
    async () => {
      clock.advance(1000);
      return server.received.filter((one) => one.kind === 'request').length;
    },
    (count) => count > 3,
  );
  expect(again).toBe(4);
});

test('unregisters if the server accepts after the extension was closed', async () => {
  const { server, agent, authenticated } = await registering();
  agent.keepRegistered([]);
  server.respond(authenticated, 200, {
    tag: 's',
    headers: [`Contact: <${contactOf(authenticated)}>;expires=300`],
  });
  const leaving = await server.takeRequest('REGISTER');
  expect(headerOf(leaving, 'expires')).toBe('0');
  expect(headerOf(leaving, 'authorization')).not.toBeNull();
  expect(contactOf(leaving)).toBe(contactOf(authenticated));
});

test('a closed extension does not answer a challenge', async () => {
  const { clock, server, agent, authenticated } = await registering();
  agent.keepRegistered([]);
  server.respond(authenticated, 401, { tag: 's', headers: [`${CHALLENGE.replace('n1', 'n2')}, stale=true`] });
  await heardBy(agent.port, server);
  clock.advance(60_000);
  await heardBy(agent.port, server);
  expect(
    server.received.map((request) => headerOf(request, 'cseq')).filter((cseq) => cseq?.endsWith('REGISTER')),
  ).toEqual(['1 REGISTER', '2 REGISTER']);
});

/** Waits until earlier packets have arrived; loopback keeps packet order. */
async function heardBy(port: number, peer: Awaited<ReturnType<typeof openSipPeer>>): Promise<void> {
  peer.request(port, { method: 'OPTIONS', callId: randomUUID(), sequence: 1 });
  await peer.takeResponse('OPTIONS');
}
