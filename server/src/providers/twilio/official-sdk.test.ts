import twilio from 'twilio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CarrierFake, TWILIO_ACCOUNT } from '../../../test/kit/carrier-fake/carrier-fake.ts';
import { loopbackHttp, never, outgoing } from '../../../test/kit/carrier-fake/carrier-kit.ts';
import { startCarrierFake } from '../../../test/kit/carrier-fake/start-carrier-fake.ts';
import type { CarrierTemplate, MessagingCarrier, OutgoingMessage } from '../interfaces/messaging-carrier.ts';
import { createTwilioVendor } from './vendor.ts';

const { accountSid, authToken } = TWILIO_ACCOUNT;
const connection = loopbackHttp();
let fake: CarrierFake;
let ours: MessagingCarrier;
let official: ReturnType<typeof twilio>;
let requestsBefore = 0;

beforeAll(async () => {
  fake = await startCarrierFake();
  const templates = ['HX1', 'HX2', 'HX3', 'HX4', 'HX5'].map((sid) => ({
    sid,
    friendly_name: sid.toLowerCase(),
    language: 'en',
    variables: {},
    types: { 'twilio/text': { body: `Words of ${sid}` } },
    approval_requests: { name: sid.toLowerCase(), category: 'UTILITY', status: 'approved' },
  }));
  await fake.addAccount({ ...TWILIO_ACCOUNT, templates });
  const vendor = createTwilioVendor({ http: connection.http, apiUrl: fake.origin });
  ours = vendor.connect({ account_sid: accountSid, auth_token: authToken });
  official = twilio(accountSid, authToken);
  official.api.baseUrl = fake.origin;
  official.content.baseUrl = fake.origin;
});
afterAll(async () => {
  await fake.close();
  await connection.close();
});
beforeEach(async () => {
  requestsBefore = (await fake.requests()).length;
});

/** The compared parts of a request: method, path, credentials and all parameters. */
async function requestsSince(): Promise<object[]> {
  const requests = (await fake.requests()).slice(requestsBefore);
  requestsBefore += requests.length;
  return requests.map(({ method, path, headers, body }) => {
    const url = new URL(path, 'http://fake');
    return {
      method,
      path: url.pathname,
      authorization: headers['authorization'],
      contentType: headers['content-type']?.split(';')[0],
      parameters: [...new URLSearchParams(body)].sort(),
    };
  });
}

const template: CarrierTemplate = {
  reference: 'HXb5b62575e6e4ff6129ad7c8efe1f983e',
  name: 'reminder',
  language: 'en',
  category: 'utility',
  status: 'approved',
  bodyText: 'Dear {{1}}, see you at {{2}}.',
  variables: ['1', 'when'],
};
const statusCallback = `${outgoing().statusUrl}?reference=message-7`;

interface Case {
  message: OutgoingMessage;
  sdk: Parameters<ReturnType<typeof twilio>['messages']['create']>[0];
}

const cases: Record<string, Case> = {
  'a text of the chat channel': {
    message: outgoing(),
    sdk: {
      from: 'whatsapp:+40312345678',
      to: 'whatsapp:+40721234567',
      body: 'Hello, Ștefan & Ана! 2 + 2 = 4 %',
      statusCallback,
    },
  },
  'an SMS': {
    message: outgoing({ channel: 'sms', content: { kind: 'text', text: 'Line\none' } }),
    sdk: { from: '+40312345678', to: '+40721234567', body: 'Line\none', statusCallback },
  },
  'a template': {
    message: outgoing({ content: { kind: 'template', template, values: ['Ana', '9:30'], text: 'Dear Ana' } }),
    sdk: {
      from: 'whatsapp:+40312345678',
      to: 'whatsapp:+40721234567',
      contentSid: template.reference,
      contentVariables: JSON.stringify({ 1: 'Ana', when: '9:30' }),
      statusCallback,
    },
  },
  'a template whose second variable is in a button': {
    message: outgoing({
      content: {
        kind: 'template',
        template: { ...template, bodyText: 'Dear {{1}}, see you {{3}}.', variables: ['1', '2', '3'] },
        values: ['Ana', 'abc', 'Monday'],
        text: 'Dear Ana, see you Monday.',
      },
    }),
    sdk: {
      from: 'whatsapp:+40312345678',
      to: 'whatsapp:+40721234567',
      contentSid: template.reference,
      contentVariables: JSON.stringify({ 1: 'Ana', 2: 'abc', 3: 'Monday' }),
      statusCallback,
    },
  },
  'a template without variables': {
    message: outgoing({
      content: { kind: 'template', template: { ...template, variables: [] }, values: [], text: 'Hi' },
    }),
    sdk: {
      from: 'whatsapp:+40312345678',
      to: 'whatsapp:+40721234567',
      contentSid: template.reference,
      statusCallback,
    },
  },
};

describe('sends the same request as the official SDK', () => {
  it.each(Object.entries(cases))('for %s', async (_what, { message, sdk }) => {
    const submission = await ours.send(message, never);
    const [ourRequest] = await requestsSince();
    const created = await official.messages.create(sdk);
    const [officialRequest] = await requestsSince();
    expect(ourRequest).toEqual(officialRequest);
    expect(submission).toMatchObject({ kind: 'accepted', state: created.status });
    const taken = (await fake.messages()).slice(-2);
    expect({ ...taken[0], providerMessageId: created.sid }).toEqual(taken[1]);
  });

  it('for all pages of templates', async () => {
    const listed = await ours.listTemplates(never);
    const ourPaths = (await requestsSince()).map((request) => JSON.stringify(request));
    const contents = await official.content.v1.contentAndApprovals.list();
    const officialPaths = (await requestsSince()).map((request) => JSON.stringify(request));
    expect(new Set(ourPaths)).toEqual(new Set(officialPaths));
    expect(listed.map(({ reference }) => reference)).toEqual(contents.map(({ sid }) => sid));
  });

  it('and gets the same error for wrong credentials', async () => {
    const wrong = createTwilioVendor({ http: connection.http, apiUrl: fake.origin }).connect({
      account_sid: accountSid,
      auth_token: 'wrong',
    });
    const stranger = twilio(accountSid, 'wrong');
    stranger.api.baseUrl = fake.origin;
    const refusal = stranger.messages.create({ from: '+40312345678', to: '+40721234567', body: 'Hi' });
    await expect(refusal).rejects.toMatchObject({ code: 20003 });
    expect(await wrong.send(outgoing(), never)).toMatchObject({ kind: 'refused', code: '20003' });
  });
});
