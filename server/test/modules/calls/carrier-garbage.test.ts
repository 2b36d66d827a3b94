import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierFake, CLOUD_ACCOUNT, TWILIO_ACCOUNT } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../../kit/carrier-senders.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';

let fake: CarrierFake;
let server: TestServer;
/** Webhook URLs by carrier. */
const urls: Record<string, string> = {};

beforeAll(async () => {
  fake = await startCarrierFake();
  server = await startTestServer({ environment: carrierEnvironment(fake) });
  for (const carrier of CARRIER_CASES) {
    urls[carrier.provider] = (await carrierSender(fake, await server.account(), { carrier })).url;
  }
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

const phones = fc.constantFrom('40721234567', '+40721234567', '99999999999999', '123456', 'x');
const text = fc.oneof(
  fc.constantFrom('STOP', 'Hi', '\u0000', '\ud800', '', ' '),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ minLength: 5_000, maxLength: 6_000 }),
);
const ids = fc.oneof(fc.uuid(), fc.constantFrom('same', '\u0000', 'x'.repeat(3_000)), text);
const anything = fc.oneof(text, fc.integer(), fc.constant(null), fc.object({ maxDepth: 2, maxKeys: 4 }));
const numRuns = 60;

test('any signed Cloud API payload is accepted without a server error', async () => {
  const kinds = fc.constantFrom(
    'text',
    'image',
    'location',
    'contacts',
    'reaction',
    'order',
    'interactive',
    'x',
  );
  const file = fc.record({ id: ids, mime_type: text, filename: text, caption: text });
  const message = fc
    .record({ id: ids, from: phones, timestamp: anything, type: kinds, content: anything, body: text, file })
    .map(({ content, body, file: image, ...rest }) => ({
      [rest.type]: content,
      ...rest,
      text: { body },
      image,
    }));
  const state = fc.constantFrom('sent', 'delivered', 'read', 'failed', 'x');
  const errors = fc.array(fc.record({ code: anything, title: anything, error_data: anything }), {
    maxLength: 2,
  });
  const status = fc.record({ id: ids, status: state, biz_opaque_callback_data: anything, errors });
  const contact = fc.record({ wa_id: phones, profile: fc.record({ name: text }) });
  const value = fc.record({
    contacts: fc.array(contact, { maxLength: 2 }),
    messages: fc.array(fc.oneof(message, anything), { maxLength: 3 }),
    statuses: fc.array(fc.oneof(status, anything), { maxLength: 3 }),
    metadata: fc.record({
      phone_number_id: fc.constantFrom(CLOUD_ACCOUNT.phoneNumberId, 'other'),
      display_phone_number: anything,
    }),
  });
  await fc.assert(
    fc.asyncProperty(value, async (content) => {
      const body = JSON.stringify({ entry: [{ changes: [{ field: 'messages', value: content }] }] });
      const signature = createHmac('sha256', CLOUD_ACCOUNT.appSecret).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
      const answer = await fetch(urls['cloud'] ?? '', { method: 'POST', headers, body });
      expect(answer.status, await answer.text()).toBe(200);
    }),
    { numRuns },
  );
});

test('any signed Twilio payload is accepted without a server error', async () => {
  const address = phones.map((phone) => `whatsapp:${phone}`);
  const form = fc.record(
    {
      MessageSid: ids,
      From: fc.oneof(address, phones),
      To: fc.oneof(address, text),
      Body: text,
      ProfileName: text,
      SmsStatus: fc.constantFrom('received', 'sent', 'x'),
      MessageStatus: fc.constantFrom('delivered', 'failed', 'read', 'x'),
      ErrorCode: fc.oneof(fc.constantFrom('63016', '0', ''), text),
      ErrorMessage: text,
      NumMedia: fc.constantFrom('0', '1', '99', '-1', 'NaN'),
      MediaUrl0: text,
      MediaContentType0: text,
      Latitude: text,
      Longitude: text,
    },
    { requiredKeys: [] },
  );
  const reference = fc.constantFrom('', '?reference=pm1', '?reference=%00', '?reference=pm999999999999999');
  await fc.assert(
    fc.asyncProperty(form, reference, async (fields, query) => {
      const url = `${urls['twilio']}${query}`;
      // As any sender would, replaces characters that UTF-8 cannot encode before signing.
      const written = Object.fromEntries(new URLSearchParams(fields));
      const signature = getExpectedTwilioSignature(TWILIO_ACCOUNT.authToken, url, written);
      const headers = { 'x-twilio-signature': signature };
      const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(written) });
      expect(answer.status, await answer.text()).toBe(200);
    }),
    { numRuns },
  );
});
