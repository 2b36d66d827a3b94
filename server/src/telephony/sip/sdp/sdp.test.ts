import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomKey, SUITE_NAMES } from '../../rtp/srtp/session-keys.ts';
import { agreeOnAudio, rtpParameters, typesAfter } from './audio-terms.ts';
import { writeCrypto } from './crypto-attribute.ts';
import { parseSdp } from './parse-sdp.ts';
import type { Direction } from './session-description.ts';
import { answerTo, writeAnswer, writeOffer } from './write-sdp.ts';

const local = { address: '192.0.2.9', port: 4000, sessionId: 1, version: 1, crypto: [] };

function sdp(...lines: string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=-', 'c=IN IP4 192.0.2.1', 't=0 0', ...lines, ''].join('\r\n');
}

function agreed(...lines: string[]) {
  const description = parseSdp(sdp(...lines));
  return description === null ? null : agreeOnAudio(description);
}

describe('an offer', () => {
  test.each<[string, string[], object]>([
    ['µ-law first', ['m=audio 5000 RTP/AVP 0 8'], { codec: 'PCMU', payloadType: 0 }],
    ['A-law first', ['m=audio 5000 RTP/AVP 8 0'], { codec: 'PCMA', payloadType: 8 }],
    ['unsupported codecs first', ['m=audio 5000 RTP/AVP 18 111 8 0'], { codec: 'PCMA' }],
    ['G.722 first', ['m=audio 5000 RTP/AVP 9 8'], { codec: 'G722', payloadType: 9 }],
    ['A-law before G.722', ['m=audio 5000 RTP/AVP 8 9'], { codec: 'PCMA', payloadTypes: { g722: 9 } }],
    [
      'a dynamic payload type for G.711',
      ['m=audio 5000 RTP/AVP 96', 'a=rtpmap:96 pcmu/8000/1'],
      { codec: 'PCMU', payloadType: 96, payloadTypes: { pcmu: 96 } },
    ],
    [
      'telephone events and comfort noise',
      ['m=audio 5000 RTP/AVP 0 97 13', 'a=rtpmap:97 telephone-event/8000'],
      {
        payloadTypes: {
          pcmu: 0,
          pcma: null,
          g722: null,
          opus: null,
          telephoneEvent: 97,
          telephoneEvent48: null,
          comfortNoise: 13,
        },
      },
    ],
    [
      'a given RTCP port',
      ['m=audio 5000 RTP/AVP 0', 'a=rtcp:6001'],
      { remote: { port: 5000, rtcpPort: 6001 } },
    ],
    [
      'RTCP at the next port by default',
      ['m=audio 5000 RTP/AVP 0'],
      { remote: { address: '192.0.2.1', rtcpPort: 5001 } },
    ],
    [
      'a media-level address',
      ['m=audio 5000 RTP/AVP 0', 'c=IN IP4 192.0.2.7'],
      { remote: { address: '192.0.2.7' } },
    ],
    ['a longer ptime', ['m=audio 5000 RTP/AVP 0', 'a=ptime:40'], { packetMs: 40 }],
    ['a short maxptime', ['m=audio 5000 RTP/AVP 0', 'a=maxptime:10'], { packetMs: 10 }],
    ['a long maxptime', ['m=audio 5000 RTP/AVP 0', 'a=maxptime:150'], { packetMs: 20 }],
    [
      'a maxptime below the ptime',
      ['a=maxptime:20', 'm=audio 5000 RTP/AVP 0', 'a=ptime:40'],
      { packetMs: 20 },
    ],
    ['an invalid ptime', ['m=audio 5000 RTP/AVP 0', 'a=ptime:many'], { packetMs: 20 }],
    ['a hold by direction', ['m=audio 5000 RTP/AVP 0', 'a=sendonly'], { direction: 'sendonly' }],
    ['a session-level direction', ['a=inactive', 'm=audio 5000 RTP/AVP 0'], { direction: 'inactive' }],
    [
      'a hold by 0.0.0.0',
      ['m=audio 5000 RTP/AVP 0', 'c=IN IP4 0.0.0.0'],
      { direction: 'sendonly', remote: null },
    ],
    ...[
      'IP4 224.2.1.1/127',
      'IP4 239.255.255.250',
      'IP4 255.255.255.255',
      'IP4 0.0.0.1',
      'IP6 ff02::1',
      'IP6 ::ffff:224.0.0.1',
      'IP6 0:0:0:0:0:0:0:0',
    ].map((address): [string, string[], object] => [
      `an address that is not one host (${address}), as a hold`,
      ['m=audio 5000 RTP/AVP 0', `c=IN ${address}`],
      { direction: 'sendonly', remote: null },
    ]),
    [
      'a host name, not as a hold',
      ['m=audio 5000 RTP/AVP 0', 'c=IN IP4 media.carrier.example'],
      { direction: 'sendrecv', remote: { port: 5000 } },
    ],
    [
      'a refused stream before another one',
      ['m=audio 0 RTP/AVP 0', 'm=audio 5002 RTP/AVP 8'],
      { mediaIndex: 1, codec: 'PCMA', remote: { port: 5002 } },
    ],
    [
      'an unsupported profile before a supported one',
      ['m=audio 5000 UDP/TLS/RTP/SAVPF 0', 'm=audio 5002 RTP/AVP 0'],
      { mediaIndex: 1, remote: { port: 5002 } },
    ],
    [
      'unsupported codecs before supported ones',
      ['m=audio 5000 RTP/AVP 18 111', 'm=audio 5002 RTP/AVP 18 8', 'm=audio 5004 RTP/AVP 0'],
      { mediaIndex: 1, codec: 'PCMA', remote: { port: 5002 } },
    ],
    ['video first', ['m=video 6000 RTP/AVP 96', 'm=audio 5000 RTP/AVP 0'], { codec: 'PCMU' }],
  ])('is accepted with %s', (_name, lines, expected) => {
    expect(agreed(...lines)).toMatchObject(expected);
  });

  test.each([
    ['no audio', ['m=video 6000 RTP/AVP 96']],
    ['another codec', ['m=audio 5000 RTP/AVP 18 111']],
    ['unsupported encryption', ['m=audio 5000 RTP/SAVP 0']],
    ['a refused stream', ['m=audio 0 RTP/AVP 0']],
    ['an invalid port', ['m=audio 99999 RTP/AVP 0']],
  ])('is not acceptable with %s', (_name, lines) => {
    expect(agreed(...lines)).toBeNull();
  });
});

test('the answer has one codec, mirrors the direction and refuses other streams at their positions', () => {
  const offer = parseSdp(
    sdp(
      'm=video 6000 RTP/AVP 96',
      'm=audio 5000 RTP/AVP 8 0 101',
      'a=rtpmap:101 telephone-event/8000',
      'a=sendonly',
      'm=text 0 x',
    ),
  );
  const terms = offer === null ? null : agreeOnAudio(offer);
  if (offer === null || terms === null) throw new Error('There is something in common.');
  const answer = writeAnswer(local, offer, terms);
  expect(answer.match(/^[mc]=.*$/gm)).toEqual([
    'c=IN IP4 192.0.2.9',
    'm=video 0 RTP/AVP 96',
    'm=audio 4000 RTP/AVP 8 101',
    'm=text 0 X 0',
  ]);
  expect(answer).toContain('a=recvonly');
  expect(rtpParameters(terms, terms.remote)).toMatchObject({
    codec: 'pcma',
    sends: false,
    receives: false,
    remotePort: 5000,
  });
});

test('the answer and later offers use the first supported audio stream', () => {
  const offer = parseSdp(
    sdp('m=audio 5000 RTP/AVP 18', 'm=audio 5002 RTP/AVP 8', 'm=audio 0 RTP/AVP 0', 'm=audio 5006 RTP/AVP 0'),
  );
  const terms = offer === null ? null : agreeOnAudio(offer);
  if (offer === null || terms === null) throw new Error('There is something in common.');
  const streams = [
    'm=audio 0 RTP/AVP 18',
    'm=audio 4000 RTP/AVP 8',
    'm=audio 0 RTP/AVP 0',
    'm=audio 0 RTP/AVP 0',
  ];
  expect(writeAnswer(local, offer, terms).match(/^m=.*$/gm)).toEqual(streams);
  const later = writeOffer(local, { before: { description: offer, mediaIndex: terms.mediaIndex } });
  expect(later.match(/^m=\S+ \d+/gm)).toEqual(['m=audio 0', 'm=audio 4000', 'm=audio 0', 'm=audio 0']);
});

describe('Opus', () => {
  const offer = (...lines: string[]) => {
    const description = parseSdp(sdp('m=audio 5000 RTP/AVP 111 0 96 97 13', ...lines));
    const terms = description === null ? null : agreeOnAudio(description);
    if (description === null || terms === null) throw new Error('There is something in common.');
    return { description, terms };
  };
  const mapped = ['a=rtpmap:111 opus/48000/2', 'a=rtpmap:96 telephone-event/48000'];

  test('is answered under its payload type, with events of its clock and without comfort noise', () => {
    const { description, terms } = offer(...mapped, 'a=rtpmap:97 telephone-event/8000');
    const answer = writeAnswer(local, description, terms);
    expect(answer.match(/^(?:m=|a=rtpmap|a=fmtp).*$/gm)).toEqual([
      'm=audio 4000 RTP/AVP 111 96',
      'a=rtpmap:111 opus/48000/2',
      'a=fmtp:111 maxplaybackrate=16000;sprop-maxcapturerate=16000;useinbandfec=1',
      'a=rtpmap:96 telephone-event/48000',
      'a=fmtp:96 0-15',
    ]);
  });

  test.each([
    ['', { maxBitrate: null, usesFec: false, isConstant: false }],
    [
      'UseInbandFEC=1; maxaveragebitrate = 16000;cbr=1;stereo=1',
      { maxBitrate: 16_000, usesFec: true, isConstant: true },
    ],
    ['maxaveragebitrate=5;useinbandfec=yes;;=', { maxBitrate: null, usesFec: false, isConstant: false }],
  ])('is sent as the peer wants it: %j', (format, opus) => {
    expect(offer(...mapped, `a=fmtp:111 ${format}`).terms).toMatchObject({ codec: 'OPUS', opus });
  });

  test('keeps the payload types of the peer in later offers, and avoids those of other formats', () => {
    const description = parseSdp(sdp('m=audio 5000 RTP/AVP 0 107 101', 'a=rtpmap:101 telephone-event/8000'));
    const terms = description === null ? null : agreeOnAudio(description);
    const [media] = description?.media ?? [];
    if (terms === null || media === undefined) throw new Error('There is something in common.');
    const types = typesAfter({ opus: 107, telephoneEvent: 97, telephoneEvent48: 101 }, media, terms);
    expect(types).toEqual({ opus: 96, telephoneEvent: 101, telephoneEvent48: 97 });
    expect(writeOffer(local, { types })).toContain('m=audio 4000 RTP/AVP 9 96 0 8 101 97 13');
  });
});

test('codecs that are switched off are neither chosen nor offered', () => {
  const offer = parseSdp(sdp('m=audio 5000 RTP/AVP 9 8 0'));
  const codecs = ['PCMA'] as const;
  expect(offer === null ? null : agreeOnAudio(offer, { codecs })).toMatchObject({
    codec: 'PCMA',
    payloadTypes: { pcmu: null, pcma: 8, g722: null },
  });
  expect(writeOffer(local, { codecs })).toContain('m=audio 4000 RTP/AVP 8 101 13');
});

test('mandatory encryption selects the encrypted stream at any position', () => {
  const secret = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';
  const key = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${secret}`;
  const offer = parseSdp(sdp('m=audio 5000 RTP/AVP 0', 'm=audio 5002 RTP/SAVP 0', key));
  if (offer === null) throw new Error('It can be read.');
  expect(agreeOnAudio(offer)).toMatchObject({ mediaIndex: 0, crypto: null });
  expect(agreeOnAudio(offer, { mustEncrypt: true })).toMatchObject({ mediaIndex: 1, crypto: { tag: '1' } });
});

test('our own offer is acceptable as an answer', () => {
  const offer = parseSdp(writeOffer({ ...local, address: '2001:db8::9' }));
  expect(offer === null ? null : agreeOnAudio(offer, { isAnswer: true })).toEqual({
    mediaIndex: 0,
    codec: 'G722',
    payloadType: 9,
    payloadTypes: {
      pcmu: 0,
      pcma: 8,
      g722: 9,
      opus: 107,
      telephoneEvent: 101,
      telephoneEvent48: 102,
      comfortNoise: 13,
    },
    opus: { maxBitrate: null, usesFec: true, isConstant: false },
    remote: { address: '2001:db8::9', port: 4000, rtcpPort: 4001 },
    packetMs: 20,
    direction: 'sendrecv',
    crypto: null,
  });
});

describe('encryption', () => {
  const secret = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';
  const offered = `a=crypto:2 AES_CM_128_HMAC_SHA1_80 inline:${secret}|2^20|1:4 WSH=64`;

  test('uses the first supported key and answers with our own key under its tag', () => {
    const lines = ['m=audio 5000 RTP/SAVP 0', `a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${secret}`, offered];
    const offer = parseSdp(sdp(...lines));
    const terms = offer === null ? null : agreeOnAudio(offer);
    if (offer === null || terms === null) throw new Error('It can be spoken.');
    const bytes = Buffer.from(secret, 'base64');
    expect(terms.crypto).toEqual({
      tag: '2',
      key: {
        suite: 'AES_CM_128_HMAC_SHA1_80',
        key: bytes.subarray(0, 16),
        salt: bytes.subarray(16),
        mkiBytes: 4,
      },
    });
    const suite = 'AES_CM_128_HMAC_SHA1_80' as const;
    const key = { suite, key: bytes.subarray(0, 16), salt: bytes.subarray(16), mkiBytes: 0 };
    const answer = writeAnswer({ ...local, crypto: [{ tag: '2', key }] }, offer, terms);
    expect(answer).toContain('m=audio 4000 RTP/SAVP 0\r\n');
    expect(answer).toContain(`\r\na=crypto:2 AES_CM_128_HMAC_SHA1_80 inline:${secret}\r\n`);
    expect(writeOffer({ ...local, crypto: [{ tag: '2', key }] })).toContain(
      'm=audio 4000 RTP/SAVP 9 107 0 8 ',
    );
  });

  test.each(SUITE_NAMES)('reads and writes keys of %s', (suite) => {
    const key = randomKey(suite);
    const line = writeCrypto({ tag: '3', key }).trim();
    expect(agreed('m=audio 5000 RTP/SAVP 0', line)?.crypto).toEqual({ tag: '3', key });
  });

  test.each([
    ['no key', 'a=sendrecv'],
    ['a key that is too short', 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:WVNfX19z'],
    ['another suite', `a=crypto:1 AES_256_CM_HMAC_SHA1_32 inline:${secret}`],
    ['a key that is too long', `a=crypto:1 AEAD_AES_128_GCM inline:${secret}`],
    ['several keys', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${secret};inline:${secret}`],
    ['UNENCRYPTED_SRTP', `${offered} UNENCRYPTED_SRTP`],
    ['UNAUTHENTICATED_SRTP', `${offered} UNAUTHENTICATED_SRTP`],
    ['a key derivation rate', `${offered} KDR=1`],
    ['a malformed MKI', offered.replace('1:4', '1:many')],
  ])('is not acceptable with %s', (_name, line) => {
    expect(agreed('m=audio 5000 RTP/SAVP 0', line)).toBeNull();
  });

  test('may be declined if plain audio is offered too', () => {
    expect(agreed('m=audio 5000 RTP/AVP 0', offered)).toMatchObject({ crypto: null });
    const both = agreed('m=audio 5000 RTP/SAVP 0', 'm=audio 5002 RTP/AVP 0');
    expect(both).toMatchObject({ crypto: null, remote: { port: 5002 } });
  });
});

test.each<[Direction, Direction]>([
  ['sendrecv', 'sendrecv'],
  ['sendonly', 'recvonly'],
  ['recvonly', 'sendonly'],
  ['inactive', 'inactive'],
])('a direction of %s is answered with %s', (theirs, ours) => {
  expect(answerTo(theirs)).toBe(ours);
});

test('parsing never throws', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .tuple(
        fc.constantFrom(
          'm=audio ',
          'm=',
          'c=IN IP4 ',
          'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:',
          'a=rtpmap:',
          'a=rtcp:',
          'a=ptime:',
          'a=',
        ),
        fc.string({ maxLength: 20 }),
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(
      'm=audio 5000 RTP/AVP 0 8 101',
      'm=audio 5000 RTP/SAVP 0',
      'a=sendonly',
      'a=rtpmap:0 PCMU/8000',
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const description = parseSdp(sdp(...lines));
      const terms = description === null ? null : agreeOnAudio(description);
      if (description !== null && terms !== null) parseSdp(writeAnswer(local, description, terms));
    }),
    { numRuns: 1000 },
  );
});
