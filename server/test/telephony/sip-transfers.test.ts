import { describe, expect, test } from 'vitest';
import { headerOf, type SipRequest } from '../../src/telephony/sip/message/sip-message.ts';
import type { MediaLeg, TransferOutcome } from '../../src/voice/legs/media-leg.ts';
import { invite, type Scene, scene } from '../kit/sip/scene.ts';
import { peerSdp, tagOf } from '../kit/sip/sip-peer.ts';
import { type Heard, listenTo } from '../kit/sip/test-agent.ts';

interface Transferred extends Scene {
  heard: Heard;
  toTag: string;
  refer: SipRequest;
  outcome: Promise<TransferOutcome>;
}

/** Answers a caller and begins the transfer. */
async function transferred(): Promise<Transferred> {
  const answered = Promise.withResolvers<MediaLeg>();
  const set = await scene(async (call) => answered.resolve(await call.answer()));
  set.say({ ...invite, body: peerSdp(9, 'recvonly') });
  let answer = await set.peer.takeResponse('INVITE');
  while (answer.status < 200) answer = await set.peer.takeResponse('INVITE');
  const toTag = tagOf(answer);
  set.say({ method: 'ACK', sequence: 1, toTag });
  const leg = await answered.promise;
  const heard = listenTo(leg);
  const outcome = leg.transfer('+40744000000', AbortSignal.timeout(60_000));
  return { ...set, heard, toTag, outcome, refer: await set.peer.takeRequest('REFER') };
}

describe('a transfer', () => {
  test('names its target', async () => {
    const { refer } = await transferred();
    expect(headerOf(refer, 'refer-to')).toBe('<sip:+40744000000@127.0.0.1:5060>');
  });

  test.each([
    ['does not support transfers', 405],
    ['declines', 603],
    ['forbids it', 403],
    ['requires unavailable credentials', 407],
    ['does not know the target', 404],
    ['is temporarily unavailable', 480],
    ['does not accept it', 488],
    ['redirects it', 302],
    ['has an internal error', 500],
    ['is overloaded', 503],
    ['declines globally', 606],
  ])('counts as not attempted if the peer %s (%i)', async (_name, status) => {
    const { peer, refer, outcome, heard } = await transferred();
    peer.respond(refer, status);
    expect(await outcome).toEqual({ kind: 'untried' });
    expect(heard.ends).toEqual([]);
  });

  test.each([
    ['403 Forbidden', false],
    ['486 Busy Here', true],
    ['600 Busy Everywhere', true],
    ['503 Service Unavailable', false],
  ])('fails if the peer accepts it and then reports %s', async (reason, isBusy) => {
    const { peer, refer, outcome, heard, say, toTag } = await transferred();
    peer.respond(refer, 202);
    ['100 Trying', reason, '200 OK'].forEach((line, index) => {
      const headers = ['Event: refer', 'Subscription-State: active;expires=60'];
      say({ method: 'NOTIFY', sequence: index + 2, toTag, headers, body: `SIP/2.0 ${line}\r\n` });
    });
    expect(await outcome).toEqual({ kind: 'refused', reason, isBusy });
    expect(heard.ends).toEqual([]);
  });

  test('fails without a response', async () => {
    const { clock, outcome } = await transferred();
    clock.advance(32_000);
    expect(await outcome).toEqual({ kind: 'refused', reason: 'The peer did not answer.' });
  });

  test('succeeds if the peer hangs up after accepting it', async () => {
    const { peer, refer, outcome, heard, say, toTag } = await transferred();
    peer.respond(refer, 202);
    say({ method: 'BYE', sequence: 2, toTag });
    expect(await outcome).toEqual({ kind: 'transferred' });
    expect(await heard.end()).toEqual({ kind: 'transferred' });
  });
});
