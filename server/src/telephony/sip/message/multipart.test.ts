import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrapMultipart } from './multipart.ts';
import type { SipMessage } from './sip-message.ts';

const SDP = 'v=0\r\nm=audio 5000 RTP/AVP 0\r\n';

function message(type: string, body: string): SipMessage {
  const headers = [
    { name: 'content-type', value: type },
    { name: 'content-length', value: String(Buffer.byteLength(body)) },
  ];
  return { kind: 'request', method: 'INVITE', uri: 'sip:a', headers, body };
}

function part(type: string, content: string, boundary = 'b'): string {
  return `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
}

const isup = part('application/ISUP;version=itu-t92+', '\u0001\u0000I\r\n\r\n--');

describe('SDP in a multipart body is extracted', () => {
  test.each<[string, string, string]>([
    ['before others', 'multipart/mixed;boundary=b', `${part('application/sdp', SDP)}${isup}--b--\r\n`],
    ['after others', 'Multipart/Mixed; boundary="b"', `${isup}${part('application/sdp', SDP)}--b--`],
    [
      'after a preamble',
      'multipart/mixed; x=y; boundary=b',
      `Read this.\r\n${part('application/sdp', SDP)}--b--`,
    ],
    ['without an end', 'multipart/mixed;boundary=b', part('application/sdp', SDP)],
    ['with bare line feeds', 'multipart/mixed;boundary=b', part('application/sdp', SDP).replaceAll('\r', '')],
    [
      'with more headers, one of them folded',
      'multipart/alternative;boundary="a b"',
      `--a b \r\nContent-ID: <1>\r\ncontent-type :\r\n application/SDP; charset=utf-8\r\nContent-Disposition: session\r\n\r\n${SDP}\r\n--a b--`,
    ],
    [
      'with a boundary that is a prefix of another',
      'multipart/mixed;boundary=b',
      `${part('application/sdp', 'v=1', 'bc')}${part('application/sdp', SDP)}--b--`,
    ],
  ])('%s', (_name, type, body) => {
    const taken = unwrapMultipart(message(type, body));
    expect(taken.body.replaceAll('\r', '')).toBe(SDP.replaceAll('\r', ''));
    expect(taken.headers).toEqual([
      { name: 'content-type', value: 'application/sdp' },
      { name: 'content-length', value: String(Buffer.byteLength(taken.body)) },
    ]);
  });
});

test.each<[string, string, string]>([
  ['plain SDP', 'application/sdp', SDP],
  ['a multipart body without SDP', 'multipart/mixed;boundary=b', `${isup}--b--`],
  ['a multipart body without boundary', 'multipart/mixed', part('application/sdp', SDP)],
  [
    'a boundary that is too long',
    `multipart/mixed;boundary=${'b'.repeat(71)}`,
    part('application/sdp', SDP, 'b'.repeat(71)),
  ],
  [
    'SDP after the final boundary',
    'multipart/mixed;boundary=b',
    `${isup}--b--\r\n${part('application/sdp', SDP)}`,
  ],
  [
    'a part without empty line',
    'multipart/mixed;boundary=b',
    '--b\r\nContent-Type: application/sdp\r\n--b--',
  ],
  ['SDP in the 17th part', 'multipart/mixed;boundary=b', isup.repeat(16) + part('application/sdp', SDP)],
  [
    'a part with headers that are too long',
    'multipart/mixed;boundary=b',
    `--b\r\nx: ${'x'.repeat(5000)}\r\nContent-Type: application/sdp\r\n\r\n${SDP}`,
  ],
])('%s stays unchanged', (_name, type, body) => {
  const whole = message(type, body);
  expect(unwrapMultipart(whole)).toBe(whole);
});

test('unwrapping never throws or invents content', () => {
  const event = fc.oneof(
    fc.constantFrom('--b', '--', '\r\n', '\n', '\r', 'Content-Type: application/sdp', ' ', ';', SDP, isup),
    fc.string({ unit: 'binary', maxLength: 10 }),
  );
  const type = fc.oneof(
    fc.constant('multipart/mixed;boundary=b'),
    fc.string({ maxLength: 20 }).map((text) => `multipart/mixed;boundary=${text}`),
  );
  fc.assert(
    fc.property(type, fc.array(event, { maxLength: 30 }), (said, events) => {
      const body = events.join('');
      expect(body).toContain(unwrapMultipart(message(said, body)).body.trimEnd());
    }),
    { numRuns: 2000 },
  );
});
