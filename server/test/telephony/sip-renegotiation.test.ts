import { describe, expect, test } from 'vitest';
import { encodeUlaw } from '../../src/core/g711.ts';
import { dualTone } from '../../src/telephony/rtp/dual-tone.ts';
import { headerOf } from '../../src/telephony/sip/message/sip-message.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { openRtpPeer } from '../kit/rtp-peer.ts';
import { established, scene } from '../kit/sip/scene.ts';
import { newBranch, type PeerRequest, peerSdp } from '../kit/sip/sip-peer.ts';

describe('an answered call', () => {
  test.each([
    ['UPDATE', 'sendonly', 'recvonly'],
    ['INVITE', 'inactive', 'inactive'],
    ['INVITE', 'sendrecv', 'sendrecv'],
  ])('answers an %s to %s with %s', async (method, theirs, ours) => {
    const { say, peer, toTag } = await established();
    say({ method, sequence: 2, toTag, body: peerSdp(9, theirs) });
    const answer = await peer.takeResponse(method);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(`a=${ours}`);
    if (method === 'INVITE') say({ method: 'ACK', sequence: 2, toTag });
  });

  test('tolerates silence during a hold but not otherwise', async () => {
    const { say, peer, toTag, heard, clock } = await established();
    say({ method: 'UPDATE', sequence: 2, toTag, body: peerSdp(9, 'sendonly') });
    await peer.takeResponse('UPDATE');
    clock.advance(600_000);
    say({ method: 'UPDATE', sequence: 3, toTag, body: peerSdp(9) });
    expect((await peer.takeResponse('UPDATE')).status).toBe(200);
    expect(heard[0]?.ends).toEqual([]);
    clock.advance(30_000);
    await peer.takeRequest('BYE');
    expect(heard[0]?.ends).toMatchObject([{ kind: 'lost' }]);
  });

  test.each(['inactive', 'sendonly'])(
    'offers sendrecv when a peer that sent a=%s asks for our offer',
    async (direction) => {
      const { say, peer, toTag, heard } = await established(peerSdp(9));
      say({ method: 'UPDATE', sequence: 2, toTag, body: peerSdp(9, direction) });
      await peer.takeResponse('UPDATE');
      say({ method: 'INVITE', sequence: 3, toTag });
      const answer = await peer.takeResponse('INVITE');
      expect(answer.body).toContain('a=sendrecv');
      expect(heard[0]?.holds).toEqual([true]);
      say({ method: 'ACK', sequence: 3, toTag, body: peerSdp(9) });
      await eventually(
        async () => heard[0]?.holds,
        (holds) => holds?.length === 2,
      );
      expect(heard[0]?.holds).toEqual([true, false]);
    },
  );

  test('stays unchanged if neither a re-INVITE nor its ACK has SDP', async () => {
    const { say, peer, toTag, heard } = await established();
    say({ method: 'INVITE', sequence: 2, toTag });
    expect((await peer.takeResponse('INVITE')).body).toContain('m=audio');
    say({ method: 'ACK', sequence: 2, toTag });
    say({ method: 'OPTIONS', sequence: 3, toTag });
    expect((await peer.takeResponse('OPTIONS')).status).toBe(200);
    expect(heard[0]?.ends).toEqual([]);
    expect(heard[0]?.holds).toEqual([]);
  });

  test('stays unchanged after an unacceptable offer', async () => {
    const { say, peer, toTag, heard } = await established();
    say({ method: 'INVITE', sequence: 2, toTag, body: peerSdp(9, 'sendrecv', '18') });
    expect((await peer.takeResponse('INVITE')).status).toBe(488);
    say({ method: 'OPTIONS', sequence: 3, toTag });
    expect((await peer.takeResponse('OPTIONS')).status).toBe(200);
    expect(heard[0]?.ends).toEqual([]);
  });

  test('rejects a second re-INVITE before the ACK of the first', async () => {
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
    ['an out-of-order request', { method: 'OPTIONS', sequence: 1 }, 500],
    ['a REFER', { method: 'REFER', sequence: 2, headers: ['Refer-To: <sip:x@127.0.0.1>'] }, 405],
    ['an unknown method', { method: 'MESSAGE', sequence: 2 }, 405],
    ['an unknown extension', { method: 'UPDATE', sequence: 2, headers: ['Require: gruu'] }, 420],
    ['a NOTIFY without subscription', { method: 'NOTIFY', sequence: 2, headers: ['Event: dialog'] }, 481],
    ['an INFO without key', { method: 'INFO', sequence: 2, body: 'x' }, 415],
    ['an empty INFO', { method: 'INFO', sequence: 2 }, 200],
  ])('answers %s', async (_name, request, status) => {
    const { say, peer, toTag, heard } = await established();
    say({ ...request, toTag });
    const answer = await peer.takeResponse(request.method);
    expect(answer.status).toBe(status);
    expect(heard[0]?.ends).toEqual([]);
    if (status === 405) expect(headerOf(answer, 'allow')?.split(', ')).not.toContain(request.method);
  });

  test.each([
    ['counts if events are not negotiated by the peer', '0'],
    ['counts if negotiated events are not used, as by telephones set to INFO', '0 101'],
  ])('handles a key by INFO: it %s', async (_name, payloads) => {
    const { agent, peer, calls, toTag, heard } = await established(peerSdp(9, 'sendrecv', payloads));
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

  test.each([
    ['counts without negotiated events', '0', ['5', '5', '#']],
    ['is ignored if the key is sent as an event', '0 101', []],
  ])('handles an in-band tone: it %s', async (_name, payloads, digits) => {
    const media = await openRtpPeer();
    endsWithTest(() => media.close());
    const { answer, heard } = await established(peerSdp(media.port, 'sendrecv', payloads));
    const port = Number(/^m=audio (\d+)/m.exec(answer.body)?.[1]);
    const sound = [...'5.5.#.'].flatMap((key) =>
      [0, 1, 2, 3].map((frame) =>
        key === '.' ? new Int16Array(160) : dualTone(key, frame * 160, { count: 160 }),
      ),
    );
    for (const [sequence, frame] of sound.entries())
      await media.send(port, { sequence, timestamp: sequence * 160, payload: encodeUlaw(frame) });
    await eventually(
      async () => heard[0]?.samples.length,
      (count) => count === sound.length * 160,
    );
    expect(heard[0]?.digits).toEqual(digits);
  });

  test('answers a request of an unknown dialog with 481', async () => {
    const { say, peer } = await scene();
    for (const method of ['BYE', 'UPDATE', 'INVITE']) {
      say({ method, sequence: 5, toTag: 'gone' });
      expect((await peer.takeResponse(method)).status).toBe(481);
    }
  });

  test('is hung up when the agent closes', async () => {
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
