import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import type { SipAgent } from '../../src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../src/telephony/sip/trunk/sip-trunk.ts';
import type { InboundCall } from '../../src/voice/legs/line.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import {
  newBranch,
  openSipPeer,
  type PeerRequest,
  peerSdp,
  type SipPeer,
  tagOf,
} from '../kit/sip/sip-peer.ts';
import { directoryOf, type Heard, listenTo, startTestAgent, testTrunk } from '../kit/sip/test-agent.ts';

interface Scene {
  clock: ManualClock;
  peer: SipPeer;
  agent: SipAgent;
  calls: InboundCall[];
  /** Sends a request of the one call of the scene. */
  say(request: Omit<PeerRequest, 'callId'>): string;
}

const trusted = testTrunk(5060, { inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] });

async function scene(
  onInvite: (call: InboundCall) => Promise<void> = async () => new Promise(() => undefined),
  trunks: readonly SipTrunk[] = [trusted],
): Promise<Scene> {
  const clock = manualClock();
  const calls: InboundCall[] = [];
  const peer = await openSipPeer();
  const agent = await startTestAgent({
    clock,
    directory: directoryOf(...trunks),
    onInvite: (call) => {
      calls.push(call);
      return onInvite(call);
    },
  });
  const callId = randomUUID();
  const say = (request: Omit<PeerRequest, 'callId'>): string =>
    peer.request(agent.port, { callId, ...request });
  return { clock, peer, agent, calls, say };
}

const invite = { method: 'INVITE', sequence: 1, body: peerSdp(9) };

async function callOf({ calls }: Scene): Promise<InboundCall> {
  const [call] = await eventually(
    async () => calls,
    ({ length }) => length > 0,
  );
  if (call === undefined) throw new Error('Nobody called.');
  return call;
}

/** A call that was answered and acknowledged. */
async function established(body = peerSdp(9, 'recvonly'), headers: string[] = []) {
  const heard: Heard[] = [];
  const set = await scene(async (call) => {
    heard.push(listenTo(await call.answer()));
  });
  set.say({ ...invite, body, headers });
  let answer = await set.peer.takeResponse('INVITE');
  while (answer.status < 200) answer = await set.peer.takeResponse('INVITE');
  const toTag = tagOf(answer);
  set.say({ method: 'ACK', sequence: 1, toTag });
  await eventually(
    async () => heard,
    ({ length }) => length > 0,
  );
  return { ...set, answer, toTag, heard };
}

describe('who may call in', () => {
  test('a stranger is challenged, and nobody hears of it', async () => {
    const { say, peer, calls } = await scene(undefined, []);
    say(invite);
    const answer = await peer.takeResponse('INVITE');
    expect(answer.status).toBe(401);
    expect(headerOf(answer, 'www-authenticate')).toContain('qop="auth"');
    expect(calls).toEqual([]);
  });

  test.each(['bob', 'nobody'])('whoever proves nothing as %s is refused the same way', async (username) => {
    const { say, peer, calls } = await scene(undefined, [testTrunk(5060)]);
    say(invite);
    const nonce = /nonce="([^"]+)"/.exec(
      headerOf(await peer.takeResponse('INVITE'), 'www-authenticate') ?? '',
    )?.[1];
    const proof = `Digest username="${username}", realm="parley", nonce="${nonce}", uri="sip:x", response="00", qop=auth, nc=00000001, cnonce="c"`;
    say({ ...invite, sequence: 2, headers: [`Authorization: ${proof}`] });
    expect(await peer.takeResponse('INVITE')).toMatchObject({ status: 403, reason: 'Forbidden', body: '' });
    expect(calls).toEqual([]);
  });

  test('a flood of strangers is answered for a while, then no more', async () => {
    const { say, peer, clock, calls } = await scene(undefined, []);
    for (let index = 0; index < 200; index += 1) say(invite);
    await eventually(
      async () => peer.received.length,
      (count) => count >= 40,
    );
    clock.advance(10_000);
    say({ method: 'OPTIONS', sequence: 300 });
    await peer.takeResponse('OPTIONS');
    expect(peer.received.length).toBeLessThan(60);
    expect(calls).toEqual([]);
  });

  test('of several trunks of an address the number decides; for one that none has one is a stranger', async () => {
    const other = { ...trusted, id: '2', phoneNumber: '+40744000000' };
    const { say, peer, calls, agent } = await scene(undefined, [trusted, other]);
    say({ ...invite, uri: `sip:0744000000@127.0.0.1:${agent.port}` });
    await eventually(
      async () => calls,
      ({ length }) => length > 0,
    );
    expect(calls).toMatchObject([{ line: '2', to: '+40744000000', from: '+40733000000' }]);
    say({ ...invite, sequence: 2, uri: `sip:0755000000@127.0.0.1:${agent.port}` });
    await eventually(
      async () => peer.received.map((one) => (one.kind === 'response' ? one.status : 0)),
      (all) => all.includes(401),
    );
  });
});

describe('a call that comes in', () => {
  test.each([
    ['busy', 486],
    ['unknown-number', 404],
    ['declined', 603],
    ['unavailable', 480],
  ] as const)('%s is %i', async (reason, status) => {
    const { say, peer, calls } = await scene(async (call) => call.reject(reason));
    say(invite);
    expect((await peer.takeResponse('INVITE')).status).toBe(100);
    expect((await peer.takeResponse('INVITE')).status).toBe(status);
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  test('that nobody decides on is unavailable, at the latest after three minutes', async () => {
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

  test('that is given up before the answer cannot be answered', async () => {
    const set = await scene();
    const branch = newBranch();
    set.say({ ...invite, branch });
    const call = await callOf(set);
    set.say({ method: 'CANCEL', sequence: 1, branch });
    expect((await set.peer.takeResponse('CANCEL')).status).toBe(200);
    expect((await set.peer.takeResponse('INVITE')).status).toBe(100);
    expect((await set.peer.takeResponse('INVITE')).status).toBe(487);
    expect(call.signal.aborted).toBe(true);
    await expect(call.answer()).rejects.toThrow('gone');
  });

  test('that is given up after the answer stands; the caller hangs up', async () => {
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

  test('whose answer is never acknowledged is hung up after 32 seconds of repeating it', async () => {
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
    expect(failures).toHaveLength(1);
    const answers = set.peer.received.filter((one) => one.kind === 'response' && one.status === 200);
    expect(answers.length).toBeGreaterThan(3);
  });

  test('without an offer gets ours, and its ACK answers it', async () => {
    const heard: Heard[] = [];
    const set = await scene(async (call) => {
      heard.push(listenTo(await call.answer()));
    });
    set.say({ method: 'INVITE', sequence: 1 });
    await set.peer.takeResponse('INVITE');
    const answer = await set.peer.takeResponse('INVITE');
    expect(answer.body).toContain('RTP/AVP 0 8 101 13');
    set.say({ method: 'ACK', sequence: 1, toTag: tagOf(answer), body: peerSdp(9, 'recvonly', '8') });
    await eventually(
      async () => heard,
      ({ length }) => length > 0,
    );
    expect(heard[0]?.ends).toEqual([]);
  });

  test.each<[string, Partial<PeerRequest>, number]>([
    ['no codec in common', { body: peerSdp(9, 'sendrecv', '9 18') }, 488],
    ['no SDP', { body: 'hello' }, 488],
    ['reliable ringing', { headers: ['Require: 100rel'] }, 420],
    ['too short a session', { headers: ['Supported: timer', 'Session-Expires: 30'] }, 422],
  ])('that wants what we cannot is told so: %s', async (_name, changes, status) => {
    const { say, peer, calls } = await scene();
    say({ ...invite, ...changes });
    const answer = await peer.takeResponse('INVITE');
    expect(answer.status).toBe(status);
    if (status === 420) expect(headerOf(answer, 'unsupported')).toBe('100rel');
    if (status === 422) expect(headerOf(answer, 'min-se')).toBe('90');
    expect(calls).toEqual([]);
  });

  test('that is sent twice is one call', async () => {
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

describe('a call that is up', () => {
  test.each([
    ['UPDATE', 'sendonly', 'recvonly'],
    ['INVITE', 'inactive', 'inactive'],
    ['INVITE', 'sendrecv', 'sendrecv'],
  ])('is changed by %s to %s: we answer %s', async (method, theirs, ours) => {
    const { say, peer, toTag } = await established();
    say({ method, sequence: 2, toTag, body: peerSdp(9, theirs) });
    const answer = await peer.takeResponse(method);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(`a=${ours}`);
    if (method === 'INVITE') say({ method: 'ACK', sequence: 2, toTag });
  });

  test('a change that we cannot follow leaves it as it was', async () => {
    const { say, peer, toTag, heard } = await established();
    say({ method: 'INVITE', sequence: 2, toTag, body: peerSdp(9, 'sendrecv', '18') });
    expect((await peer.takeResponse('INVITE')).status).toBe(488);
    say({ method: 'OPTIONS', sequence: 3, toTag });
    expect((await peer.takeResponse('OPTIONS')).status).toBe(200);
    expect(heard[0]?.ends).toEqual([]);
  });

  test('a second change before the first is acknowledged has to wait', async () => {
    const { say, peer, toTag } = await established();
    say({ method: 'INVITE', sequence: 2, toTag, body: peerSdp(9, 'recvonly') });
    expect((await peer.takeResponse('INVITE')).status).toBe(200);
    say({ method: 'INVITE', sequence: 3, toTag, body: peerSdp(9, 'recvonly') });
    const answer = await peer.takeResponse('INVITE');
    expect(answer.status).toBe(500);
    expect(headerOf(answer, 'retry-after')).toMatch(/^\d+$/);
    say({ method: 'ACK', sequence: 2, toTag });
  });

  test.each<[string, Omit<PeerRequest, 'callId' | 'toTag'>, number]>([
    ['an old request', { method: 'OPTIONS', sequence: 1 }, 500],
    ['a transfer', { method: 'REFER', sequence: 2, headers: ['Refer-To: <sip:x@127.0.0.1>'] }, 603],
    ['an unknown method', { method: 'MESSAGE', sequence: 2 }, 405],
    ['an unknown extension', { method: 'UPDATE', sequence: 2, headers: ['Require: gruu'] }, 420],
    ['a report of nothing', { method: 'NOTIFY', sequence: 2, headers: ['Event: dialog'] }, 481],
    ['information that is no key', { method: 'INFO', sequence: 2, body: 'x' }, 415],
  ])('%s gets an answer of its own', async (_name, request, status) => {
    const { say, peer, toTag, heard } = await established();
    say({ ...request, toTag });
    expect((await peer.takeResponse(request.method)).status).toBe(status);
    expect(heard[0]?.ends).toEqual([]);
  });

  test('a key by INFO counts where the peer sends no events', async () => {
    const { agent, peer, calls, toTag, heard } = await established(peerSdp(9, 'sendrecv', '0'));
    const text = [
      `INFO sip:parley@127.0.0.1:${agent.port} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${peer.port};branch=${newBranch()}`,
      'From: <sip:a@b>;tag=peer',
      `To: <sip:b@a>;tag=${toTag}`,
      `Call-ID: ${calls[0]?.carrierCallId}`,
      'CSeq: 2 INFO',
      'Content-Type: application/dtmf-relay',
      '',
      'Signal=5\r\nDuration=160',
    ].join('\r\n');
    peer.send(agent.port, text);
    expect((await peer.takeResponse('INFO')).status).toBe(200);
    expect(heard[0]?.digits).toEqual(['5']);
  });

  test('what belongs to no call does not exist', async () => {
    const { say, peer } = await scene();
    for (const method of ['BYE', 'UPDATE', 'INVITE']) {
      say({ method, sequence: 5, toTag: 'gone' });
      expect((await peer.takeResponse(method)).status).toBe(481);
    }
  });

  test('closing the agent hangs up', async () => {
    const { agent, peer, heard, clock } = await established();
    const closing = agent.close();
    const bye = await peer.takeRequest('BYE');
    expect(heard[0]?.ends).toEqual([{ kind: 'local-hang-up' }]);
    peer.respond(bye, 200);
    clock.advance(2000);
    await closing;
    expect(clock.sleeping()).toBe(0);
  });
});

test('whoever asks what we can is told', async () => {
  const { say, peer } = await scene(undefined, []);
  say({ method: 'OPTIONS', sequence: 1 });
  const answer = await peer.takeResponse('OPTIONS');
  expect(answer.status).toBe(200);
  expect(headerOf(answer, 'allow')).toContain('INVITE');
  for (const [method, status] of [
    ['MESSAGE', 405],
    ['FANCY', 501],
  ] as const) {
    say({ method, sequence: 2 });
    expect((await peer.takeResponse(method)).status).toBe(status);
  }
});
