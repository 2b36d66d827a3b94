import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { mixedSdp, openSipPeer, peerSdp, type SipPeer } from '../kit/sip/sip-peer.ts';
import { type Dialed, dial, listenTo, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

const MEDIA_PORT = 9;
/** SDP of a peer that sends nothing, so that silence is not detected when the clock jumps. */
const listening = peerSdp(MEDIA_PORT, 'recvonly');

async function dialed(options: { ringingTimeMs?: number } = {}) {
  const clock = manualClock();
  const peer = await openSipPeer();
  const agent = await startTestAgent({ clock });
  const call = dial(agent, testTrunk(peer.port), options);
  return { clock, peer, agent, call, invite: await peer.takeRequest('INVITE') };
}

async function answered(changes: { headers?: string[]; body?: string } = {}) {
  const set = await dialed();
  set.peer.respond(set.invite, 200, { tag: 'a', body: peerSdp(MEDIA_PORT), ...changes });
  const leg = await set.call.leg();
  await set.peer.takeRequest('ACK');
  return { ...set, leg, heard: listenTo(leg) };
}

/** Advances the clock until a condition holds. */
async function until(clock: ManualClock, stepMs: number, isSo: () => boolean): Promise<void> {
  await eventually(
    async () => {
      clock.advance(stepMs);
      return isSo();
    },
    (so) => so,
  );
}

const countOf = (peer: SipPeer, method: string): number =>
  peer.received.filter((message) => message.kind === 'request' && message.method === method).length;

/** Loopback keeps packet order: earlier packets of the peer have arrived. */
async function inOrder({ peer, agent }: { peer: SipPeer; agent: { port: number } }): Promise<void> {
  peer.request(agent.port, { method: 'OPTIONS', callId: randomUUID(), sequence: 1 });
  await peer.takeResponse('OPTIONS');
}

const typesOf = (call: Dialed): string[] => call.events.map(({ type }) => type);

describe('an outbound call', () => {
  test('sends caller, called party, codecs and capabilities', async () => {
    const { peer, invite, call } = await dialed();
    expect(invite.uri).toBe(`sip:+40722000000@127.0.0.1:${peer.port}`);
    expect(headerOf(invite, 'from')).toMatch(/^<sip:\+40721000000@127\.0\.0\.1:\d+>;tag=/);
    expect(headerOf(invite, 'supported')).toBe('timer, replaces');
    expect(invite.body).toContain('RTP/AVP 9 107 0 8 101 102 13');
    call.cancel();
  });

  test('reports early media as ringing, once', async () => {
    const { peer, invite, call } = await dialed();
    for (const status of [100, 183, 180, 183]) {
      peer.respond(invite, status, { tag: 'a', body: status === 183 ? peerSdp(MEDIA_PORT) : '' });
    }
    peer.respond(invite, 200, { tag: 'a', body: peerSdp(MEDIA_PORT) });
    await call.leg();
    expect(typesOf(call)).toEqual(['ringing', 'answered']);
  });

  test('accepts a session refresh in the early dialog', async () => {
    const { peer, agent, invite, call } = await dialed();
    const callId = headerOf(invite, 'call-id') ?? '';
    const toTag = /tag=([^;]+)/.exec(headerOf(invite, 'from') ?? '')?.[1] ?? '';
    peer.respond(invite, 180, { tag: 'peer' });
    const update = async (sequence: number, body = ''): Promise<number> => {
      peer.request(agent.port, { method: 'UPDATE', callId, sequence, toTag, body });
      return (await peer.takeResponse('UPDATE')).status;
    };
    expect(await update(1)).toBe(200);
    expect(await update(2, peerSdp(MEDIA_PORT))).toBe(491);
    peer.respond(invite, 200, { tag: 'peer', body: peerSdp(MEDIA_PORT) });
    await call.leg();
    expect(await update(3)).toBe(200);
    expect(typesOf(call)).toEqual(['ringing', 'answered']);
  });

  test('acknowledges a retransmitted answer without a second event', async () => {
    const { peer, invite, call } = await answered();
    peer.respond(invite, 200, { tag: 'a', body: peerSdp(MEDIA_PORT) });
    await peer.takeRequest('ACK');
    expect(typesOf(call)).toEqual(['answered']);
    expect(countOf(peer, 'ACK')).toBe(2);
  });

  test('accepts an answer with a multipart body', async () => {
    const { call } = await answered({ body: mixedSdp(listening) });
    expect(typesOf(call)).toEqual(['answered']);
  });

  test('hangs up a second phone that answers', async () => {
    const { peer, invite, call } = await answered();
    peer.respond(invite, 200, { tag: 'b', body: peerSdp(MEDIA_PORT) });
    const bye = await peer.takeRequest('BYE');
    expect(headerOf(bye, 'reason')).toMatch(/^Q\.850;cause=\d+;text="/);
    expect(headerOf(bye, 'user-agent')).toMatch(/^Parley\/\d/);
    expect(headerOf(bye, 'to')).toContain('tag=b');
    expect(typesOf(call)).toEqual(['answered']);
  });

  test('acknowledges and hangs up an answer that crosses our CANCEL', async () => {
    const { peer, invite, call } = await dialed();
    peer.respond(invite, 180, { tag: 'a' });
    await eventually(
      async () => typesOf(call),
      (types) => types.length > 0,
    );
    call.cancel();
    await peer.takeRequest('CANCEL');
    peer.respond(invite, 200, { tag: 'a', body: peerSdp(MEDIA_PORT) });
    await peer.takeRequest('ACK');
    await peer.takeRequest('BYE');
    expect(await call.failure()).toMatchObject({ failure: 'canceled' });
    expect(typesOf(call)).toEqual(['ringing', 'failed']);
  });

  test('sends no CANCEL before the first response', async () => {
    const { peer, invite, call } = await dialed();
    call.cancel();
    expect(await call.failure()).toMatchObject({ failure: 'canceled' });
    expect(countOf(peer, 'CANCEL')).toBe(0);
    peer.respond(invite, 100);
    await peer.takeRequest('CANCEL');
  });

  test('is canceled when the ringing time is over', async () => {
    const set = await dialed({ ringingTimeMs: 20_000 });
    set.peer.respond(set.invite, 180, { tag: 'a' });
    await eventually(
      async () => typesOf(set.call),
      (types) => types.length > 0,
    );
    set.clock.advance(19_999);
    expect(countOf(set.peer, 'CANCEL')).toBe(0);
    set.clock.advance(1);
    expect(await set.call.failure()).toMatchObject({ failure: 'no-answer' });
    const cancel = await set.peer.takeRequest('CANCEL');
    expect(headerOf(cancel, 'reason')).toBe('Q.850;cause=19;text="No answer from user"');
  });

  test('is unavailable after 32 seconds without response', async () => {
    const set = await dialed({ ringingTimeMs: 60_000 });
    await until(set.clock, 500, () => set.call.events.length > 0);
    expect(await set.call.failure()).toMatchObject({ failure: 'unavailable', code: '408' });
    expect(countOf(set.peer, 'INVITE')).toBeGreaterThan(1);
  });

  test.each([
    ['without SDP', ''],
    ['with an unsupported codec', peerSdp(MEDIA_PORT, 'sendrecv', '18')],
  ])('hangs up an answer %s', async (_name, body) => {
    const { peer, invite, call } = await dialed();
    peer.respond(invite, 200, { tag: 'a', body });
    await peer.takeRequest('ACK');
    await peer.takeRequest('BYE');
    expect(await call.failure()).toMatchObject({ failure: 'unavailable' });
  });

  test.each([
    'sip:peer@media-7.cluster.invalid:5060',
    'sip:peer@127.0.0.1:1;transport=tcp',
    'sip:peer@224.0.1.75',
    'sip:peer@255.255.255.255',
    'sip:peer@0.0.0.0:5060',
    'sip:peer@[ff02::1]',
  ])('acknowledges and hangs up at its source an answer with the unreachable Contact %s', async (uri) => {
    const { peer, invite, call } = await dialed();
    peer.respond(invite, 200, { tag: 'a', body: listening, contact: `<${uri}>` });
    const leg = await call.leg();
    expect((await peer.takeRequest('ACK')).uri).toBe(uri);
    leg.hangUp();
    expect((await peer.takeRequest('BYE')).uri).toBe(uri);
  });

  test('uses a longer session interval if the server requires it', async () => {
    const { peer, invite, call } = await dialed();
    peer.respond(invite, 422, { tag: 'a', headers: ['Min-SE: 3600'] });
    await peer.takeRequest('ACK');
    const again = await peer.takeRequest('INVITE');
    expect(headerOf(again, 'session-expires')).toBe('3600');
    expect(headerOf(again, 'cseq')).toBe('2 INVITE');
    call.cancel();
  });
});

describe('an answered call', () => {
  test('is refreshed after half of its interval by UPDATE if the peer supports it', async () => {
    const set = await answered({
      headers: ['Session-Expires: 1800;refresher=uac', 'Allow: INVITE, UPDATE'],
      body: listening,
    });
    set.clock.advance(900_000);
    const update = await set.peer.takeRequest('UPDATE');
    expect(update.body).toBe('');
    set.peer.respond(update, 200, { headers: ['Session-Expires: 1800;refresher=uac'] });
    // Loopback keeps packet order: the answer has arrived when this request is answered.
    set.peer.request(set.agent.port, { method: 'OPTIONS', callId: 'another', sequence: 1 });
    await set.peer.takeResponse('OPTIONS');
    set.clock.advance(900_000);
    await set.peer.takeRequest('UPDATE');
    expect(set.heard.ends).toEqual([]);
  });

  test.each([405, 501])('is refreshed by INVITE if UPDATE is answered with %d', async (status) => {
    const set = await answered({
      headers: ['Session-Expires: 1800;refresher=uac', 'Allow: INVITE, UPDATE'],
      body: listening,
    });
    set.clock.advance(900_000);
    set.peer.respond(await set.peer.takeRequest('UPDATE'), status);
    set.peer.respond(await set.peer.takeRequest('INVITE'), 200, { body: listening });
    await set.peer.takeRequest('ACK');
    expect(set.heard.ends).toEqual([]);
  });

  test('retries a failed refresh before its interval ends', async () => {
    const set = await answered({
      headers: ['Session-Expires: 1800;refresher=uac', 'Allow: INVITE, UPDATE'],
      body: listening,
    });
    set.clock.advance(900_000);
    set.peer.respond(await set.peer.takeRequest('UPDATE'), 503);
    // Loopback keeps packet order.
    set.peer.request(set.agent.port, { method: 'OPTIONS', callId: 'another', sequence: 1 });
    await set.peer.takeResponse('OPTIONS');
    set.clock.advance(500_000);
    await set.peer.takeRequest('UPDATE');
    expect(set.heard.ends).toEqual([]);
  });

  test('is refreshed by INVITE if the peer does not support UPDATE, and retries after a glare', async () => {
    const set = await answered({
      headers: ['Session-Expires: 1800;refresher=uac'],
      body: listening,
    });
    set.clock.advance(900_000);
    const first = await set.peer.takeRequest('INVITE');
    set.peer.request(set.agent.port, {
      method: 'INVITE',
      callId: headerOf(first, 'call-id') ?? '',
      sequence: 1,
      toTag: /tag=([^;]+)/.exec(headerOf(first, 'from') ?? '')?.[1] ?? '',
      headers: [],
      body: peerSdp(MEDIA_PORT),
    });
    set.peer.respond(first, 491);
    await set.peer.takeRequest('ACK');
    await until(set.clock, 4000, () => countOf(set.peer, 'INVITE') > 2);
    const second = set.peer.received.at(-1);
    expect(second).toMatchObject({ method: 'INVITE' });
    expect(second?.body).toContain('a=sendonly');
  });

  test('cancels a refresh without final response and retries', async () => {
    const set = await answered({ headers: ['Session-Expires: 1800;refresher=uac'], body: listening });
    set.clock.advance(900_000);
    const first = await set.peer.takeRequest('INVITE');
    set.peer.respond(first, 100);
    set.peer.respond(first, 183, { tag: 'telephone' });
    await inOrder(set);
    set.clock.advance(32_000);
    const cancel = await set.peer.takeRequest('CANCEL');
    expect(headerOf(cancel, 'via')).toBe(headerOf(first, 'via'));
    set.peer.respond(cancel, 200);
    set.peer.respond(first, 487);
    await set.peer.takeRequest('ACK');
    set.clock.advance(225_000);
    set.peer.respond(await set.peer.takeRequest('INVITE'), 200, { body: listening });
    await set.peer.takeRequest('ACK');
    expect(set.heard.ends).toEqual([]);
  });

  test('ends if the peer does not respond to a canceled refresh', async () => {
    const set = await answered({ headers: ['Session-Expires: 1800;refresher=uac'], body: listening });
    set.clock.advance(900_000);
    set.peer.respond(await set.peer.takeRequest('INVITE'), 100);
    await inOrder(set);
    set.clock.advance(32_000);
    set.peer.respond(await set.peer.takeRequest('CANCEL'), 481);
    set.clock.advance(32_000);
    await set.peer.takeRequest('BYE');
    expect(await set.heard.end()).toEqual({ kind: 'lost', reason: 'The peer does not respond.' });
  });

  test('ends if the peer does not refresh it', async () => {
    const set = await answered({ headers: ['Session-Expires: 90;refresher=uas'], body: listening });
    set.clock.advance(60_000);
    await set.peer.takeRequest('BYE');
    expect(await set.heard.end()).toEqual({ kind: 'lost', reason: 'The peer did not refresh the session.' });
  });

  test('is hung up once, and later commands do nothing', async () => {
    const { peer, leg, heard } = await answered();
    leg.hangUp();
    leg.hangUp();
    peer.respond(await peer.takeRequest('BYE'), 200);
    expect(await heard.end()).toEqual({ kind: 'local-hang-up' });
    leg.send(new Int16Array(160));
    await leg.sendDigits('1');
    expect(await leg.transfer('+40744000000', AbortSignal.timeout(60_000))).toMatchObject({
      kind: 'refused',
    });
    expect(heard.ends).toHaveLength(1);
    expect(countOf(peer, 'BYE')).toBe(1);
  });
});
