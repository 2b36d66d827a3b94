import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CarrierFake, TWILIO_ACCOUNT } from '../../../test/kit/carrier-fake/carrier-fake.ts';
import { loopbackHttp, never } from '../../../test/kit/carrier-fake/carrier-kit.ts';
import { startCarrierFake } from '../../../test/kit/carrier-fake/start-carrier-fake.ts';
import { startLoopbackServer } from '../../../test/kit/loopback-server.ts';
import type { MessagingCarrier } from '../interfaces/messaging-carrier.ts';
import { createTwilioVendor } from './vendor.ts';

const connection = loopbackHttp();
let fake: CarrierFake;

const content = (sid: string, changes: object): Record<string, unknown> => ({
  sid,
  friendly_name: `friendly ${sid}`,
  language: 'ro',
  variables: {},
  types: { 'twilio/text': { body: 'Hi' } },
  approval_requests: { name: `name_${sid}`, category: 'MARKETING', status: 'approved' },
  ...changes,
});

beforeAll(async () => {
  fake = await startCarrierFake();
  await fake.addAccount({
    ...TWILIO_ACCOUNT,
    templates: [
      content('HX1', {
        types: {
          'whatsapp/card': { body: 'Dear {{name}}, {{2}} at {{ 1 }}.' },
          'twilio/text': { body: 'x' },
        },
        variables: { 1: 'nine', 2: 'tomorrow', name: 'Ana', link: 'abc' },
      }),
      content('HX2', { approval_requests: { status: 'unsubmitted' } }),
      content('HX3', {
        types: {
          'twilio/carousel': {
            body: 'Look, {{1}}.',
            cards: [
              {
                title: 'Bread',
                body: '{{2}} lei',
                media: 'https://shop.example/{{3}}.png',
                actions: [{ type: 'URL', title: 'Buy', url: 'https://shop.example/{{4}}' }],
              },
            ],
          },
        },
        variables: { 1: 'Ana', 2: '5', 3: 'bread', 4: 'bread' },
      }),
      content('HX4', {
        types: { 'twilio/card': { title: 'A title' } },
        approval_requests: { status: 'PAUSED' },
      }),
      content('HX5', { approval_requests: { status: 'rejected' } }),
      content('HX6', { sid: null }),
      content('HX7', { approval_requests: { status: 'disabled' } }),
      content('HX8', {
        types: {
          'whatsapp/authentication': { actions: [{ type: 'COPY_CODE', copy_code_text: 'Copy' }] },
        },
        variables: { 1: '123456' },
      }),
      content('HX9', { types: { 'twilio/location': { latitude: 46.7, longitude: 23.6, label: 'Mill' } } }),
    ],
  });
});
afterAll(async () => {
  await fake.close();
  await connection.close();
});

function carrier(origin = fake.origin, authToken = TWILIO_ACCOUNT.authToken): MessagingCarrier {
  const vendor = createTwilioVendor({ http: connection.http, apiUrl: `${origin}/` });
  return vendor.connect({ account_sid: TWILIO_ACCOUNT.accountSid, auth_token: authToken });
}

describe('the check of an account', () => {
  it('accepts its own number and the shared one', async () => {
    const health = { quality: null, messagingLimit: null, name: null, problem: null };
    expect(await carrier().check('+40312345678', never)).toEqual({ kind: 'accepted', health });
    expect(await carrier().check('+14155238886', never)).toEqual({ kind: 'accepted', health });
  });

  it('reports what to fix', async () => {
    const problemOf = async (by: MessagingCarrier, number: string) => {
      const told = await by.check(number, never);
      return told.kind === 'rejected' ? told.problem : null;
    };
    expect(await problemOf(carrier(), '+40312345670')).toContain('has no sender +40312345670');
    expect(await problemOf(carrier(fake.origin, 'wrong'), '+40312345678')).toContain('does not accept');
    const gone = await startLoopbackServer(() => {});
    await gone.close();
    await expect(carrier(gone.origin).check('+40312345678', never)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('reads health and offline reasons of a sender, and reports a closed account', async () => {
    let status = 'active';
    let sender: object = {
      status: 'ONLINE:UPDATING',
      profile: { name: 'Mill Inn' },
      properties: { quality_rating: 'MEDIUM', messaging_limit: '10K Customers/24hr' },
    };
    const site = await startLoopbackServer((request, response) => {
      const isSenders = request.url?.startsWith('/v2/Channels/Senders') === true;
      const senders = [{ sender_id: 'whatsapp:+40312345678', ...sender }];
      response.end(JSON.stringify(isSenders ? { senders } : { status }));
    });
    const told = () => carrier(site.origin).check('+40312345678', never);
    expect(await told()).toEqual({
      kind: 'accepted',
      health: { quality: 'YELLOW', messagingLimit: 10_000, name: 'Mill Inn', problem: null },
    });
    sender = {
      status: 'OFFLINE',
      offline_reasons: [{ code: '63114', message: 'The template was flagged.' }],
    };
    expect(await told()).toEqual({
      kind: 'rejected',
      problem: 'The sender +40312345678 is OFFLINE at the carrier, not online. The template was flagged.',
    });
    status = 'suspended';
    expect(await told()).toMatchObject({ problem: expect.stringContaining('suspended') });
    await site.close();
  });

  it('rejects malformed credentials without a request', () => {
    const vendor = createTwilioVendor({ http: connection.http, apiUrl: fake.origin });
    for (const wrong of [null, {}, { account_sid: 'AC1', auth_token: 'x' }, { account_sid: 7 }]) {
      expect(() => vendor.connect(wrong)).toThrow('not valid for a');
    }
  });
});

describe('the list of templates', () => {
  it('reads all pages, with ordered placeholders and approval states', async () => {
    const templates = await carrier().listTemplates(never);
    expect(templates.map(({ reference, status }) => [reference, status])).toEqual([
      ['HX1', 'approved'],
      ['HX2', 'pending'],
      ['HX3', 'approved'],
      ['HX4', 'paused'],
      ['HX5', 'rejected'],
      ['HX7', 'disabled'],
      ['HX8', 'approved'],
      ['HX9', 'approved'],
    ]);
    expect(templates[0]).toMatchObject({
      reference: 'HX1',
      name: 'name_HX1',
      language: 'ro',
      category: 'marketing',
      status: 'approved',
      bodyText: 'Dear {{3}}, {{2}} at {{1}}.',
      variables: ['1', '2', 'name', 'link'],
    });
    expect(templates[1]).toMatchObject({ name: 'friendly HX2', category: 'utility', variables: [] });
    expect(templates[3]).toMatchObject({ bodyText: 'A title' });
  });

  it('shows the parts of carousels, codes and locations', async () => {
    const templates = await carrier().listTemplates(never);
    const of = (wanted: string) => templates.find(({ reference }) => reference === wanted);
    expect(of('HX3')).toMatchObject({
      bodyText: 'Look, {{1}}.',
      variables: ['1', '2', '3', '4'],
      parts: {
        unsendable: null,
        preview: {
          cards: [
            {
              header: { format: 'image', text: 'https://shop.example/{{3}}.png' },
              body_text: 'Bread\n{{2}} lei',
              buttons: [{ kind: 'url', text: 'Buy', target: 'https://shop.example/{{4}}' }],
            },
          ],
        },
      },
    });
    expect(of('HX8')).toMatchObject({
      bodyText: '{{1}} is your verification code.',
      variables: ['1'],
      parts: { kinds: ['code'], preview: { buttons: [{ kind: 'code', text: 'Copy' }] } },
    });
    expect(of('HX9')).toMatchObject({
      bodyText: 'Mill',
      parts: { preview: { header: { format: 'location', text: 'Mill' } } },
    });
  });

  it('stops at cyclic pages, and fails for malformed ones', async () => {
    const circle = await startLoopbackServer((request, response) => {
      const meta = { next_page_url: `http://elsewhere.example${request.url}` };
      response.end(JSON.stringify({ contents: [], meta }));
    });
    expect(await carrier(circle.origin).listTemplates(never)).toEqual([]);
    expect(circle.requests.length).toBe(100);
    await circle.close();
    const nonsense = await startLoopbackServer((_request, response) => response.end('{"contents":7}'));
    await expect(carrier(nonsense.origin).listTemplates(never)).rejects.toMatchObject({ code: 'malformed' });
    await nonsense.close();
  });

  it.each([
    [401, 'rejected'],
    [429, 'rate-limited'],
    [504, 'timeout'],
    [500, 'unavailable'],
  ])('fails with status %i as %s', async (status, code) => {
    const site = await startLoopbackServer((_request, response) => response.writeHead(status).end());
    await expect(carrier(site.origin).listTemplates(never)).rejects.toMatchObject({ code });
    await site.close();
  });
});

describe('an attachment', () => {
  const path = `/2010-04-01/Accounts/${TWILIO_ACCOUNT.accountSid}/Messages/MM1/Media`;
  const item = (reference: string) => ({ reference, contentType: 'image/png', fileName: null });

  it('is fetched from the file host, which gets no credentials', async () => {
    await fake.addMedia({
      id: 'ME1',
      contentType: 'image/jpeg',
      base64: Buffer.from('picture').toString('base64'),
    });
    expect(await carrier().readMedia(item(`https://api.twilio.com${path}/ME1`), never)).toEqual({
      bytes: Buffer.from('picture'),
      contentType: 'image/jpeg',
    });
  });

  it.each([
    `https://evil.example/x`,
    'not a url',
    `https://api.twilio.com/2010-04-01/Accounts/AC${'9'.repeat(32)}/Messages/MM1/Media/ME1`,
    `https://api.twilio.com${path}/../../../../../v1/x`,
  ])('with a URL outside the account is not fetched: %s', async (reference) => {
    const requests = (await fake.requests()).length;
    await expect(carrier().readMedia(item(reference), never)).rejects.toMatchObject({ code: 'rejected' });
    expect((await fake.requests()).length).toBe(requests);
  });

  it('that was deleted cannot be fetched', async () => {
    const gone = item(`https://api.twilio.com${path}/ME404`);
    await expect(carrier().readMedia(gone, never)).rejects.toMatchObject({
      code: 'rejected',
      retryable: false,
    });
  });
});

it('rejects an attachment that is too large', async () => {
  const file = Buffer.alloc(16 * 1_048_576 + 1);
  const site = await startLoopbackServer((_request, response) => response.end(file));
  const reference = `https://api.twilio.com/2010-04-01/Accounts/${TWILIO_ACCOUNT.accountSid}/Messages/MM1/Media/ME1`;
  const item = { reference, contentType: 'video/mp4', fileName: null };
  await expect(carrier(site.origin).readMedia(item, never)).rejects.toMatchObject({ retryable: false });
  await site.close();
});

it('explains common error codes', () => {
  const { explain } = createTwilioVendor({ http: connection.http, apiUrl: null });
  for (const code of ['63016', '63021', '63024', '63018', '63032', '30003', '21610', '21617']) {
    expect(explain(code), code).toMatch(/^[A-Z].+\.$/);
  }
  expect(explain('1')).toBeNull();
});
