import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { openRtpPeer, type RtpPeer } from '../../../../test/kit/rtp-peer.ts';
import { encodeUlaw } from '../../../core/g711.ts';
import { dualTone } from '../../rtp/dual-tone.ts';
import { AudioSession } from './audio-session.ts';

let clock: ManualClock;
let peer: RtpPeer;
let session: AudioSession;
let digits: string[];
let holds: boolean[];

beforeEach(async () => {
  clock = manualClock();
  digits = [];
  holds = [];
  peer = await openRtpPeer();
  session = await AudioSession.open(
    {
      boundAddress: '127.0.0.1',
      portRange: { first: 0, last: 0 },
      clock,
      refusalOf: (address) => (address.startsWith('10.') ? 'private' : null),
    },
    { localAddress: '127.0.0.1', flow: { remoteAddress: '127.0.0.1' } },
    {
      frame: () => undefined,
      lost: () => undefined,
      digit: (digit) => void digits.push(digit),
      held: (isHeld) => void holds.push(isHeld),
    },
  );
});
afterEach(() => {
  session.close();
  peer.close();
});

const described = (direction = 'sendrecv', keyType = 96): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${peer.port} RTP/AVP 0 ${keyType}`,
    `a=rtpmap:${keyType} telephone-event/8000`,
    `a=${direction}`,
    '',
  ].join('\r\n');
const portOf = (text: string): number => Number(/^m=audio (\d+)/m.exec(text)?.[1]);
const versionOf = (text: string | null): number => Number(/^o=parley \d+ (\d+)/m.exec(text ?? '')?.[1]);

describe('telephone events of a peer whose payload type differs from our offer', () => {
  test('are received with our payload type and its own', async () => {
    const port = portOf(session.offer());
    expect(session.takeAnswer(described())).toBe(true);
    for (const [index, payloadType] of [101, 96, 97].entries()) {
      const payload = Uint8Array.of(index + 1, 0x8a, 1, 64);
      await peer.send(port, { payloadType, sequence: index, timestamp: index * 8000, payload });
    }
    await eventually(
      async () => digits,
      (all) => all.length === 2,
    );
    expect(digits).toEqual(['1', '2']);
  });

  test('are sent with its payload type', async () => {
    session.offer();
    session.takeAnswer(described());
    void session.sendDigits('5');
    session.send(new Int16Array(160));
    expect(await peer.hasReceived(1)).toMatchObject([{ payloadType: 96 }]);
  });
});

describe('telephone events for Opus only, with another codec', () => {
  const sdp = (): string =>
    [
      'v=0',
      'o=- 1 1 IN IP4 127.0.0.1',
      's=-',
      'c=IN IP4 127.0.0.1',
      't=0 0',
      `m=audio ${peer.port} RTP/AVP 0 111 102`,
      'a=rtpmap:111 opus/48000/2',
      'a=rtpmap:102 telephone-event/48000',
      '',
    ].join('\r\n');

  test('are not in our answer, so keys are detected in the audio', async () => {
    const answer = session.answer(sdp());
    expect(answer).not.toContain('telephone-event');
    expect(session.hasTelephoneEvents()).toBe(false);
    for (let at = 0; at < 10; at += 1) {
      const payload = encodeUlaw(dualTone('5', at * 160, { count: 160 }));
      await peer.send(portOf(answer ?? ''), { sequence: at, timestamp: at * 160, payload });
    }
    await eventually(
      async () => digits,
      (all) => all.length > 0,
    );
    expect(digits).toEqual(['5']);
  });

  test('are received if the peer answers with them', async () => {
    const port = portOf(session.offer());
    expect(session.takeAnswer(sdp())).toBe(true);
    const payload = Uint8Array.of(7, 0x8a, 12, 0);
    await peer.send(port, { payloadType: 102, payload });
    await eventually(
      async () => digits,
      (all) => all.length > 0,
    );
    expect(digits).toEqual(['7']);
  });
});

describe('our description', () => {
  test('keeps its version in a session refresh', () => {
    const offer = session.offer();
    session.takeAnswer(described());
    expect(session.refresh()).toBe(offer);
    expect(session.offer()).toBe(offer);
    session.takeAnswer(described('recvonly'));
    expect(session.refresh()).toContain('a=sendonly');
    expect(session.refresh()).toBe(session.refresh());
  });

  test('increments its version exactly when it changes', () => {
    const first = session.answer(described());
    expect(session.answer(described())).toBe(first);
    expect(session.refresh()).toBe(first);
    const held = session.answer(described('sendonly'));
    expect(versionOf(held)).toBe(versionOf(first) + 1);
    expect(versionOf(session.answer(described()))).toBe(versionOf(first) + 2);
  });

  test('keeps the positions of refused streams', () => {
    session.answer(described().replace('m=audio', 'm=video 7000 RTP/AVP 31\r\nm=audio'));
    expect(session.offer().match(/^m=\S+ \d+/gm)).toEqual([
      'm=video 0',
      expect.stringMatching(/^m=audio [1-9]/),
    ]);
  });

  test('keeps the negotiated payload type of telephone events', () => {
    session.answer(described());
    expect(session.offer()).toContain('a=rtpmap:96 telephone-event/8000');
  });
});

test.each([
  ['a private address', '10.0.0.9'],
  ['a host name', 'media.carrier.example'],
])('audio for a peer with %s goes to its signaling address', async (_name, address) => {
  session.offer();
  expect(session.takeAnswer(described().replaceAll('127.0.0.1', address))).toBe(true);
  expect(session.isHeld()).toBe(false);
  session.send(new Int16Array(160));
  expect(await peer.hasReceived(1)).toHaveLength(1);
});

describe('another peer that takes over', () => {
  const there = { localAddress: '127.0.0.1', flow: { remoteAddress: '127.0.0.1' } };
  const key = `inline:${Buffer.alloc(30, 7).toString('base64')}`;
  const encrypted = (): string =>
    described().replace('RTP/AVP', `RTP/SAVP`).concat(`a=crypto:1 AES_CM_128_HMAC_SHA1_80 ${key}\r\n`);
  const ourKeyIn = (text: string | null): string | undefined => /inline:(\S+)/.exec(text ?? '')?.[1];

  test('gets a key that the previous peer does not know', () => {
    const before = ourKeyIn(session.answer(encrypted()));
    const after = ourKeyIn(session.replacePeer(there, encrypted().replace(key, key.replace('Bw', 'Cw'))));
    expect(before).toBeDefined();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  test('gets a description without the streams of the previous one', () => {
    session.answer(described().replace('m=audio', 'm=video 7000 RTP/AVP 31\r\nm=audio'));
    expect(session.replacePeer(there, described())).not.toContain('m=video');
  });

  test('changes nothing if its offer is not acceptable', () => {
    session.answer(described('sendonly'));
    const described18 = described().replace('RTP/AVP 0', 'RTP/AVP 18');
    expect(session.replacePeer({ ...there, flow: { remoteAddress: '10.0.0.9' } }, described18)).toBeNull();
    expect(session.replacePeer({ ...there, localAddress: '::1' }, described())).toBeNull();
    expect(session.isHeld()).toBe(true);
  });
});
