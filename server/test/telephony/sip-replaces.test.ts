import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headerOf, headersOf, type SipResponse } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipAgent } from '../../src/telephony/sip/sip-agent.ts';
import type { MediaLeg } from '../../src/voice/legs/media-leg.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { openRtpPeer } from '../kit/rtp-peer.ts';
import { invite, scene, trusted } from '../kit/sip/scene.ts';
import { openSipPeer, type PeerRequest, peerSdp, type SipPeer, tagOf, textOf } from '../kit/sip/sip-peer.ts';
import { authorizationFor } from '../kit/sip/softphone.ts';
import { openStreamPeer } from '../kit/sip/stream-peer.ts';
import {
  dial,
  directoryOf,
  listenTo,
  startTestAgent,
  type TestTrunk,
  testTrunk,
} from '../kit/sip/test-agent.ts';
import { twoProcesses } from '../kit/sip/two-processes.ts';

async function finalAnswer(peer: SipPeer): Promise<SipResponse> {
  let answer = await peer.takeResponse('INVITE');
  while (answer.status < 200) answer = await peer.takeResponse('INVITE');
  return answer;
}

const other = testTrunk(5060, {
  id: 'other',
  phoneNumber: '+40721000001',
  inboundAuthorization: 'ip',
  allowedInboundIps: ['127.0.0.2'],
});

/** A call that its phone has put on hold to hand it over. @param address of the second phone */
async function held(address = '127.0.0.1') {
  const legs: MediaLeg[] = [];
  const set = await scene(async (call) => void legs.push(await call.answer()), [trusted, other]);
  set.say({ ...invite, body: peerSdp(9, 'recvonly') });
  const answer = await finalAnswer(set.peer);
  const toTag = tagOf(answer);
  set.say({ method: 'ACK', sequence: 1, toTag });
  const [leg] = await eventually(
    async () => legs,
    ({ length }) => length > 0,
  );
  if (leg === undefined) throw new Error('There is no leg.');
  const heard = listenTo(leg);
  set.say({ method: 'INVITE', sequence: 2, toTag, body: peerSdp(9, 'inactive') });
  await finalAnswer(set.peer);
  set.say({ method: 'ACK', sequence: 2, toTag });
  const second = await openSipPeer(address);
  const callId = randomUUID();
  const replaces = `${headerOf(answer, 'call-id')};to-tag=${toTag};from-tag=peer`;
  const say = (request: Omit<PeerRequest, 'callId'>): string =>
    second.request(set.agent.port, { callId, ...request });
  const takeOver = async (changes: Partial<PeerRequest> = {}): Promise<SipResponse> => {
    const headers = [`Replaces: ${replaces}`, 'Require: replaces'];
    say({ ...invite, body: peerSdp(9, 'recvonly'), headers, uri: 'sip:parley@127.0.0.1', ...changes });
    return finalAnswer(second);
  };
  const first = { peer: set.peer, say: set.say, toTag, callId: headerOf(answer, 'call-id') };
  return { ...set, leg, heard, first, second: { peer: second, say, callId }, replaces, takeOver };
}

describe('an INVITE with Replaces', () => {
  test('continues the call with the second phone, and hangs up on the first', async () => {
    const rtp = await openRtpPeer();
    endsWithTest(() => rtp.close());
    const { leg, heard, calls, first, second, takeOver } = await held();
    const replacements: (string | null)[] = [];
    leg.whenReplaced?.(() => replacements.push(leg.pendingHangUp?.() ?? null));
    const answer = await takeOver({ body: peerSdp(rtp.port) });
    expect(answer.status).toBe(200);
    expect(headerOf(answer, 'supported')).toContain('replaces');
    second.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
    const bye = await first.peer.takeRequest('BYE');
    expect(headerOf(bye, 'call-id')).toBe(first.callId);
    first.peer.respond(bye, 200);

    leg.send(new Int16Array(160));
    expect(await rtp.hasReceived(1)).toHaveLength(1);
    const port = Number(/^m=audio (\d+)/m.exec(answer.body)?.[1]);
    for (let sequence = 1; sequence < 20; sequence += 1) {
      await rtp.send(port, { sequence, timestamp: sequence * 160, ssrc: 77 });
    }
    await eventually(
      async () => heard.samples.length,
      (length) => length > 0,
    );
    expect(heard.holds).toEqual([true, false]);
    expect(heard.ends).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(replacements).toEqual([expect.stringContaining(second.callId)]);

    second.say({ method: 'BYE', sequence: 2, toTag: tagOf(answer) });
    expect(await heard.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test('may be renegotiated, and replaced again, while the first dialog is gone', async () => {
    const { heard, first, second, agent, takeOver } = await held();
    const toTag = tagOf(await takeOver());
    second.say({ method: 'ACK', sequence: 1, toTag });
    first.peer.respond(await first.peer.takeRequest('BYE'), 200);
    first.say({ method: 'INVITE', sequence: 3, toTag: first.toTag, body: peerSdp(9) });
    expect((await finalAnswer(first.peer)).status).toBe(481);
    second.say({ method: 'INVITE', sequence: 2, toTag, body: peerSdp(9, 'inactive') });
    expect((await finalAnswer(second.peer)).status).toBe(200);
    second.say({ method: 'ACK', sequence: 2, toTag });
    expect(heard.holds).toEqual([true, false, true]);
    const headers = [`Replaces: ${second.callId};to-tag=${toTag};from-tag=peer`];
    first.peer.request(agent.port, {
      ...invite,
      callId: randomUUID(),
      headers,
      body: peerSdp(9, 'recvonly'),
    });
    expect((await finalAnswer(first.peer)).status).toBe(200);
    await second.peer.takeRequest('BYE');
    expect(heard.ends).toEqual([]);
  });

  test('without an offer gets ours, and continues when its ACK answers it', async () => {
    const { heard, second, takeOver } = await held();
    const answer = await takeOver({ body: '' });
    expect(answer.body).toContain('m=audio');
    second.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer), body: peerSdp(9, 'recvonly') });
    await eventually(
      async () => heard.holds,
      ({ length }) => length === 2,
    );
    expect(heard.ends).toEqual([]);
  });

  test('without an offer ends the call if its ACK answers none', async () => {
    const { heard, second, takeOver } = await held();
    const answer = await takeOver({ body: '' });
    second.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
    await second.peer.takeRequest('BYE');
    expect(await heard.end()).toMatchObject({ kind: 'lost' });
  });

  test.each([
    ['of an unknown call', 481, () => `nobody;to-tag=a;from-tag=b`],
    ['with another tag', 481, (right: string) => right.replace('from-tag=peer', 'from-tag=guest')],
    [
      'with swapped tags',
      481,
      (right: string) => right.replace(/to-tag=([^;]+);from-tag=(.+)/, 'to-tag=$2;from-tag=$1'),
    ],
    ['for a call that is not answered yet', 486, (right: string) => `${right};early-only`],
    ['without tags', 400, (right: string) => right.replace(/;.*/, '')],
  ])('%s is refused with %i', async (_what, status, change) => {
    const { heard, first, replaces, takeOver } = await held();
    expect((await takeOver({ headers: [`Replaces: ${change(replaces)}`] })).status).toBe(status);
    first.say({ method: 'OPTIONS', sequence: 3, toTag: first.toTag });
    expect((await first.peer.takeResponse('OPTIONS')).status).toBe(200);
    expect(heard.holds).toEqual([true]);
  });

  test('without common audio is refused, and the first phone keeps the call', async () => {
    const { heard, first, takeOver } = await held();
    expect((await takeOver({ body: peerSdp(9, 'sendrecv', '18') })).status).toBe(488);
    first.say({ method: 'OPTIONS', sequence: 3, toTag: first.toTag });
    expect((await first.peer.takeResponse('OPTIONS')).status).toBe(200);
    expect(heard.holds).toEqual([true]);
  });

  test('is refused if another one has taken the call over', async () => {
    const { agent, heard, second, replaces, takeOver } = await held();
    const third = await openSipPeer();
    const headers = [`Replaces: ${replaces}`];
    const taking = takeOver();
    third.request(agent.port, { ...invite, callId: randomUUID(), headers, body: peerSdp(9, 'recvonly') });
    const answer = await taking;
    expect([answer.status, (await finalAnswer(third)).status]).toEqual([200, 603]);
    second.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
    expect(heard.ends).toEqual([]);
  });

  test('of a call that has ended is declined', async () => {
    const { first, takeOver } = await held();
    first.say({ method: 'BYE', sequence: 3, toTag: first.toTag });
    await first.peer.takeResponse('BYE');
    expect((await takeOver()).status).toBe(603);
  });

  test('of an inbound call that rings here is refused', async () => {
    const set = await scene(async (call) => {
      call.ring();
      await new Promise(() => undefined);
    });
    set.say(invite);
    let ringing = await set.peer.takeResponse('INVITE');
    while (ringing.status !== 180) ringing = await set.peer.takeResponse('INVITE');
    const headers = [`Replaces: ${headerOf(ringing, 'call-id')};to-tag=${tagOf(ringing)};from-tag=peer`];
    set.peer.request(set.agent.port, { ...invite, callId: randomUUID(), headers });
    expect((await finalAnswer(set.peer)).status).toBe(481);
    expect(set.calls).toHaveLength(1);
  });

  test('from a source that is not admitted to the trunk of the call is challenged', async () => {
    const { heard, first, calls, takeOver } = await held('127.0.0.2');
    const answer = await takeOver();
    expect(answer.status).toBe(401);
    expect(headerOf(answer, 'www-authenticate')).toMatch(/^Digest/);
    first.say({ method: 'OPTIONS', sequence: 3, toTag: first.toTag });
    expect((await first.peer.takeResponse('OPTIONS')).status).toBe(200);
    expect(heard.holds).toEqual([true]);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['of the trunk of the call', 'bob', 200],
    ['of another trunk', 'eve', 403],
  ])('with the password %s gets %s', async (_which, username, status) => {
    const peer = await openSipPeer();
    const trunk = testTrunk(peer.port);
    const directory = directoryOf(trunk, testTrunk(5060, { id: 'other', username: 'eve' }));
    const agent = await startTestAgent({ clock: manualClock(), directory });
    const call = dial(agent, trunk);
    const ours = await peer.takeRequest('INVITE');
    peer.respond(ours, 200, { tag: 'callee', body: peerSdp(9, 'recvonly') });
    const heard = listenTo(await call.leg());
    const toTag = /tag=([^;]+)/.exec(headerOf(ours, 'from') ?? '')?.[1];
    const replaces = `Replaces: ${headerOf(ours, 'call-id')};to-tag=${toTag};from-tag=callee`;
    const colleague = await openSipPeer();
    const taking = { ...invite, callId: randomUUID(), body: peerSdp(9, 'recvonly') };
    colleague.request(agent.port, { ...taking, headers: [replaces] });
    const challenge = await finalAnswer(colleague);
    expect(challenge.status).toBe(401);
    const authorization = authorizationFor(challenge, agent.port, { username, method: 'INVITE' });
    const headers = [replaces, `Authorization: ${authorization}`];
    colleague.request(agent.port, { ...taking, sequence: 2, headers });
    expect((await finalAnswer(colleague)).status).toBe(status);
    expect(heard.ends).toEqual([]);
  });

  test('continues an outbound call of the same trunk', async () => {
    const peer = await openSipPeer();
    const trunk = testTrunk(peer.port, { inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] });
    const agent = await startTestAgent({ clock: manualClock(), directory: directoryOf(trunk) });
    const call = dial(agent, trunk);
    const ours = await peer.takeRequest('INVITE');
    peer.respond(ours, 200, { tag: 'callee', body: peerSdp(9, 'recvonly') });
    const heard = listenTo(await call.leg());
    const toTag = /tag=([^;]+)/.exec(headerOf(ours, 'from') ?? '')?.[1];
    const headers = [`Replaces: ${headerOf(ours, 'call-id')};to-tag=${toTag};from-tag=callee`];
    const colleague = await openSipPeer();
    const callId = randomUUID();
    colleague.request(agent.port, { ...invite, callId, headers, body: peerSdp(9, 'recvonly') });
    const answer = await finalAnswer(colleague);
    expect(answer.status).toBe(200);
    expect(headerOf(await peer.takeRequest('BYE'), 'call-id')).toBe(headerOf(ours, 'call-id'));
    colleague.request(agent.port, { method: 'BYE', callId, sequence: 2, toTag: tagOf(answer) });
    expect(await heard.end()).toEqual({ kind: 'remote-hang-up' });
  });
});

/** An outbound call that rings at a phone. */
async function ringing(trunk: Partial<TestTrunk> = BY_ADDRESS, agents?: { near: SipAgent; far: SipAgent }) {
  const phone = await openSipPeer();
  const line = testTrunk(phone.port, trunk);
  const near = agents?.near ?? (await startTestAgent({ clock: manualClock(), directory: directoryOf(line) }));
  const far = agents?.far ?? near;
  const call = dial(near, line);
  const ours = await phone.takeRequest('INVITE');
  phone.respond(ours, 180, { tag: 'callee' });
  await eventually(
    async () => call.events,
    ({ length }) => length === 1,
  );
  const toTag = /tag=([^;]+)/.exec(headerOf(ours, 'from') ?? '')?.[1];
  const replaces = `Replaces: ${headerOf(ours, 'call-id')};to-tag=${toTag};from-tag=callee`;
  const colleague = await openSipPeer();
  const callId = randomUUID();
  const say = (request: Omit<PeerRequest, 'callId'>): string =>
    colleague.request(far.port, { callId, ...request });
  const pickUp = async (changes: Partial<PeerRequest> = {}): Promise<SipResponse> => {
    say({ ...invite, headers: [`${replaces};early-only`], body: peerSdp(9, 'recvonly'), ...changes });
    return finalAnswer(colleague);
  };
  return { near, far, phone, ours, call, replaces, colleague, callId, say, pickUp };
}

const BY_ADDRESS: Partial<TestTrunk> = { inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] };

describe('an INVITE with Replaces of an outbound call that rings', () => {
  test('answers the call, which stops ringing', async () => {
    const { phone, ours, call, colleague, say, pickUp } = await ringing();
    const answer = await pickUp();
    expect(answer.status).toBe(200);
    const cancel = await phone.takeRequest('CANCEL');
    expect(headerOf(cancel, 'reason')).toContain('200');
    phone.respond(cancel, 200);
    phone.respond(ours, 487, { tag: 'callee' });
    say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
    const leg = await call.leg();
    const heard = listenTo(leg);
    expect(call.events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
    leg.hangUp();
    colleague.respond(await colleague.takeRequest('BYE'), 200);
    expect(heard.ends).toEqual([{ kind: 'local-hang-up' }]);
  });

  test('hangs up on the phone if it answers at the same time', async () => {
    const { phone, ours, call, say, pickUp } = await ringing();
    const answer = await pickUp();
    await phone.takeRequest('CANCEL');
    phone.respond(ours, 200, { tag: 'callee', body: peerSdp(9) });
    await phone.takeRequest('ACK');
    phone.respond(await phone.takeRequest('BYE'), 200);
    say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
    expect(listenTo(await call.leg()).ends).toEqual([]);
  });

  test('without an offer gets ours, and answers the call when its ACK answers it', async () => {
    const { call, say, pickUp } = await ringing();
    const answer = await pickUp({ body: '' });
    expect(answer.body).toContain('m=audio');
    expect(call.events.map(({ type }) => type)).toEqual(['ringing']);
    say({ method: 'ACK', sequence: 1, toTag: tagOf(answer), body: peerSdp(9, 'recvonly') });
    expect((await call.leg()).sampleRateHz).toBe(8000);
  });

  test('is hung up if the call is canceled before its ACK', async () => {
    const { call, colleague, pickUp } = await ringing();
    await pickUp();
    call.cancel();
    await colleague.takeRequest('BYE');
    expect(await call.failure()).toMatchObject({ failure: 'canceled' });
    expect(call.events).toHaveLength(2);
  });

  test('fails the call if it hangs up before its ACK', async () => {
    const { call, say, pickUp } = await ringing();
    const answer = await pickUp();
    say({ method: 'BYE', sequence: 2, toTag: tagOf(answer) });
    expect(await call.failure()).toMatchObject({ failure: 'unavailable' });
  });

  test('without common audio is refused, and the phone rings on', async () => {
    const { phone, ours, call, pickUp } = await ringing();
    expect((await pickUp({ body: peerSdp(9, 'sendrecv', '18') })).status).toBe(488);
    phone.respond(ours, 200, { tag: 'callee', body: peerSdp(9) });
    await call.leg();
  });

  test('from a source that is not admitted to the trunk is challenged, and the phone rings on', async () => {
    const { phone, ours, call, pickUp } = await ringing({ inboundAuthorization: 'auth' });
    expect((await pickUp()).status).toBe(401);
    phone.respond(ours, 200, { tag: 'callee', body: peerSdp(9) });
    await call.leg();
  });
});

describe('an INVITE with Replaces of a call that another process holds', () => {
  /** Routes of requests from the side that sent the INVITE. */
  const routesTo = (answer: SipResponse): string[] =>
    headersOf(answer, 'record-route')
      .toReversed()
      .map((value) => `Route: ${value}`);

  test('continues the call, with signaling through the process that received it', async () => {
    const rtp = await openRtpPeer();
    endsWithTest(() => rtp.close());
    const legs: MediaLeg[] = [];
    const { near, far } = await twoProcesses({
      directory: directoryOf(trusted),
      refusalOf: () => 'private',
      onInvite: async (call) => void legs.push(await call.answer()),
    });
    const [first, second] = [await openSipPeer(), await openSipPeer()];
    const [firstId, secondId] = [randomUUID(), randomUUID()];
    first.request(near.port, { ...invite, callId: firstId, body: peerSdp(9, 'recvonly') });
    const toTag = tagOf(await finalAnswer(first));
    first.request(near.port, { method: 'ACK', callId: firstId, sequence: 1, toTag });
    const [leg] = await eventually(
      async () => legs,
      ({ length }) => length > 0,
    );
    const heard = listenTo(leg ?? expect.fail());

    const headers = [`Replaces: ${firstId};to-tag=${toTag};from-tag=peer`, 'Require: replaces'];
    second.request(far.port, { ...invite, callId: secondId, headers, body: peerSdp(rtp.port) });
    const answer = await finalAnswer(second);
    expect([answer.status, headersOf(answer, 'record-route').length]).toEqual([200, 2]);
    const within = { callId: secondId, toTag: tagOf(answer), headers: routesTo(answer) };
    second.request(far.port, { method: 'ACK', sequence: 1, ...within });
    const bye = await first.takeRequest('BYE');
    expect(headerOf(bye, 'call-id')).toBe(firstId);
    first.respond(bye, 200);
    leg?.send(new Int16Array(160));
    expect(await rtp.hasReceived(1)).toHaveLength(1);
    expect(legs).toHaveLength(1);
    second.request(far.port, { ...invite, ...within, sequence: 2, body: peerSdp(9, 'inactive') });
    expect((await finalAnswer(second)).status).toBe(200);
    second.request(far.port, { method: 'ACK', sequence: 2, ...within });
    expect(heard.holds).toEqual([true]);
    leg?.hangUp();
    const ours = await second.takeRequest('BYE');
    expect(headersOf(ours, 'via')).toHaveLength(2);
    second.respond(ours, 200);
  });

  test('through a proxy gets our routes above those of the proxy', async () => {
    const agents = await twoProcesses({ directory: directoryOf(testTrunk(5060, BY_ADDRESS)) });
    const { call, colleague, replaces, say, pickUp } = await ringing(BY_ADDRESS, agents);
    const proxy = `<sip:127.0.0.1:${colleague.port};lr>`;
    const answer = await pickUp({ headers: [replaces, `Record-Route: ${proxy}`] });
    expect(headersOf(answer, 'record-route').indexOf(proxy)).toBe(2);
    // The proxy removes its own Route.
    const headers = routesTo(answer).slice(1);
    say({ method: 'ACK', sequence: 1, toTag: tagOf(answer), headers });
    (await call.leg()).hangUp();
    const bye = await colleague.takeRequest('BYE');
    expect(headersOf(bye, 'route')).toEqual([proxy]);
    colleague.respond(bye, 200);
  });

  test('continues over a new connection of its sender', async () => {
    const agents = await twoProcesses({ directory: directoryOf(testTrunk(5060, BY_ADDRESS)) });
    const { far, call, replaces } = await ringing(BY_ADDRESS, agents);
    const phone = await openStreamPeer();
    const callId = randomUUID();
    await phone.connect(far.port);
    phone.request({ ...invite, callId, headers: [replaces], body: peerSdp(9, 'recvonly') });
    let answer = await phone.takeResponse('INVITE');
    while (answer.status < 200) answer = await phone.takeResponse('INVITE');
    const within = { callId, toTag: tagOf(answer), headers: routesTo(answer) };
    phone.request({ method: 'ACK', sequence: 1, ...within });
    const heard = listenTo(await call.leg());
    await phone.connect(far.port);
    phone.request({ method: 'BYE', sequence: 2, ...within });
    expect((await phone.takeResponse('BYE')).status).toBe(200);
    expect(await heard.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test('answers a call that rings', async () => {
    const agents = await twoProcesses({ directory: directoryOf(testTrunk(5060, BY_ADDRESS)) });
    const { phone, call, say, pickUp } = await ringing(BY_ADDRESS, agents);
    const answer = await pickUp();
    expect(answer.status).toBe(200);
    await phone.takeRequest('CANCEL');
    const within = { toTag: tagOf(answer), headers: routesTo(answer) };
    say({ method: 'ACK', sequence: 1, ...within });
    const heard = listenTo(await call.leg());
    say({ method: 'BYE', sequence: 2, ...within });
    expect(await heard.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test.each([
    ['of the trunk of the call', 'bob', 200],
    ['of another trunk', 'eve', 403],
  ])('with the password %s gets %s', async (_which, username, status) => {
    const clock = manualClock();
    const [line, other] = [testTrunk(5060), testTrunk(5060, { id: 'other', username: 'eve' })];
    const agents = await twoProcesses({ clock, directory: directoryOf(line, other) });
    const { far, colleague, replaces, say, pickUp } = await ringing({}, agents);
    const branch = 'z9hG4bKfirst';
    // Only another process of the installation may name the source and trunks.
    const headers = [replaces, 'Parley-Trunks: 1', 'Parley-Source: 127.0.0.9'];
    const challenge = await pickUp({ branch, headers });
    expect(challenge.status).toBe(401);
    say({ method: 'ACK', sequence: 1, branch, toTag: tagOf(challenge) });
    const authorization = authorizationFor(challenge, far.port, { username, method: 'INVITE' });
    const answer = await pickUp({ sequence: 2, headers: [replaces, `Authorization: ${authorization}`] });
    expect(answer.status).toBe(status);
    clock.advance(1000);
    say({ method: 'OPTIONS', sequence: 3 });
    await colleague.takeResponse('OPTIONS');
    // The acknowledged challenge was not sent again.
    const challenges = colleague.received.filter((one) => one.kind === 'response' && one.status === 401);
    expect(challenges).toHaveLength(1);
  });

  test.each([
    ['with a received parameter', (text: string) => text.replace(/^(Via: .*)$/m, '$1;received=127.0.0.9')],
    ['with a header', (text: string) => text.replace('Call-ID:', 'Parley-Source: 127.0.0.9\r\nCall-ID:')],
  ])('is not admitted if its sender names another source %s', async (_where, forge) => {
    const line = { ...BY_ADDRESS, allowedInboundIps: ['127.0.0.9'] };
    const agents = await twoProcesses({ directory: directoryOf(testTrunk(5060, line)) });
    const { far, colleague, replaces } = await ringing(line, agents);
    const taking = { ...invite, callId: randomUUID(), headers: [replaces], body: peerSdp(9, 'recvonly') };
    colleague.send(far.port, forge(textOf(taking, { from: colleague.port, to: far.port })));
    expect((await finalAnswer(colleague)).status).toBe(401);
  });

  test('is not forwarded if its sender has changed the port in the tag', async () => {
    const victim = await openSipPeer();
    const line = testTrunk(5060, BY_ADDRESS);
    const agents = await twoProcesses({ directory: directoryOf(line) });
    const { near, replaces, pickUp } = await ringing(BY_ADDRESS, agents);
    const headers = [replaces.replace(`.${near.port}.`, `.${victim.port}.`)];
    expect(headers).not.toEqual([replaces]);
    expect((await pickUp({ headers })).status).toBe(481);
    expect(victim.received).toEqual([]);
  });

  test('is refused if that process is dead', async () => {
    let isAlive = true;
    const line = testTrunk(5060, BY_ADDRESS);
    const agents = await twoProcesses({ directory: directoryOf(line) }, () => isAlive);
    const { pickUp } = await ringing(BY_ADDRESS, agents);
    isAlive = false;
    expect((await pickUp()).status).toBe(481);
  });
});
