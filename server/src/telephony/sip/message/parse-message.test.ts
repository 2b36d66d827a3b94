import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEnvelope } from './envelope.ts';
import { isKeepAlive, parseMessage } from './parse-message.ts';
import { headerOf, headersOf, type SipMessage } from './sip-message.ts';
import { writeMessage } from './write-message.ts';

const parse = (text: string): SipMessage | null => parseMessage(Buffer.from(text));

const INVITE = [
  'INVITE sip:+40721000000@parley.example SIP/2.0',
  'v: SIP/2.0/UDP pbx.example:5060;branch=z9hG4bK1, SIP/2.0/TCP other.example;branch=z9hG4bK0',
  'f: "Ana, \\"the\\" caller" <sip:ana@pbx.example>;tag=a',
  't: sip:bob@parley.example',
  'i: 1@pbx',
  'CSeq: 7 INVITE',
  'Subject: folded',
  '  over two lines',
  'm: <sip:ana@10.0.0.1>',
  'c: application/sdp',
  'l: 4',
  '',
  'v=0\nignored',
].join('\r\n');

test('a serialized message has its own buffer of exact size', () => {
  const message = parse(INVITE);
  if (message === null) throw new Error('It was not read.');
  const bytes = writeMessage(message);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});

describe('a message', () => {
  test('is parsed with compact names, folded lines, several values per line and Content-Length', () => {
    const message = parse(INVITE);
    expect(message).toMatchObject({ kind: 'request', method: 'INVITE', body: 'v=0\n' });
    if (message === null) throw new Error('It was not read.');
    expect(headerOf(message, 'subject')).toBe('folded over two lines');
    expect(headerOf(message, 'content-type')).toBe('application/sdp');
    expect(readEnvelope(message)).toMatchObject({
      via: { transport: 'UDP', host: 'pbx.example', port: 5060 },
      callId: '1@pbx',
      cseq: { number: 7, method: 'INVITE' },
      from: { displayName: 'Ana, "the" caller', uri: 'sip:ana@pbx.example' },
      fromTag: 'a',
      toTag: null,
    });
  });

  test.each<[string, string, object]>([
    ['with bare line feeds', 'OPTIONS sip:a SIP/2.0\nCall-ID: 1\n\nbody', { body: 'body' }],
    ['without an empty line at the end', 'OPTIONS sip:a SIP/2.0\r\nCall-ID: 1', { body: '' }],
    ['after empty lines', '\r\n\r\nOPTIONS sip:a SIP/2.0\r\n\r\n', { method: 'OPTIONS' }],
    ['without Content-Length', 'INFO sip:a SIP/2.0\r\n\r\nSignal=1', { body: 'Signal=1' }],
    ['that is a response without a reason phrase', 'SIP/2.0 200\r\n\r\n', { status: 200, reason: '' }],
    ['that is a response', 'SIP/2.0 480 Not here, sorry\r\n\r\n', { status: 480, reason: 'Not here, sorry' }],
    [
      'with a line without a colon',
      'BYE sip:a SIP/2.0\r\nnonsense\r\nCSeq: 1 BYE\r\n\r\n',
      { method: 'BYE' },
    ],
  ])('%s is parsed', (_name, text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test.each([
    ['that is empty', ''],
    ['of another protocol', 'GET / HTTP/1.1\r\n\r\n'],
    ['of another version', 'INVITE sip:a SIP/3.0\r\n\r\n'],
    ['with a status that does not exist', 'SIP/2.0 999 What\r\n\r\n'],
    ['with a truncated body', 'BYE sip:a SIP/2.0\r\nContent-Length: 5\r\n\r\nabc'],
    ['with too many headers', `BYE sip:a SIP/2.0\r\n${'a: b\r\n'.repeat(300)}\r\n`],
  ])('%s is rejected', (_name, text) => {
    expect(parse(text)).toBeNull();
  });

  test.each([
    ['a malformed Via', 'Via: nonsense'],
    ['a malformed CSeq', 'CSeq: one INVITE'],
    ['another method in CSeq', 'CSeq: 1 BYE'],
    ['a malformed From', 'From: <>'],
    ['an empty Call-ID', 'Call-ID:'],
  ])('with %s has no envelope', (_name, line) => {
    const name = line.split(':')[0]?.toLowerCase();
    const good = [
      'Via: SIP/2.0/UDP a;branch=z9hG4bK1',
      'CSeq: 1 INVITE',
      'From: <sip:a@b>',
      'To: <sip:b@a>',
      'Call-ID: 1',
    ];
    const lines = good.map((one) => (one.split(':')[0]?.toLowerCase() === name ? line : one));
    const message = parse(`INVITE sip:a SIP/2.0\r\n${lines.join('\r\n')}\r\n\r\n`);
    expect(message === null ? 'unread' : readEnvelope(message)).toBeNull();
    const whole = parse(`INVITE sip:a SIP/2.0\r\n${good.join('\r\n')}\r\n\r\n`);
    expect(whole === null ? null : readEnvelope(whole)).not.toBeNull();
  });
});

describe('arbitrary input', () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .tuple(
        fc.nat({ max: INVITE.length }),
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.nat({ max: 40 }),
      )
      .map(([at, text, cut]) => Buffer.from(INVITE.slice(0, at) + text + INVITE.slice(at + cut))),
  );

  test('never throws in parser and envelope', () => {
    fc.assert(
      fc.property(noise, (bytes) => {
        const message = parseMessage(bytes);
        isKeepAlive(bytes);
        if (message !== null) readEnvelope(message);
      }),
      { numRuns: 2000 },
    );
  });

  test('is parsed back after it is written, and cannot inject header lines', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, (value, reason, body) => {
        const message: SipMessage = {
          kind: 'response',
          status: 200,
          reason,
          headers: [
            { name: 'subject', value },
            { name: 'call-id', value: '1' },
          ],
          body: body.toWellFormed(),
        };
        const read = parseMessage(writeMessage(message));
        expect(read).toMatchObject({ status: 200, body: message.body });
        if (read === null) return;
        expect(read.headers.map(({ name }) => name)).toEqual(['subject', 'call-id', 'content-length']);
        expect(headersOf(read, 'call-id')).toEqual(['1']);
      }),
    );
  });
});
