import fc from 'fast-check';
import {
  getExpectedBodyHash,
  getExpectedTwilioSignature,
  validateRequest,
  validateRequestWithBody,
} from 'twilio/lib/webhooks/webhooks.js';
import { describe, expect, it } from 'vitest';
import { type FormParameters, isSignedBody, isTwilioSignature, twilioSignature } from './signature.ts';

/** Form parameters as the official SDK takes them. */
const asObject = (parameters: FormParameters): Record<string, string[]> =>
  Object.fromEntries([...parameters].map(([name, values]) => [name, [...values]]));

const name = fc.oneof(
  fc.constantFrom('Body', 'From', 'To', 'MessageSid', 'NumMedia', 'body'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => text !== '__proto__'),
);
const values = fc.array(fc.string({ maxLength: 40, unit: 'grapheme' }), { minLength: 1, maxLength: 3 });
const parameters = fc.array(fc.tuple(name, values), { maxLength: 8 }).map((pairs) => new Map(pairs));

const host = fc.constantFrom(
  'parley.example',
  '127.0.0.1',
  '[::1]',
  'xn--bcher-kva.example',
  'PARLEY.example',
);
const port = fc.constantFrom('', ':443', ':80', ':8443', ':3000');
const word = fc.string({
  maxLength: 12,
  unit: fc.constantFrom(..."abcXYZ019-_.~!$&'()*+,;=:@%2FéÉ ".split('')),
});
const query = fc.array(fc.tuple(word, word), { maxLength: 3 });
const url = fc
  .record({
    scheme: fc.constantFrom('http://', 'https://'),
    host,
    port,
    path: fc.array(word, { maxLength: 3 }),
    query,
  })
  .map((parts) => {
    const written = parts.query.map(([key, value]) => `${key}=${value}`).join('&');
    const search = written === '' ? '' : `?${written}`;
    return `${parts.scheme}${parts.host}${parts.port}/${parts.path.join('/')}${search}`;
  });
const token = fc.string({ minLength: 32, maxLength: 32, unit: fc.constantFrom(...'0123456789abcdef') });

describe('the signature', () => {
  it('equals the official SDK’s for any URL and parameters', () => {
    fc.assert(
      fc.property(token, url, parameters, (secret, address, form) => {
        const expected = getExpectedTwilioSignature(secret, address, asObject(form));
        expect(twilioSignature(secret, address, form)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('is accepted exactly when the official SDK accepts it, for any port and escapes', () => {
    const signer = fc.constantFrom<(address: string) => string>(
      (address) => address,
      (address) => address.replace(/^(https?:\/\/(?:\[[^\]]*\]|[^:/]*)):\d+/, '$1'),
      (address) => address.replace(/^(https:\/\/(?:\[[^\]]*\]|[^:/]*))(?=\/)/, '$1:443'),
      (address) => address.replace(/^(http:\/\/(?:\[[^\]]*\]|[^:/]*))(?=\/)/, '$1:80'),
      (address) => new URL(address).href,
      (address) => `${address}x`,
      (address) => address.replace('http:', 'https:'),
      (address) => address.toLowerCase(),
    );
    let taken = 0;
    let refused = 0;
    fc.assert(
      fc.property(token, url, parameters, signer, (secret, address, form, signedAs) => {
        const signature = getExpectedTwilioSignature(secret, signedAs(address), asObject(form));
        const genuine = validateRequest(secret, signature, address, asObject(form));
        expect(isTwilioSignature(secret, signature, { url: address, parameters: form })).toBe(genuine);
        if (genuine) taken += 1;
        else refused += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(50);
  });

  it('is rejected for another token, another value and malformed signatures', () => {
    const form = new Map([['Body', ['Hi']]]);
    const address = 'https://parley.example/hook';
    const signature = twilioSignature('token', address, form);
    expect(isTwilioSignature('token', signature, { url: address, parameters: form })).toBe(true);
    expect(isTwilioSignature('other', signature, { url: address, parameters: form })).toBe(false);
    const changed = new Map([['Body', ['Ho']]]);
    expect(isTwilioSignature('token', signature, { url: address, parameters: changed })).toBe(false);
    for (const wrong of ['', 'x', `${signature}=`, signature.toLowerCase(), 'é'.repeat(28)]) {
      expect(isTwilioSignature('token', wrong, { url: address, parameters: form }), wrong).toBe(false);
    }
  });
});

describe('a body other than a form', () => {
  it('is accepted when the official SDK accepts it', () => {
    fc.assert(
      fc.property(token, url, fc.json(), fc.boolean(), (secret, address, body, isChanged) => {
        const [plain = ''] = address.split('?');
        const hashed = `${plain}?bodySHA256=${getExpectedBodyHash(body)}`;
        const arrived = isChanged ? `${body} ` : body;
        const signature = getExpectedTwilioSignature(secret, hashed, {});
        const ours =
          isTwilioSignature(secret, signature, { url: hashed, parameters: new Map() }) &&
          isSignedBody(hashed, Buffer.from(arrived));
        expect(ours).toBe(validateRequestWithBody(secret, signature, hashed, arrived));
        expect(ours).toBe(!isChanged);
      }),
    );
  });
});
