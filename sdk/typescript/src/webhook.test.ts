import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { WebhookVerificationError } from './errors.ts';
import { type SignedRequest, verifySignature, verifyWebhook } from './webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const BODY =
  '{"type":"test.ping","id":"msg_1","timestamp":"2026-03-01T10:00:00.000000Z","data":{"text":"ș"}}';
const NOW = Date.parse('2026-03-01T10:00:00Z');

function signed(change: Partial<SignedRequest> & { at?: number; signature?: string } = {}): SignedRequest {
  const { at = NOW, signature = signatureOf(SECRET, at), ...rest } = change;
  const headers = {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(at / 1000),
    'webhook-signature': signature,
  };
  return { body: BODY, headers, secret: SECRET, now: NOW, ...rest };
}

function signatureOf(secret: string, at = NOW): string {
  return new Webhook(secret).sign('msg_1', new Date(at), BODY);
}

test.each<[string, SignedRequest]>([
  ['a signature', signed()],
  ['a body in bytes', signed({ body: new TextEncoder().encode(BODY) })],
  ['one of two signatures', signed({ signature: `${signatureOf(OTHER)} ${signatureOf(SECRET)}` })],
  ['one of two secrets', signed({ secret: [OTHER, SECRET] })],
  ['an unknown version next to v1', signed({ signature: `v2,abc ${signatureOf(SECRET)}` })],
  ['a clock that is 300 seconds off', signed({ now: NOW + 300_000 })],
  ['headers as an object of the platform', { ...signed(), headers: new Headers(asRecord(signed().headers)) }],
])('accepts %s', async (_name, request) => {
  expect(await verifyWebhook(request)).toMatchObject({ type: 'test.ping', data: { text: 'ș' } });
  expect(await verifySignature(request)).toBe(BODY);
});

test.each<[string, SignedRequest]>([
  ['a changed body', signed({ body: BODY.replace('ș', 's') })],
  ['the secret of another account', signed({ secret: OTHER })],
  [
    'a changed timestamp',
    { ...signed(), headers: { ...asRecord(signed().headers), 'webhook-timestamp': '1772359201' } },
  ],
  ['an old webhook', signed({ now: NOW + 301_000 })],
  ['a webhook from the future', signed({ now: NOW - 301_000 })],
  [
    'a timestamp that is not a number',
    { ...signed(), headers: { ...asRecord(signed().headers), 'webhook-timestamp': 'x' } },
  ],
  ['a signature of another version', signed({ signature: signatureOf(SECRET).replace('v1,', 'v2,') })],
  ['a signature that is not base64', signed({ signature: 'v1,%' })],
  ['an empty signature', signed({ signature: 'v1,' })],
  ['missing headers', signed({ headers: {} })],
  ['a malformed secret', signed({ secret: 'whsec_%' })],
])('refuses %s', async (_name, request) => {
  await expect(verifyWebhook(request)).rejects.toThrow(WebhookVerificationError);
});

function asRecord(headers: SignedRequest['headers']): Record<string, string> {
  return headers as Record<string, string>;
}
