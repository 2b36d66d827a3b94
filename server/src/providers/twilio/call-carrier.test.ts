import fc from 'fast-check';
import twilio from 'twilio';
import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALL_ACCOUNT, type CallCarrierFake } from '../../../test/kit/call-carrier-fake/call-carrier-fake.ts';
import { startCallCarrierFake } from '../../../test/kit/call-carrier-fake/start-call-carrier-fake.ts';
import { loopbackHttp, never } from '../../../test/kit/carrier-fake/carrier-kit.ts';
import type { CallCarrier, CallReading } from '../interfaces/call-carrier.ts';
import { createTwilioCallCarrier, twiml } from './call-carrier.ts';

const { accountSid, authToken } = CALL_ACCOUNT;
const { VoiceResponse } = twilio.twiml;
const connection = loopbackHttp();
let fake: CallCarrierFake;
let ours: CallCarrier;
let official: ReturnType<typeof twilio>;

beforeAll(async () => {
  fake = await startCallCarrierFake();
  const account = { account_sid: accountSid, auth_token: authToken };
  ours = createTwilioCallCarrier({ http: connection.http, apiUrl: fake.origin }, account);
  official = twilio(accountSid, authToken);
  official.api.baseUrl = fake.origin;
});
afterAll(async () => {
  await fake.close();
  await connection.close();
});

const url = 'http://127.0.0.1:9/api/carriers/calls/twilio';
const call = {
  from: '+40312345678',
  to: '+40721234567',
  ringingTimeMs: 29_500,
  answerUrl: `${url}/answer/a`,
  statusUrl: `${url}/status/a`,
};

test.each([
  [
    { price: '-0.00850', unit: 'USD' },
    { micros: 8500, currency: 'USD' },
  ],
  [
    { price: '0', unit: 'usd' },
    { micros: 0, currency: 'USD' },
  ],
  [
    { price: '-0.0085', unit: 'EUR' },
    { micros: 8500, currency: 'EUR' },
  ],
  [{ price: '', unit: 'USD' }, null],
  [{ price: '1e9', unit: 'USD' }, null],
  [{ price: '-9999999', unit: 'USD' }, null],
  [{ price: 'free', unit: 'USD' }, null],
  [{ price: '-0.0085', unit: 'dollars' }, null],
])('reads a price of %o as %o', async (told, price) => {
  const order = await ours.order(call, never);
  const sid = order.kind === 'accepted' ? order.carrierCallId : '';
  expect(await ours.price(sid, never)).toBeNull();
  await fake.prices({ sid, ...told });
  expect(await ours.price(sid, never)).toEqual(price);
  await expect(ours.price('CA0', never)).rejects.toMatchObject({ code: 'rejected' });
});

test('requests a call like the official SDK', async () => {
  await fake.script({ number: call.to, script: { steps: [] } });
  const order = await ours.order(call, never);
  const created = await official.calls.create({
    from: call.from,
    to: call.to,
    url: call.answerUrl,
    fallbackUrl: call.answerUrl,
    statusCallback: call.statusUrl,
    statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    timeout: 30,
  });
  const [first, second] = (await fake.calls()).slice(-2);
  expect(first?.form.toSorted()).toEqual(second?.form.toSorted());
  expect(order).toEqual({ kind: 'accepted', carrierCallId: first?.sid });
  expect(created.sid).toBe(second?.sid);
});

test('changes a call like the official SDK', async () => {
  const before = (await fake.requests()).length;
  const [first, second] = await fake.calls();
  await ours.redirect(first?.sid ?? '', { kind: 'reject', reason: 'busy' }, never);
  const rejecting = new VoiceResponse();
  rejecting.reject({ reason: 'busy' });
  await official.calls(second?.sid ?? '').update({ twiml: rejecting.toString() });
  expect(first?.instructions).toEqual(second?.instructions);
  await ours.end(first?.sid ?? '', never);
  await official.calls(second?.sid ?? '').update({ status: 'completed' });
  expect([first?.status, second?.status]).toEqual(['completed', 'completed']);
  const paths = (await fake.requests()).slice(before);
  expect(paths.map((path) => path.replace(/CA[0-9a-f]+/, 'CA'))).toEqual(
    Array(4).fill(paths[0]?.replace(/CA[0-9a-f]+/, 'CA')),
  );
  // Ending an ended or unknown call succeeds; redirecting it fails.
  await ours.end(first?.sid ?? '', never);
  await ours.end('CA0', never);
  await expect(ours.redirect(first?.sid ?? '', { kind: 'hang-up' }, never)).rejects.toMatchObject({
    code: 'rejected',
  });
});

describe('writes the same XML as the official library', () => {
  test('for a stream with keys', () => {
    const response = new VoiceResponse();
    response.play({ digits: '1w2' });
    response.connect().stream({ url: 'wss://h/s?a=1&b=2' });
    response.redirect({ method: 'POST' }, 'https://h/a?a=1&b=2');
    const addresses = { url: 'wss://h/s?a=1&b=2', againUrl: 'https://h/a?a=1&b=2' };
    expect(twiml({ kind: 'stream', ...addresses, digits: '1w2' })).toBe(response.toString());
  });

  test('for all other instructions', () => {
    const reject = new VoiceResponse();
    reject.reject({ reason: 'busy' });
    expect(twiml({ kind: 'reject', reason: 'busy' })).toBe(reject.toString());
    const end = new VoiceResponse();
    end.hangup();
    expect(twiml({ kind: 'hang-up' })).toBe(end.toString());
  });

  test('and escapes any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const addresses = { url: text, againUrl: text };
        const xml = twiml({ kind: 'stream', ...addresses, digits: text });
        expect(xml.match(/</g)).toHaveLength(9);
        expect(xml.isWellFormed()).toBe(true);
        expect(xml.includes('\u0000')).toBe(false);
      }),
    );
  });
});

describe('a carrier request', () => {
  const readForm = (form: Record<string, string>, signature?: string): CallReading => {
    const body = Buffer.from(new URLSearchParams(form).toString());
    const headers = { 'x-twilio-signature': signature ?? getExpectedTwilioSignature(authToken, url, form) };
    return ours.readRequest({ method: 'POST', url, headers, body });
  };
  const form = {
    CallSid: 'CA1',
    From: '+40 721 000 001',
    To: '+40312345678',
    CallStatus: 'ringing',
    Direction: 'inbound',
  };

  test('is authenticated by the official library’s signature', () => {
    const signature = getExpectedTwilioSignature(authToken, url, form);
    expect(validateRequest(authToken, signature, url, form)).toBe(true);
    expect(readForm(form)).toEqual({
      kind: 'report',
      report: {
        carrierCallId: 'CA1',
        from: '+40721000001',
        to: '+40312345678',
        progress: { state: 'ringing' },
      },
    });
    expect(readForm({ ...form, CallStatus: 'completed' }, signature)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['queued', { state: 'initiated' }],
    ['initiated', { state: 'initiated' }],
    ['in-progress', { state: 'answered' }],
    ['completed', { state: 'ended', failure: null, code: null }],
    ['busy', { state: 'ended', failure: 'busy', code: null }],
    ['no-answer', { state: 'ended', failure: 'no-answer', code: null }],
    ['canceled', { state: 'ended', failure: 'canceled', code: null }],
    ['failed', { state: 'ended', failure: 'unavailable', code: null }],
  ])('reports the state %s', (status, progress) => {
    expect(readForm({ ...form, CallStatus: status })).toMatchObject({ report: { progress } });
  });

  test.each(['anonymous', 'Anonymous', '+266696687', ''])('reads a withheld number as null: %j', (from) => {
    expect(readForm({ ...form, From: from })).toMatchObject({ report: { from: null } });
  });

  test.each([
    ['a missing call id', { CallSid: '' }],
    ['a call id that is too long', { CallSid: 'C'.repeat(256) }],
    ['an unknown status', { CallStatus: 'toString' }],
  ])('ignores %s', (_what, changes) => {
    expect(readForm({ ...form, ...changes })).toEqual({ kind: 'report', report: null });
  });

  test('never throws for any signed form', () => {
    const name = fc.constantFrom(
      'CallSid',
      'From',
      'To',
      'CallStatus',
      'Direction',
      'SipResponseCode',
      '__proto__',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('CA1', 'failed', 'completed', '486'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 10 }), (pairs) => {
        const reading = readForm(Object.fromEntries(pairs));
        expect(JSON.stringify(reading)).not.toContain('\\u0000');
      }),
      { numRuns: 500 },
    );
  });
});

test('accepts an upgrade signed for the configured URL, with wss or https', () => {
  const secure = 'https://parley.example/api/carriers/calls/twilio/stream/t';
  const asks = (signed: string): boolean =>
    ours.isGenuineUpgrade({
      method: 'GET',
      url: secure,
      headers: { 'x-twilio-signature': getExpectedTwilioSignature(authToken, signed, {}) },
      body: Buffer.alloc(0),
    });
  expect(asks(secure)).toBe(true);
  expect(asks(secure.replace('https', 'wss'))).toBe(true);
  expect(asks(secure.replace('https://parley.example', 'wss://parley.example:443'))).toBe(true);
  expect(asks(`${secure.replace('https', 'wss')}/`)).toBe(true);
  expect(asks(`${secure}x`)).toBe(false);
});
