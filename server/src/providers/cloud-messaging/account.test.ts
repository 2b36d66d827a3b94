import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CarrierFake, CLOUD_ACCOUNT } from '../../../test/kit/carrier-fake/carrier-fake.ts';
import { loopbackHttp, never, outgoing } from '../../../test/kit/carrier-fake/carrier-kit.ts';
import { startCarrierFake } from '../../../test/kit/carrier-fake/start-carrier-fake.ts';
import { startLoopbackServer } from '../../../test/kit/loopback-server.ts';
import { type MessagingCarrier, UNLIMITED_CUSTOMERS } from '../interfaces/messaging-carrier.ts';
import { createCloudVendor } from './vendor.ts';

const connection = loopbackHttp();
let fake: CarrierFake;

const template = (id: string, components: object[], changes: object = {}): Record<string, unknown> => ({
  id,
  name: `name_${id}`,
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  components,
  ...changes,
});
const body = (text: string): object => ({ type: 'BODY', text });

const addAccount = (): Promise<void> =>
  fake.addAccount({
    ...CLOUD_ACCOUNT,
    templates: [
      template('1', [{ type: 'HEADER', format: 'TEXT', text: 'News' }, body('Dear {{first_name}}, {{1}}.')]),
      template('2', [body('Hi')], { status: 'PENDING' }),
      template('3', [body('Hi')], { status: 'PAUSED' }),
      template('4', [body('Hi')], { status: 'PENDING_DELETION' }),
      template('5', [body('Hi')], { status: 'REJECTED' }),
    ],
  });

beforeAll(async () => {
  fake = await startCarrierFake();
  await addAccount();
});
afterAll(async () => {
  await fake.close();
  await connection.close();
});

function carrier(origin = fake.origin, changes: object = {}): MessagingCarrier {
  const vendor = createCloudVendor({ http: connection.http, apiUrl: `${origin}/v24.0/` });
  return vendor.connect({
    phone_number_id: CLOUD_ACCOUNT.phoneNumberId,
    business_account_id: CLOUD_ACCOUNT.businessAccountId,
    access_token: CLOUD_ACCOUNT.accessToken,
    app_secret: CLOUD_ACCOUNT.appSecret,
    verify_token: 'v',
    ...changes,
  });
}

describe('the check of an account', () => {
  it('accepts the phone number that belongs to its id', async () => {
    expect(await carrier().check(CLOUD_ACCOUNT.number, never)).toEqual({
      kind: 'accepted',
      health: { quality: null, messagingLimit: 250, name: 'Fake', problem: null },
    });
  });

  it.each<[string, Record<string, unknown>, object]>([
    [
      'quality and limit',
      { quality_rating: 'RED', whatsapp_business_manager_messaging_limit: 'TIER_2K' },
      { quality: 'RED', messagingLimit: 2_000 },
    ],
    [
      'no limit',
      { whatsapp_business_manager_messaging_limit: 'TIER_UNLIMITED' },
      { messagingLimit: UNLIMITED_CUSTOMERS },
    ],
    [
      'the limit of an earlier API version',
      { whatsapp_business_manager_messaging_limit: undefined, messaging_limit_tier: 'TIER_100K' },
      { messagingLimit: 100_000 },
    ],
    [
      'nothing yet',
      { quality_rating: 'NA', whatsapp_business_manager_messaging_limit: 'TIER_NOT_SET' },
      { quality: null, messagingLimit: null, problem: null },
    ],
    ['a ban', { status: 'BANNED' }, { problem: 'The number is BANNED at the carrier.' }],
    [
      'a block with its reasons',
      {
        health_status: {
          can_send_message: 'BLOCKED',
          entities: [{ errors: [{ error_description: 'No payment method.' }] }, { errors: [] }],
        },
      },
      { problem: 'The carrier has blocked the sender. No payment method.' },
    ],
  ])('reads %s', async (_what, health, expected) => {
    await fake.addAccount({ ...CLOUD_ACCOUNT, accessToken: 'healthy', health });
    try {
      const told = await carrier(fake.origin, { access_token: 'healthy' }).check(CLOUD_ACCOUNT.number, never);
      expect(told).toMatchObject({ kind: 'accepted', health: expected });
    } finally {
      await addAccount();
    }
  });

  it('reports what to fix', async () => {
    expect(await carrier().check('+40312345670', never)).toEqual({
      kind: 'rejected',
      problem: expect.stringContaining('belongs to +40312345679, not to +40312345670'),
    });
    for (const changes of [{ access_token: 'wrong' }, { business_account_id: '99999' }]) {
      const wrong = carrier(fake.origin, changes);
      expect(await wrong.check(CLOUD_ACCOUNT.number, never)).toEqual({
        kind: 'rejected',
        problem: expect.stringContaining('does not accept'),
      });
    }
    const gone = await startLoopbackServer(() => {});
    await gone.close();
    await expect(carrier(gone.origin).check(CLOUD_ACCOUNT.number, never)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('rejects malformed credentials without a request', () => {
    const vendor = createCloudVendor({ http: connection.http, apiUrl: null });
    for (const wrong of [null, {}, { phone_number_id: '../me' }]) {
      expect(() => vendor.connect(wrong)).toThrow('not valid for a');
    }
  });
});

describe('the list of templates', () => {
  it('reads all pages', async () => {
    const templates = await carrier().listTemplates(never);
    expect(templates.map(({ reference, status }) => [reference, status])).toEqual([
      ['1', 'approved'],
      ['2', 'pending'],
      ['3', 'paused'],
      ['4', 'disabled'],
      ['5', 'rejected'],
    ]);
    expect(templates[0]).toMatchObject({
      reference: '1',
      name: 'name_1',
      language: 'en_US',
      category: 'utility',
      status: 'approved',
      bodyText: 'Dear {{2}}, {{1}}.',
      variables: ['1', 'first_name'],
    });
  });

  it('stops at cyclic pages, and fails for malformed ones', async () => {
    const paging = { next: 'https://a/', cursors: { after: 'again' } };
    const circle = await startLoopbackServer((_request, response) => {
      response.end(JSON.stringify({ data: [], paging }));
    });
    expect(await carrier(circle.origin).listTemplates(never)).toEqual([]);
    expect(circle.requests.length).toBe(100);
    await circle.close();
    const nonsense = await startLoopbackServer((_request, response) => response.end('[]'));
    await expect(carrier(nonsense.origin).listTemplates(never)).rejects.toMatchObject({ code: 'malformed' });
    await nonsense.close();
  });
});

describe('a sent message', () => {
  const sent = async (message: Parameters<MessagingCarrier['send']>[0]): Promise<unknown> => {
    await carrier().send(message, never);
    const [request] = (await fake.requests()).slice(-1);
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${CLOUD_ACCOUNT.accessToken}` });
    return JSON.parse(request?.body ?? '');
  };
  const envelope = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+40721234567',
    biz_opaque_callback_data: 'message-7',
  };

  it('is a text with our reference', async () => {
    const text = { preview_url: false, body: 'Hello, Ștefan & Ана! 2 + 2 = 4 %' };
    expect(await sent(outgoing())).toEqual({ ...envelope, type: 'text', text });
  });

  it('is a template with values in order, by name for named placeholders', async () => {
    const [first, second] = await carrier().listTemplates(never);
    if (first === undefined || second === undefined) throw new Error('There are templates.');
    const parameters = [
      { type: 'text', text: 'news' },
      { type: 'text', parameter_name: 'first_name', text: 'Ana' },
    ];
    const named = { kind: 'template' as const, template: first, values: ['news', 'Ana'], text: '' };
    expect(await sent(outgoing({ content: named }))).toEqual({
      ...envelope,
      type: 'template',
      template: { name: 'name_1', language: { code: 'en_US' }, components: [{ type: 'body', parameters }] },
    });
    const plain = { kind: 'template' as const, template: second, values: [], text: '' };
    expect(await sent(outgoing({ content: plain }))).toEqual({
      ...envelope,
      type: 'template',
      template: { name: 'name_2', language: { code: 'en_US' } },
    });
  });

  it('is never an SMS', async () => {
    expect(await carrier().send(outgoing({ channel: 'sms' }), never)).toMatchObject({ kind: 'refused' });
  });
});

describe('an attachment', () => {
  const item = (reference: string) => ({ reference, contentType: 'image/png', fileName: null });

  it('is fetched by its id, then by its URL', async () => {
    await fake.addMedia({
      id: '771',
      contentType: 'audio/ogg',
      base64: Buffer.from('voice').toString('base64'),
    });
    expect(await carrier().readMedia(item('771'), never)).toEqual({
      bytes: Buffer.from('voice'),
      contentType: 'audio/ogg',
    });
  });

  it.each(['../me', '1?access_token=x', 'https://evil.example/', ''])(
    'is not requested with an invalid id: %s',
    async (id) => {
      await expect(carrier().readMedia(item(id), never)).rejects.toMatchObject({ code: 'rejected' });
    },
  );

  it('is not fetched over plain HTTP, which would expose the token', async () => {
    const site = await startLoopbackServer((_request, response) => {
      response.end(JSON.stringify({ url: 'http://other.example/file', mime_type: 'image/png' }));
    });
    await expect(carrier(site.origin).readMedia(item('7'), never)).rejects.toMatchObject({
      code: 'malformed',
    });
    await site.close();
  });
});

it('explains common error codes', () => {
  const { explain } = createCloudVendor({ http: connection.http, apiUrl: null });
  for (const code of ['131047', '131026', '131056', '131048', '190', '132001']) {
    expect(explain(code), code).toMatch(/^[A-Z].+\.$/);
  }
  expect(explain('toString')).toBeNull();
});
