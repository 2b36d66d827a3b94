import { describe, expect, test } from 'vitest';
import { headerOf, headersOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { dial, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

const CHALLENGE = 'WWW-Authenticate: Digest realm="carrier", nonce="n1", algorithm=MD5';

const branchOf = (request: SipRequest): string =>
  /branch=([^;,]+)/.exec(headerOf(request, 'via') ?? '')?.[1] ?? '';
const at = ({ port }: { port: number }, user = 'mobile'): string => `<sip:${user}@127.0.0.1:${port}>`;

/** Redirects a call. @returns the INVITE */
async function redirect(peer: SipPeer, contact: string, status = 302): Promise<SipRequest> {
  const invite = await peer.takeRequest('INVITE');
  peer.respond(invite, status, { tag: 'carrier', contact });
  return invite;
}

async function scene() {
  const [carrier, other] = [await openSipPeer(), await openSipPeer()];
  const agent = await startTestAgent();
  const kept: (readonly string[])[] = [];
  const call = dial(agent, testTrunk(carrier.port), {
    keep: async () => void kept.push(call.left()),
  });
  return { carrier, other, agent, call, kept };
}

describe('a redirected call', () => {
  test.each([300, 301, 302])('follows a %d with the same Call-ID and a new CSeq', async (status) => {
    const { carrier, other, call } = await scene();
    const first = await redirect(carrier, at(other), status);
    expect(headerOf(await carrier.takeRequest('ACK'), 'to')).toMatch(/;tag=carrier$/);
    const second = await other.takeRequest('INVITE');
    expect(second.uri).toBe(`sip:mobile@127.0.0.1:${other.port}`);
    for (const name of ['call-id', 'from', 'to'] as const)
      expect(headerOf(second, name)).toBe(headerOf(first, name));
    expect([first, second].map((invite) => headerOf(invite, 'cseq'))).toEqual(['1 INVITE', '2 INVITE']);
    expect(branchOf(second)).not.toBe(branchOf(first));
    expect(second.body).toContain('m=audio');
    other.respond(second, 180, { tag: 'mobile' });
    other.respond(second, 200, { tag: 'mobile', body: peerSdp(9) });
    const leg = await call.leg();
    expect(call.events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
    await other.takeRequest('ACK');
    leg.hangUp();
    other.respond(await other.takeRequest('BYE'), 200);
  });

  test('goes to the callable Contact with the highest q', async () => {
    const { carrier, other, call } = await scene();
    await redirect(carrier, `<tel:+40733>, <sip:desk@127.0.0.1:9>;q=0.2, ${at(other)};q=0.7`);
    other.respond(await other.takeRequest('INVITE'), 486);
    expect(await call.failure()).toMatchObject({ failure: 'busy', code: '486' });
  });

  test('is canceled where it rings', async () => {
    const { carrier, other, call } = await scene();
    await redirect(carrier, at(other));
    const invite = await other.takeRequest('INVITE');
    other.respond(invite, 180, { tag: 'mobile' });
    await eventually(
      async () => call.events.length,
      (count) => count === 1,
    );
    call.cancel();
    const cancel = await other.takeRequest('CANCEL');
    expect(cancel.uri).toBe(invite.uri);
    expect(branchOf(cancel)).toBe(branchOf(invite));
    expect(call.left()).toHaveLength(1);
    other.respond(cancel, 200);
    other.respond(invite, 487, { tag: 'mobile' });
    await eventually(
      async () => call.left().length,
      (count) => count === 0,
    );
  });

  test('leaves no pending hang-up at the redirecting server', async () => {
    const [silent, carrier, other] = [await openSipPeer(), await openSipPeer(), await openSipPeer()];
    const clock = manualClock();
    const resolver = {
      addresses: async () => ['127.0.0.1'],
      services: async () =>
        [silent, carrier].map(({ port }, priority) => ({ name: `s${port}`, port, priority, weight: 1 })),
    };
    const agent = await startTestAgent({ clock, resolver });
    const call = dial(agent, testTrunk(0, { address: 'carrier.example' }));
    const first = await silent.takeRequest('INVITE');
    clock.advance(4000);
    await redirect(carrier, at(other));
    other.respond(await other.takeRequest('INVITE'), 486, { tag: 'mobile' });
    expect(await call.failure()).toMatchObject({ failure: 'busy' });
    expect(call.left()).toHaveLength(1);
    silent.respond(first, 500, { tag: 'late' });
    await silent.takeRequest('ACK');
    expect(call.left()).toEqual([]);
  });

  test('is stored before it is sent', async () => {
    const { carrier, other, call, kept } = await scene();
    await redirect(carrier, at(other));
    await other.takeRequest('INVITE');
    const stored = kept.at(-1)?.join() ?? '';
    expect(stored).toContain(`"uri":"sip:mobile@127.0.0.1:${other.port}"`);
    expect(stored).toContain(`"port":${other.port}`);
    expect(stored).not.toContain('secret');
    call.cancel();
  });

  test('authenticates only at the same carrier', async () => {
    const { carrier, call } = await scene();
    await redirect(carrier, at(carrier, '+40733000000'));
    const asked = await carrier.takeRequest('INVITE');
    expect(headersOf(asked, 'authorization')).toEqual([]);
    carrier.respond(asked, 401, { headers: [CHALLENGE] });
    const authenticated = await carrier.takeRequest('INVITE');
    expect(headerOf(authenticated, 'authorization')).toContain(
      `uri="sip:+40733000000@127.0.0.1:${carrier.port}"`,
    );
    carrier.respond(authenticated, 404);
    expect(await call.failure()).toMatchObject({ failure: 'invalid-number' });

    const another = await scene();
    await redirect(another.carrier, at(another.other));
    another.other.respond(await another.other.takeRequest('INVITE'), 401, { headers: [CHALLENGE] });
    expect(await another.call.failure()).toMatchObject({ failure: 'unavailable', code: '401' });
  });
});

describe('redirects', () => {
  test.each([
    ['to another private network', '<sip:mobile@127.0.0.2>'],
    ['to another private network by a parameter', '<sip:mobile@carrier.example;maddr=10.0.0.1>'],
    ['to a previous target', null],
    ['to a number without a server', '<tel:+40733000000>'],
    ['to an email address', '<mailto:person@carrier.example>'],
  ])('are not followed %s', async (_name, contact) => {
    const { carrier, call } = await scene();
    await redirect(carrier, contact ?? at(carrier, '+40722000000'));
    expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '302' });
    expect(call.left()).toEqual([]);
  });

  test('are followed at most five times', async () => {
    const { carrier, call } = await scene();
    for (let hop = 1; hop <= 6; hop += 1) await redirect(carrier, at(carrier, `hop${hop}`));
    expect(await call.failure()).toMatchObject({ failure: 'unavailable', code: '302' });
    const invites = carrier.received.filter((one) => one.kind === 'request' && one.method === 'INVITE');
    expect(invites).toHaveLength(6);
    expect(new Set(invites.map((one) => headerOf(one, 'cseq'))).size).toBe(6);
  });
});
