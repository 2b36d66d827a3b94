import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipTrunk } from '../../src/telephony/sip/trunk/sip-trunk.ts';
import { AnswerFailed } from '../../src/voice/legs/answer-failed.ts';
import { eventually } from '../kit/eventually.ts';
import { callOf, established, invite, scene, trusted } from '../kit/sip/scene.ts';
import { mixedSdp, newBranch, openSipPeer, type PeerRequest, peerSdp, tagOf } from '../kit/sip/sip-peer.ts';
import { directoryOf, type Heard, listenTo, startTestAgent } from '../kit/sip/test-agent.ts';

describe('an inbound call', () => {
  test.each([
    ['busy', 486],
    ['unknown-number', 404],
    ['declined', 603],
    ['unavailable', 480],
    ['stopping', 503],
  ] as const)('rejected as %s gets %i', async (reason, status) => {
    const { say, peer, calls } = await scene(async (call) => call.reject(reason));
    say(invite);
    expect((await peer.takeResponse('INVITE')).status).toBe(100);
    expect((await peer.takeResponse('INVITE')).status).toBe(status);
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  test('gets 480 after at most three minutes without a decision', async () => {
    const undecided = await scene(async () => undefined);
    undecided.say(invite);
    expect((await undecided.peer.takeResponse('INVITE')).status).toBe(100);
    expect((await undecided.peer.takeResponse('INVITE')).status).toBe(480);

    const slow = await scene();
    slow.say(invite);
    (await callOf(slow)).ring();
    expect((await slow.peer.takeResponse('INVITE')).status).toBe(100);
    expect((await slow.peer.takeResponse('INVITE')).status).toBe(180);
    slow.clock.advance(180_000);
    expect((await slow.peer.takeResponse('INVITE')).status).toBe(480);
  });

  test('canceled before the answer cannot be answered', async () => {
    const set = await scene();
    const branch = newBranch();
    set.say({ ...invite, branch });
    const call = await callOf(set);
    set.say({ method: 'CANCEL', sequence: 1, branch });
    expect((await set.peer.takeResponse('CANCEL')).status).toBe(200);
    expect((await set.peer.takeResponse('INVITE')).status).toBe(100);
    expect((await set.peer.takeResponse('INVITE')).status).toBe(487);
    expect(call.signal.aborted).toBe(true);
    await expect(call.answer()).rejects.toThrow('hung up');
  });

  test('canceled during the lookup of its caller is not presented', async () => {
    const { promise: isFound, resolve: find } = Promise.withResolvers<void>();
    const known = directoryOf(trusted);
    let lookups = 0;
    let calls = 0;
    const trunksAt = async (address: string): Promise<readonly SipTrunk[]> => {
      lookups += 1;
      await isFound;
      return known.trunksAt(address);
    };
    const agent = await startTestAgent({
      directory: { ...known, trunksAt },
      onInvite: async () => {
        calls += 1;
      },
    });
    const peer = await openSipPeer();
    const call = { callId: randomUUID(), branch: newBranch() };
    peer.request(agent.port, { ...invite, ...call });
    await eventually(
      async () => lookups,
      (count) => count > 0,
    );
    peer.request(agent.port, { ...invite, ...call });
    peer.request(agent.port, { method: 'CANCEL', sequence: 1, ...call });
    expect((await peer.takeResponse('CANCEL')).status).toBe(200);
    find();
    expect((await peer.takeResponse('INVITE')).status).toBe(487);
    peer.request(agent.port, { method: 'CANCEL', sequence: 1, ...call, branch: newBranch() });
    expect((await peer.takeResponse('CANCEL')).status).toBe(481);
    expect({ lookups, calls }).toEqual({ lookups: 1, calls: 0 });
  });

  test('is ended by BYE while ringing, and accepts requests in its early dialog until then', async () => {
    const set = await scene();
    set.say(invite);
    const call = await callOf(set);
    call.ring();
    expect((await set.peer.takeResponse('INVITE')).status).toBe(100);
    const toTag = tagOf(await set.peer.takeResponse('INVITE'));
    const inCall = async (request: Omit<PeerRequest, 'callId'>): Promise<number> => {
      set.say({ ...request, toTag });
      return (await set.peer.takeResponse(request.method)).status;
    };
    expect(await inCall({ method: 'UPDATE', sequence: 2 })).toBe(200);
    expect(await inCall({ method: 'UPDATE', sequence: 3, body: peerSdp(9) })).toBe(500);
    expect(await inCall({ method: 'UPDATE', sequence: 3 })).toBe(500);
    expect(call.signal.aborted).toBe(false);
    expect(await inCall({ method: 'BYE', sequence: 4 })).toBe(200);
    expect((await set.peer.takeResponse('INVITE')).status).toBe(487);
    expect(call.signal.aborted).toBe(true);
    expect(await inCall({ method: 'BYE', sequence: 5 })).toBe(481);
  });

  test('canceled after the answer stays up until the caller hangs up', async () => {
    const heard: Heard[] = [];
    const set = await scene(async (call) => {
      heard.push(listenTo(await call.answer()));
    });
    const branch = newBranch();
    set.say({ ...invite, branch });
    expect((await set.peer.takeResponse('INVITE')).status).toBe(100);
    const answer = await set.peer.takeResponse('INVITE');
    expect(answer.status).toBe(200);
    set.say({ method: 'CANCEL', sequence: 1, branch });
    expect((await set.peer.takeResponse('CANCEL')).status).toBe(200);
    set.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
    await eventually(
      async () => heard,
      ({ length }) => length > 0,
    );
    set.say({ method: 'BYE', sequence: 2, toTag: tagOf(answer) });
    expect((await set.peer.takeResponse('BYE')).status).toBe(200);
    expect(await heard[0]?.end()).toEqual({ kind: 'remote-hang-up' });
  });

  test('stops retransmitting its answer after a BYE before the ACK', async () => {
    const failures: unknown[] = [];
    const set = await scene(async (call) => {
      await call.answer().catch((error: unknown) => failures.push(error));
    });
    set.say({ ...invite, body: peerSdp(9, 'recvonly') });
    expect((await set.peer.takeResponse('INVITE')).status).toBe(100);
    const answer = await set.peer.takeResponse('INVITE');
    expect(answer.status).toBe(200);
    set.clock.advance(500);
    expect((await set.peer.takeResponse('INVITE')).status).toBe(200);
    set.say({ method: 'BYE', sequence: 2, toTag: tagOf(answer) });
    expect((await set.peer.takeResponse('BYE')).status).toBe(200);
    for (let second = 0; second < 32; second += 1) set.clock.advance(1000);
    // Loopback keeps packet order: when this request is answered, earlier packets have arrived.
    set.peer.request(set.agent.port, { method: 'OPTIONS', callId: 'another', sequence: 1 });
    await set.peer.takeResponse('OPTIONS');
    const answers = set.peer.received.filter(({ kind, headers }) => {
      const cseq = headers.find(({ name }) => name === 'cseq')?.value;
      return kind === 'response' && cseq === '1 INVITE';
    });
    expect(answers).toHaveLength(3);
    expect(failures).toHaveLength(1);
    expect(failures[0]).not.toBeInstanceOf(AnswerFailed);
  });

  test.each([
    ['a supported key', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}`, 200],
    ['only an unsupported key', `a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${'A'.repeat(40)}`, 488],
    ['no key', 'a=sendrecv', 488],
  ])('with an SRTP offer is answered only with a supported key: %s', async (_name, line, status) => {
    const set = await scene(async (call) => {
      await call.answer().catch(() => undefined);
    });
    const body = peerSdp(9, 'recvonly').replace('RTP/AVP', 'RTP/SAVP').replace('a=recv', `${line}\r\na=recv`);
    set.say({ ...invite, body });
    let answer = await set.peer.takeResponse('INVITE');
    while (answer.status < 200) answer = await set.peer.takeResponse('INVITE');
    expect(answer.status).toBe(status);
    if (status === 200)
      expect(answer.body).toMatch(/RTP\/SAVP 0.*a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:/s);
    set.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer) });
  });

  test('without ACK is hung up after 32 seconds of retransmissions', async () => {
    const failures: unknown[] = [];
    const set = await scene(async (call) => {
      await call.answer().catch((error: unknown) => failures.push(error));
    });
    set.say({ ...invite, body: peerSdp(9, 'recvonly') });
    await set.peer.takeResponse('INVITE');
    expect((await set.peer.takeResponse('INVITE')).status).toBe(200);
    const byes = () => set.peer.received.filter((one) => one.kind === 'request' && one.method === 'BYE');
    await eventually(
      async () => {
        set.clock.advance(500);
        return byes();
      },
      ({ length }) => length > 0,
    );
    expect(failures).toEqual([new AnswerFailed('The peer did not acknowledge the answer.')]);
    const answers = set.peer.received.filter((one) => one.kind === 'response' && one.status === 200);
    expect(answers.length).toBeGreaterThan(3);
  });

  test('without an offer gets our offer and answers in its ACK', async () => {
    const heard: Heard[] = [];
    const set = await scene(async (call) => {
      heard.push(listenTo(await call.answer()));
    });
    set.say({ method: 'INVITE', sequence: 1 });
    await set.peer.takeResponse('INVITE');
    const answer = await set.peer.takeResponse('INVITE');
    expect(answer.body).toContain('RTP/AVP 9 107 0 8 101 102 13');
    set.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer), body: peerSdp(9, 'recvonly', '8') });
    await eventually(
      async () => heard,
      ({ length }) => length > 0,
    );
    expect(heard[0]?.ends).toEqual([]);
  });

  test.each<[string, Partial<PeerRequest>, number]>([
    ['no supported codec', { body: peerSdp(9, 'sendrecv', '18 3') }, 488],
    ['no SDP', { body: 'hello' }, 488],
    ['reliable ringing', { headers: ['Require: 100rel'] }, 420],
    ['a session interval that is too short', { headers: ['Supported: timer', 'Session-Expires: 30'] }, 422],
  ])('is refused because of its offer or a required extension: %s', async (_name, changes, status) => {
    const { say, peer, calls } = await scene();
    say({ ...invite, ...changes });
    const answer = await peer.takeResponse('INVITE');
    expect(answer.status).toBe(status);
    expect(headerOf(answer, 'server')).toBe('Parley');
    if (status === 488) expect(headerOf(answer, 'warning')).toMatch(/^305 parley ".*G\.722/);
    if (status === 420) expect(headerOf(answer, 'unsupported')).toBe('100rel');
    if (status === 422) expect(headerOf(answer, 'min-se')).toBe('90');
    expect(calls).toEqual([]);
  });

  test('passes on the headers with data about the call, and no others', async () => {
    const set = await scene();
    const long = 'a'.repeat(600);
    set.say({
      ...invite,
      headers: [
        'X-Customer-ID: 4711',
        'User-to-User: 00afd1;encoding=hex',
        'Diversion: <sip:+40311@a>;reason=no-answer',
        'Diversion: <sip:+40312@a>',
        `X-Long: ${long}`,
        'Subject: Hello',
        'Authorization: Digest username="a"',
      ],
    });
    expect((await callOf(set)).sipHeaders).toEqual({
      'X-Customer-Id': '4711',
      'User-To-User': '00afd1;encoding=hex',
      Diversion: '<sip:+40311@a>;reason=no-answer, <sip:+40312@a>',
      'X-Long': long.slice(0, 500),
    });
  });

  test('passes on nothing that may name a caller who withholds the number', async () => {
    const set = await scene();
    const headers = [
      'Privacy: id',
      'X-Queue: 3',
      'Remote-Party-ID: <sip:+40755000000@c>',
      'Diversion: <sip:+40312@a>',
    ];
    set.say({ ...invite, headers });
    expect(await callOf(set)).toMatchObject({ from: null, sipHeaders: { 'X-Queue': '3' } });
  });

  test('with a multipart body is answered and renegotiated', async () => {
    const { say, peer, toTag, answer } = await established(mixedSdp(peerSdp(9, 'recvonly')));
    expect(answer.body).toContain('a=sendonly');
    say({ method: 'INVITE', sequence: 2, toTag, body: mixedSdp(peerSdp(9, 'inactive')) });
    const changed = await peer.takeResponse('INVITE');
    expect(changed.status).toBe(200);
    expect(changed.body).toContain('a=inactive');
  });

  test('sent repeatedly is presented once', async () => {
    const set = await scene();
    const text = set.say(invite);
    set.peer.send(set.agent.port, text);
    set.peer.send(set.agent.port, text);
    await callOf(set);
    set.say({ method: 'OPTIONS', sequence: 9 });
    await set.peer.takeResponse('OPTIONS');
    expect(set.calls).toHaveLength(1);
  });
});
