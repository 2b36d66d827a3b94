import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../message/envelope.ts';
import { parseMessage } from '../message/parse-message.ts';
import {
  headerOf,
  headersOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/sip-message.ts';
import { dialogOfAnswer, dialogOfInvite, nextHopOf, requestWithin, withTargetOf } from './dialog-state.ts';

function read(lines: string[]): SipMessage {
  const message = parseMessage(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
  if (message === null) throw new Error('It cannot be read.');
  return message;
}

const ENDS = [
  'Via: SIP/2.0/UDP a.example;branch=z9hG4bK1',
  'From: "Ana" <sip:ana@a.example>;tag=a',
  'Call-ID: 1',
  'CSeq: 5 INVITE',
];

function invite(...extra: string[]): SipRequest {
  const message = read(['INVITE sip:bob@b.example SIP/2.0', ...ENDS, 'To: <sip:bob@b.example>', ...extra]);
  if (message.kind !== 'request') throw new Error('It is a response.');
  return message;
}

function answer(...extra: string[]): SipResponse {
  const message = read(['SIP/2.0 200 OK', ...ENDS, 'To: <sip:bob@b.example>;tag=b', ...extra]);
  if (message.kind !== 'response') throw new Error('It is a request.');
  return message;
}

const ROUTES = ['Record-Route: <sip:p2.example;lr>, <sip:p1.example;lr>'];
const next = { method: 'BYE', sequence: 6, headers: [], body: '' };

describe('the UAC dialog', () => {
  test('reverses the Record-Routes and targets the Contact of the response', () => {
    const dialog = dialogOfAnswer(invite(), answer(...ROUTES, 'Contact: <sip:bob@10.0.0.1:5070>'));
    if (dialog === null) throw new Error('There is a dialog.');
    expect(nextHopOf(dialog)).toBe('sip:p1.example;lr');
    const bye = requestWithin(dialog, next);
    expect(bye.uri).toBe('sip:bob@10.0.0.1:5070');
    expect(headersOf(bye, 'route')).toEqual(['<sip:p1.example;lr>', '<sip:p2.example;lr>']);
    expect(headerOf(bye, 'from')).toBe('"Ana" <sip:ana@a.example>;tag=a');
    expect(headerOf(bye, 'to')).toBe('<sip:bob@b.example>;tag=b');
    expect(headerOf(bye, 'cseq')).toBe('6 BYE');
  });

  test('uses a strict router as the Request-URI and the peer as the last route', () => {
    const dialog = dialogOfAnswer(
      invite(),
      answer('Record-Route: <sip:p2.example;lr>, <sip:old.example>', 'Contact: <sip:bob@10.0.0.1>'),
    );
    if (dialog === null) throw new Error('There is a dialog.');
    const bye = requestWithin(dialog, next);
    expect(bye.uri).toBe('sip:old.example');
    expect(headersOf(bye, 'route')).toEqual(['<sip:p2.example;lr>', '<sip:bob@10.0.0.1>']);
  });

  test('needs a To tag, and targets the called URI if the response has no Contact', () => {
    const nameless = read(['SIP/2.0 200 OK', ...ENDS, 'To: <sip:bob@b.example>']);
    expect(nameless.kind === 'response' ? dialogOfAnswer(invite(), nameless) : 'wrong').toBeNull();
    expect(dialogOfAnswer(invite(), answer())?.remoteTarget).toBe('sip:bob@b.example');
  });
});

describe('the UAS dialog', () => {
  const of = (request: SipRequest) => {
    const envelope = readEnvelope(request);
    return envelope === null ? null : dialogOfInvite(request, envelope, 'ours');
  };

  test('keeps the order of the Record-Routes', () => {
    const dialog = of(invite(...ROUTES, 'Contact: "x" <sip:ana@10.0.0.2>;q=1'));
    if (dialog === null) throw new Error('There is a dialog.');
    expect(nextHopOf(dialog)).toBe('sip:p2.example;lr');
    expect(dialog).toMatchObject({ remoteTag: 'a', localTag: 'ours', remoteSequence: 5, localSequence: 0 });
    const bye = requestWithin(dialog, { ...next, sequence: 1 });
    expect(headerOf(bye, 'from')).toBe('<sip:bob@b.example>;tag=ours');
    expect(headerOf(bye, 'to')).toBe('"Ana" <sip:ana@a.example>;tag=a');
  });

  test.each([['no Contact'], ['Contact: *'], ['Contact: <mailto:a@b>']])('is not created with %s', (line) => {
    expect(of(invite(line))).toBeNull();
  });

  test('ignores a target refresh without Contact', () => {
    const dialog = of(invite('Contact: <sip:ana@10.0.0.2>'));
    if (dialog === null) throw new Error('There is a dialog.');
    expect(withTargetOf(dialog, invite('Contact: <sip:ana@10.0.0.3>')).remoteTarget).toBe('sip:ana@10.0.0.3');
    expect(withTargetOf(dialog, invite())).toEqual(dialog);
  });
});
