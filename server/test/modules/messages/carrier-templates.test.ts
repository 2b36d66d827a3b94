import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CarrierFake,
  CLOUD_ACCOUNT,
  type FakeAccount,
  TWILIO_ACCOUNT,
} from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import {
  CARRIER_CASES,
  type CarrierCase,
  carrierEnvironment,
  carrierSender,
} from '../../kit/carrier-senders.ts';
import { CLOUD_TEMPLATES, cloudTemplates } from '../../kit/cloud-templates.ts';
import { customerPhone } from '../../kit/messaging.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';

let fake: CarrierFake;
let server: TestServer;

beforeAll(async () => {
  fake = await startCarrierFake();
  server = await startTestServer({ environment: carrierEnvironment(fake) });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

/** Three templates, so that the list has two pages; the third is not approved. */
function templatesOf(carrier: CarrierCase): Record<string, unknown>[] {
  const texts = ['Dear {{1}}, your order {{2}} is ready.', 'Hello {{name}}!', 'Wait.'];
  return texts.map((text, index) =>
    carrier.provider === 'twilio'
      ? {
          sid: `HX${index}`,
          language: 'en',
          types: { 'twilio/text': { body: text } },
          approval_requests: {
            name: `t${index}`,
            category: 'UTILITY',
            status: index < 2 ? 'approved' : 'pending',
          },
        }
      : {
          id: `90${index}`,
          name: `t${index}`,
          language: 'en',
          category: 'UTILITY',
          status: index < 2 ? 'APPROVED' : 'PENDING',
          components: [{ type: 'BODY', text }],
        },
  );
}

/** The carrier's request for `t0` with the values Ana and 7. */
const FILLED = {
  twilio: { ContentSid: 'HX0', ContentVariables: '{"1":"Ana","2":"7"}' },
  cloud: {
    name: 't0',
    language: { code: 'en' },
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Ana' },
          { type: 'text', text: '7' },
        ],
      },
    ],
  },
};

describe.each(CARRIER_CASES)('templates of $provider', (carrier) => {
  async function synchronized() {
    const account = await server.account();
    const sender = await carrierSender(fake, account, { carrier, templates: templatesOf(carrier) });
    const path = `/user/msgapp/senders/${sender.id}/templates`;
    const synced = await account.post(`${path}/sync`);
    expect(synced.status, synced.text).toBe(200);
    return { account, sender, path };
  }

  test('are read from all pages, with their approval', async () => {
    const { account, path } = await synchronized();
    const all = await account.get(`${path}?status=all`);
    const statuses = all.body.data.map(({ name, status }: Record<string, string>) => [name, status]);
    expect(statuses.sort()).toEqual([
      ['t0', 'approved'],
      ['t1', 'approved'],
      ['t2', 'pending'],
    ]);
    expect((await account.get(path)).body.data).toHaveLength(2);
  });

  test('are sent with values and without text, to a customer who has never written', async () => {
    const { account, sender, path } = await synchronized();
    const templates = (await account.get(`${path}?status=all`)).body.data;
    const idOf = (name: string): number => templates.find((one: { name: string }) => one.name === name).id;
    const to = customerPhone();
    const send = (name: string, variables: object) =>
      account.post('/user/msgapp/send', {
        sender_id: sender.id,
        template_id: idOf(name),
        recipient_phone: to,
        variables,
      });
    const sent = await send('t0', { 1: 'Ana', 2: '7' });
    expect(sent.status, sent.text).toBe(200);
    const messages = (await fake.messages()).filter((message) => message.to.endsWith(to));
    expect(messages).toMatchObject([
      { providerMessageId: sent.body.message_sid, text: null, template: FILLED[carrier.provider] },
    ]);
    expect((await send('t1', { name: 'Bo' })).status).toBe(200);
    const pending = await send('t2', {});
    expect([pending.status, pending.body.error_code]).toEqual([422, 'TEMPLATE_NOT_APPROVED']);
  });

  test('stay stored, and the error is shown, when the carrier rejects the sync', async () => {
    const { account, sender, path } = await synchronized();
    await fake.addAccount(changedAccount(carrier));
    const failed = await account.post(`${path}/sync`);
    expect(failed.status).toBe(503);
    expect((await account.get(`${path}?status=all`)).body.data).toHaveLength(3);
    const shown = await account.get(`/user/msgapp/senders/${sender.id}`);
    expect(shown.body.data.templates_error).toMatch(/\S/);
  });
});

/** The same account with another secret, so that the carrier rejects the stored one. */
function changedAccount({ provider }: CarrierCase): FakeAccount {
  return provider === 'twilio'
    ? { ...TWILIO_ACCOUNT, authToken: 'changed' }
    : { ...CLOUD_ACCOUNT, accessToken: 'changed' };
}

describe('Cloud API templates with parts', () => {
  const carrier = CARRIER_CASES.find(({ provider }) => provider === 'cloud');

  async function listed() {
    if (carrier === undefined) throw new Error('Missing carrier case.');
    const account = await server.account();
    const sender = await carrierSender(fake, account, { carrier, templates: cloudTemplates() });
    const { body } = await account.post(`/user/msgapp/senders/${sender.id}/templates/sync`);
    const templates: Record<string, unknown>[] = body.data;
    const send = (name: string, variables: object) =>
      account.post('/user/msgapp/send', {
        sender_id: sender.id,
        template_id: templates.find((one) => one['name'] === name)?.['id'],
        recipient_phone: customerPhone(),
        variables,
      });
    return { account, templates, send };
  }

  // The unit test next to the provider sends all of them.
  test('are all listed, and are sent as the carrier wants them, or refused with a reason', async () => {
    const { templates, send } = await listed();
    expect(templates.map(({ name, variables }) => [name, variables])).toEqual(
      Object.entries(CLOUD_TEMPLATES).map(([name, { variables }]) => [name, variables]),
    );
    for (const name of ['location', 'offer', 'carousel', 'products']) {
      const { values = null } = CLOUD_TEMPLATES[name] ?? {};
      const template = templates.find((one) => one['name'] === name);
      const answer = await send(name, values ?? {});
      if (values === null) {
        expect(answer.body, name).toMatchObject({
          error_code: 'TEMPLATE_NOT_SUPPORTED',
          error: template?.['unsendable'],
        });
      } else expect([answer.status, template?.['unsendable']], `${name} ${answer.text}`).toEqual([200, null]);
    }
  });

  test('are not sent with values that the carrier would refuse', async () => {
    const { account, send } = await listed();
    const before = (await account.get('/user/me')).body.total_balance;
    const refused = async (name: string, variables: object): Promise<unknown> => {
      const { status, body } = await send(name, variables);
      return [status, body.error_code, body.error];
    };
    const mismatch = (problem: string) => [422, 'TEMPLATE_MISMATCH', problem];
    expect(await refused('numbered', { 1: 'a', 2: 'b\nc' })).toEqual(
      mismatch('Variable 2 (2) must not contain line breaks, tabs or more than four spaces in a row.'),
    );
    expect(await refused('picture', {})).toEqual(
      mismatch('The template needs a value for variable 1 (header_image).'),
    );
    expect(await refused('picture', { header_image: 'a.png' })).toEqual(
      mismatch('Variable 1 (header_image) must be the http or https URL of a file.'),
    );
    expect(await refused('code', { 1: '1234567890123456' })).toEqual(
      mismatch('Variable 1 (1) must not have more than 15 characters.'),
    );
    expect((await send('named', { 'First Name': 'Ana', 'Header Text': 'Ana' })).status).toBe(200);
    expect((await account.get('/user/me')).body.total_balance).toBeLessThan(before);
  });
});

test('a Twilio variable used only in a button is required, and each value keeps its position', async () => {
  const carrier = CARRIER_CASES.find(({ provider }) => provider === 'twilio');
  if (carrier === undefined) throw new Error('Missing carrier case.');
  const account = await server.account();
  const content = {
    sid: 'HXbutton',
    language: 'en',
    variables: { '1': 'Ana', '2': 'abc', '3': 'Monday' },
    types: { 'twilio/call-to-action': { body: 'Hello {{1}}, see you {{3}}.' } },
    approval_requests: { name: 'button', category: 'UTILITY', status: 'approved' },
  };
  const sender = await carrierSender(fake, account, { carrier, templates: [content] });
  const [template] = (await account.post(`/user/msgapp/senders/${sender.id}/templates/sync`)).body.data;
  expect(template).toMatchObject({ variables: ['1', '2', '3'], has_variables: true });
  const to = customerPhone();
  const send = (variables: object) =>
    account.post('/user/msgapp/send', {
      sender_id: sender.id,
      template_id: template.id,
      recipient_phone: to,
      variables,
    });
  const incomplete = await send({ 1: 'Ana', 3: 'Monday' });
  expect([incomplete.status, incomplete.body.error_code]).toEqual([422, 'TEMPLATE_MISMATCH']);
  expect((await send({ 1: 'Ana', 2: 'abc', 3: 'Monday' })).status).toBe(200);
  const taken = (await fake.messages()).filter((message) => message.to.endsWith(to));
  expect(taken).toMatchObject([
    { template: { ContentSid: 'HXbutton', ContentVariables: '{"1":"Ana","2":"abc","3":"Monday"}' } },
  ]);
});

test("the Cloud API checks a sender's webhook URL by its verify token", async () => {
  const carrier = CARRIER_CASES.find(({ provider }) => provider === 'cloud');
  if (carrier === undefined) throw new Error('Missing carrier case.');
  const sender = await carrierSender(fake, await server.account(), { carrier });
  const ask = (token: string) =>
    fetch(`${sender.url}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`);
  const right = await ask('verify-me');
  expect([right.status, right.headers.get('content-type'), await right.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '1158201444',
  ]);
  expect((await ask('guess')).status).toBe(403);
});
