import fc from 'fast-check';
import { getExpectedBodyHash, getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { describe, expect, it } from 'vitest';
import type { CarrierReading, CarrierReport } from '../interfaces/messaging-carrier.ts';
import { readRequest } from './read-request.ts';

const TOKEN = 'auth-token';
const URL_TOLD = 'https://parley.example/api/carriers/msgapp/key';

interface Call {
  method?: 'GET' | 'POST';
  url?: string;
  body?: string;
  signature?: string | null;
}

function call({ method = 'POST', url = URL_TOLD, body = '', signature }: Call): CarrierReading {
  const parameters = url.includes('bodySHA256') || method === 'GET' ? [] : [...new URLSearchParams(body)];
  // Without a prototype, even `__proto__` is an ordinary name.
  const grouped: Record<string, string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    grouped[name] ??= [];
    grouped[name].push(value);
  }
  const signed = signature === undefined ? getExpectedTwilioSignature(TOKEN, url, grouped) : signature;
  const headers: Record<string, string> = signed === null ? {} : { 'x-twilio-signature': signed };
  return readRequest(TOKEN, { method, url, headers, body: Buffer.from(body) });
}

function reportsOf(form: Record<string, string>, url?: string): readonly CarrierReport[] {
  const reading = call({ body: new URLSearchParams(form).toString(), ...(url === undefined ? {} : { url }) });
  if (reading.kind !== 'reports') throw new Error(`It was ${reading.kind}.`);
  return reading.reports;
}

const inbound = {
  MessageSid: 'SM1',
  SmsStatus: 'received',
  AccountSid: 'AC1',
  From: 'whatsapp:+40721234567',
  To: 'whatsapp:+40312345678',
  Body: 'Bună, știi?',
  ProfileName: 'Ana',
  NumMedia: '0',
};

describe('a request', () => {
  it('is authenticated by its signature, and answered in XML', () => {
    const body = new URLSearchParams(inbound).toString();
    expect(call({ body })).toMatchObject({
      kind: 'reports',
      contentType: 'text/xml; charset=utf-8',
      text: '<Response/>',
    });
    expect(call({ body, signature: null })).toEqual({
      kind: 'refused',
      reason: 'The request is not signed.',
    });
    const elsewhere = getExpectedTwilioSignature(TOKEN, 'https://other.example/', inbound);
    expect(call({ body, signature: elsewhere })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('PARLEY_PUBLIC_URL'),
    });
    expect(call({ body, signature: elsewhere, url: 'not a url' })).toMatchObject({ kind: 'refused' });
  });

  it('with a form that is too large is rejected before its signature is checked', () => {
    const repeated = (count: number) => `${new URLSearchParams(inbound)}${'&a=b'.repeat(count)}`;
    const most = 500 - Object.keys(inbound).length;
    expect(call({ body: repeated(most) })).toMatchObject({ kind: 'reports' });
    for (const body of [repeated(most + 1), `Body=${'a'.repeat(65_536)}`, '&a'.repeat(32_768)]) {
      expect(call({ body }), body.slice(0, 20)).toEqual({
        kind: 'refused',
        reason: 'The form is too large to be from the carrier.',
      });
    }
  });

  it('is rejected without exposing the key in its URL', () => {
    const reading = call({ body: 'a=b', signature: 'wrong' });
    expect(reading).toMatchObject({ reason: expect.stringContaining('https://parley.example:') });
    expect(JSON.stringify(reading)).not.toContain('/key');
    expect(JSON.stringify(reading)).not.toContain('/api/');
  });

  it('may use GET', () => {
    const reading = call({ method: 'GET', url: `${URL_TOLD}?${new URLSearchParams(inbound)}` });
    expect(reading).toMatchObject({ reports: [{ kind: 'message', text: 'Bună, știi?' }] });
  });

  it('may contain JSON, whose digest is signed with the URL', () => {
    const body = JSON.stringify({ ...inbound, NumMedia: 0, Nested: { a: 1 } });
    const url = `${URL_TOLD}?bodySHA256=${getExpectedBodyHash(body)}`;
    expect(call({ url, body })).toMatchObject({ reports: [{ kind: 'message', providerMessageId: 'SM1' }] });
    expect(call({ url, body: `${body} ` })).toMatchObject({ kind: 'refused' });
    const list = '[{"specversion":"1.0"}]';
    const listUrl = `${URL_TOLD}?bodySHA256=${getExpectedBodyHash(list)}`;
    expect(call({ url: listUrl, body: list })).toMatchObject({
      kind: 'reports',
      reports: [{ kind: 'unattributed' }],
    });
  });
});

describe('a customer’s message', () => {
  it('is parsed with sender and content', () => {
    expect(reportsOf(inbound)).toEqual([
      {
        kind: 'message',
        channel: 'msgapp',
        providerMessageId: 'SM1',
        from: '+40721234567',
        channelUserId: null,
        to: '+40312345678',
        customerName: 'Ana',
        text: 'Bună, știi?',
        isTyped: true,
        isQuestion: true,
        about: null,
        carrierWord: null,
        media: [],
        sentAt: null,
      },
    ]);
  });

  it('may be an SMS', () => {
    const sms = { ...inbound, From: '+40721234567', To: '+40312345678', ProfileName: '' };
    expect(reportsOf(sms)).toMatchObject([{ channel: 'sms', from: '+40721234567', customerName: null }]);
  });

  it('may be a reaction, which needs the message that it is about', () => {
    const reaction = { ...inbound, Body: '👍', MessageType: 'reaction' };
    expect(reportsOf({ ...reaction, OriginalRepliedMessageSid: 'SM0' })).toMatchObject([
      { kind: 'change', target: 'SM0', to: '+40312345678', change: { kind: 'reaction', emoji: '👍' } },
    ]);
    expect(reportsOf({ ...reaction, Body: '', OriginalRepliedMessageSid: 'SM0' })).toMatchObject([
      { change: { kind: 'reaction', emoji: null } },
    ]);
    expect(reportsOf(reaction)).toMatchObject([{ kind: 'unattributed' }]);
    expect(reportsOf({ ...inbound, MessageType: 'sticker' })).toMatchObject([{ isQuestion: false }]);
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'a quoted message',
      { OriginalRepliedMessageSid: 'SM0' },
      { text: 'Bună, știi?', about: { quoted: 'SM0' } },
    ],
    [
      'a button',
      { Body: 'Cancel', ButtonText: 'Cancel', ButtonPayload: 'CANCEL_17' },
      { text: 'Cancel', about: { choice: { title: 'Cancel', payload: 'CANCEL_17' } } },
    ],
    [
      'a row of a list',
      { Body: '', ListId: 'r1', ListTitle: 'Late' },
      { text: 'Late', about: { choice: { title: 'Late', payload: 'r1' } } },
    ],
    [
      'a form',
      { Body: '', FlowData: '{"flow_token":"t","name":"Ana"}' },
      { text: 'name: Ana', about: { form: { name: 'Ana' } } },
    ],
    [
      'an advertisement',
      { ReferralHeadline: 'Sofa', ReferralSourceUrl: 'https://ad.example' },
      { about: { referral: { headline: 'Sofa', body: null, url: 'https://ad.example' } } },
    ],
    [
      'an order that the carrier does not pass on',
      { Body: '', ErrorCode: '63005' },
      { text: '[A message of a kind that cannot be shown here]', about: null },
    ],
  ])('may have %s', (_what, fields, report) => {
    expect(reportsOf({ ...inbound, ...fields })).toMatchObject([report]);
  });

  it('may have a location, a button’s text or attachments', () => {
    const place = { Latitude: '44.4', Longitude: '26.1', Label: 'Home', Address: 'Main St' };
    expect(reportsOf({ ...inbound, Body: '', ...place })).toMatchObject([
      { text: 'Location: Home, Main St, 44.4, 26.1' },
    ]);
    expect(reportsOf({ ...inbound, Body: '', ButtonText: 'Yes' })).toMatchObject([{ text: 'Yes' }]);
    const media = {
      NumMedia: '2',
      MediaUrl0: 'https://a/0',
      MediaContentType0: 'image/png',
      MediaUrl1: 'https://a/1',
    };
    expect(reportsOf({ ...inbound, ...media })).toMatchObject([
      {
        media: [
          { reference: 'https://a/0', contentType: 'image/png' },
          { reference: 'https://a/1', contentType: 'application/octet-stream' },
        ],
      },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['without a sender', { From: 'whatsapp:' }],
    ['of another channel', { From: 'messenger:12345' }],
    ['without an id', { MessageSid: '' }],
    ['with an id that no index can hold', { MessageSid: 'x'.repeat(10_000) }],
  ])('%s is unattributed', (_what, changes) => {
    expect(reportsOf({ ...inbound, ...changes })).toMatchObject([{ kind: 'unattributed' }]);
  });

  const ID = 'RO.13491208655302741918';
  it.each<[string, Record<string, string>, object]>([
    ['by id alone', { From: `whatsapp:${ID}`, ExternalUserId: ID }, { from: null, channelUserId: ID }],
    ['by an id in the address', { From: `whatsapp:${ID}` }, { from: null, channelUserId: ID }],
    ['by an id with an empty address', { From: 'whatsapp:', ExternalUserId: ID }, { channelUserId: ID }],
    ['by both', { ExternalUserId: ID }, { from: '+40721234567', channelUserId: ID }],
    ['by a name, in an SMS', { From: 'Bank', To: '+40312345678' }, { from: 'Bank', channel: 'sms' }],
    ['by a short code, in an SMS', { From: '12345', To: '+40312345678' }, { from: '12345', channel: 'sms' }],
  ])('identifies a customer %s', (_how, changes, identity) => {
    expect(reportsOf({ ...inbound, ...changes })).toMatchObject([{ kind: 'message', ...identity }]);
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['text', { Body: 'Stop' }, true],
    ['a button', { Body: 'Stop', ButtonText: 'Stop', ButtonPayload: 'P' }, false],
    ['a choice of a list', { Body: 'Stop', ListId: '1' }, false],
    ['a caption', { Body: 'Stop', NumMedia: '1', MediaUrl0: 'https://a/0' }, false],
  ])('reports whether it was typed: %s', (_what, changes, isTyped) => {
    expect(reportsOf({ ...inbound, ...changes })).toMatchObject([{ text: 'Stop', isTyped }]);
  });

  it('is never empty: a form shows its values, an unsupported message a placeholder', () => {
    const form = { Body: '', FlowData: '{"day":"Monday"}' };
    expect(reportsOf({ ...inbound, ...form })).toMatchObject([{ text: 'day: Monday', isTyped: false }]);
    expect(reportsOf({ ...inbound, Body: '' })).toMatchObject([
      { text: expect.stringContaining('cannot be shown') },
    ]);
  });

  it('includes the carrier’s own classification', () => {
    const sms = { ...inbound, From: '+40721234567', To: '+40312345678', Body: 'Genug', OptOutType: 'STOP' };
    expect(reportsOf(sms)).toMatchObject([{ carrierWord: 'stop' }]);
    expect(reportsOf({ ...sms, OptOutType: 'HELP' })).toMatchObject([{ carrierWord: null }]);
  });
});

describe('a status', () => {
  const status = {
    MessageSid: 'SM2',
    MessageStatus: 'delivered',
    SmsStatus: 'delivered',
    To: '+1',
    From: '+2',
  };

  it.each([
    ['queued', 'queued'],
    ['sending', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['undelivered', 'undelivered'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('maps the carrier’s state %s to %s', (written, state) => {
    expect(reportsOf({ ...status, MessageStatus: written })).toMatchObject([{ kind: 'status', state }]);
  });

  it('has our reference from the URL, and the carrier’s code', () => {
    const failed = { ...status, MessageStatus: 'undelivered', ErrorCode: '63016', ErrorMessage: 'Window' };
    expect(reportsOf(failed, `${URL_TOLD}?reference=message-7`)).toEqual([
      {
        kind: 'status',
        providerMessageId: 'SM2',
        reference: 'message-7',
        state: 'undelivered',
        error: { code: '63016', text: 'Window' },
      },
    ]);
    expect(reportsOf({ ...failed, ErrorCode: '0' })).toMatchObject([{ reference: null, error: null }]);
  });

  it('of another kind is unattributed', () => {
    for (const MessageStatus of ['toString', 'dreaming']) {
      expect(reportsOf({ ...status, MessageStatus })).toMatchObject([{ kind: 'unattributed' }]);
    }
  });

  it('with both number and id links the two', () => {
    const both = { ...status, To: 'whatsapp:+16505551234', ExternalUserId: 'US.1' };
    expect(reportsOf(both)).toMatchObject([
      { kind: 'identity', first: '+16505551234', second: 'US.1' },
      { kind: 'status' },
    ]);
  });
});

it('any signed form is parsed without throwing, into storable reports', () => {
  const names = [
    ...Object.keys(inbound),
    'MessageStatus',
    'ErrorCode',
    'MediaUrl0',
    'Latitude',
    'Longitude',
    '__proto__',
  ];
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const known = fc.constantFrom(
    'whatsapp:+40721234567',
    '1',
    '99999999999',
    '-1',
    'received',
    'failed',
    'NaN',
    '',
  );
  const form = fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(known, text)), { maxLength: 12 });
  fc.assert(
    fc.property(form, (pairs) => {
      const body = new URLSearchParams(pairs).toString();
      const reading = call({ body });
      expect(reading.kind).toBe('reports');
      expect(JSON.stringify(reading)).not.toContain('\\u0000');
    }),
    { numRuns: 500 },
  );
});
