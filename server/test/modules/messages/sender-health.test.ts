import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { CLOUD_TEMPLATE, cloudCustomerWrites } from '../../kit/carrier-customers.ts';
import { type CarrierFake, CLOUD_ACCOUNT, TWILIO_ACCOUNT } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import {
  CARRIER_CASES,
  type CarrierCase,
  carrierEnvironment,
  connectSender,
} from '../../kit/carrier-senders.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, sandboxSender } from '../../kit/messaging.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let fake: CarrierFake;
let server: TestServer;
let account: Client;

beforeAll(async () => {
  fake = await startCarrierFake();
  server = await startTestServer({ environment: carrierEnvironment(fake) });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});
beforeEach(async () => {
  await fake.behave({ kind: 'accept' });
  account = await server.account();
});

interface Health {
  quality: 'good' | 'bad' | 'unknown';
  limit: 2_000 | 10_000;
}

/** Makes the fake say this about its senders, in the format of each carrier. */
const says = {
  twilio: ({ quality, limit }: Health) => {
    const quality_rating = { good: 'HIGH', bad: 'LOW', unknown: null }[quality];
    const properties = { quality_rating, messaging_limit: `${limit / 1_000}K Customers/24hr` };
    return fake.addAccount({ ...TWILIO_ACCOUNT, sender: { profile: { name: 'Mill Inn' }, properties } });
  },
  cloud: ({ quality, limit }: Health) => {
    const quality_rating = { good: 'GREEN', bad: 'RED', unknown: 'UNKNOWN' }[quality];
    const whatsapp_business_manager_messaging_limit = `TIER_${limit / 1_000}K`;
    const health = { verified_name: 'Mill Inn', quality_rating, whatsapp_business_manager_messaging_limit };
    return fake.addAccount({ ...CLOUD_ACCOUNT, health });
  },
};

async function connected(carrier: CarrierCase, fields: object = {}): Promise<{ id: number; url: string }> {
  const answer = await connectSender(account, carrier, { ...fields });
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.data.id, url: answer.body.data.webhook_url };
}
const detail = async (id: number) => (await account.get(`/user/msgapp/senders/${id}`)).body.data;
const sync = (id: number) => account.post(`/user/msgapp/senders/${id}/templates/sync`);

test.each(CARRIER_CASES)('quality, limit and name are asked of $provider', async (carrier) => {
  await says[carrier.provider]({ quality: 'bad', limit: 2_000 });
  const { id } = await connected(carrier);
  const first = await detail(id);
  expect(first).toMatchObject({
    status: 'online',
    quality_rating: 'RED',
    messaging_limit: 2_000,
    messaging_limit_formatted: '2,000 customers / 24 hours',
    display_name: 'Mill Inn',
    problem: null,
  });
  await says[carrier.provider]({ quality: 'unknown', limit: 10_000 });
  await sync(id);
  const second = await detail(id);
  expect(second).toMatchObject({ quality_rating: 'RED', messaging_limit: 10_000 });
  expect(Date.parse(second.health_checked_at)).toBeGreaterThan(Date.parse(first.health_checked_at));
  await says[carrier.provider]({ quality: 'good', limit: 10_000 });
  await sync(id);
  expect((await account.get('/user/msgapp/senders')).body.data).toMatchObject([{ quality_rating: 'GREEN' }]);
});

test('a sandbox sender has no answer of a carrier', async () => {
  const { id } = await sandboxSender(account);
  expect(await detail(id)).toMatchObject({ quality_rating: 'GREEN', health_checked_at: null });
});

describe('a sender of the Cloud API', () => {
  const carrier = CARRIER_CASES.find(({ provider }) => provider === 'cloud');
  if (carrier === undefined) throw new Error('The Cloud API is missing.');
  const TOKEN_EXPIRED = { error: { code: 190, message: 'Session has expired' } };
  const expire = () => fake.behave({ kind: 'answer', status: 401, body: TOKEN_EXPIRED });
  const write = (url: string, phone: string) => cloudCustomerWrites(fake, url, { customer: { phone } });
  const reply = (id: number, recipient_phone: string) =>
    account.post('/user/msgapp/send-freeform', { sender_id: id, recipient_phone, message: 'Good day.' });

  test('is asked again when the carrier reports a change', async () => {
    await says.cloud({ quality: 'good', limit: 2_000 });
    const { id, url } = await connected(carrier);
    await says.cloud({ quality: 'bad', limit: 2_000 });
    const said = { metadata: undefined, display_phone_number: '40312345679', event: 'FLAGGED' };
    await fake.says({ account: carrier.account, url, field: 'phone_number_quality_update', said });
    await eventually(
      () => detail(id),
      ({ quality_rating }) => quality_rating === 'RED',
    );
  });

  test('is offline after an expired token, and online with a new one', async () => {
    await fake.addAccount(CLOUD_ACCOUNT);
    const { id, url } = await connected(carrier);
    const phone = customerPhone();
    await write(url, phone);
    await expire();
    expect((await reply(id, phone)).body.error_code).toBe('CARRIER_REFUSED');
    const expired = { status: 'offline', problem: 'The access token has expired: create a new one.' };
    expect(await detail(id)).toMatchObject(expired);
    expect((await account.get('/user/msgapp/senders')).body.data).toEqual([]);
    await fake.behave({ kind: 'accept' });
    expect((await reply(id, phone)).body.error_code).toBe('SENDER_OFFLINE');
    const path = `/user/msgapp/senders/${id}`;
    const renewed = await account.put(path, { credentials: carrier.credentials });
    expect(renewed.body.data).toMatchObject({ status: 'online', problem: null });
    expect((await reply(id, phone)).status).toBe(200);
  });

  test('is offline after a sync with a revoked token, and online again when the carrier accepts it', async () => {
    await fake.addAccount(CLOUD_ACCOUNT);
    const { id } = await connected(carrier);
    await fake.addAccount({ ...CLOUD_ACCOUNT, accessToken: 'another' });
    expect((await sync(id)).status).toBe(503);
    const offline = await detail(id);
    expect(offline).toMatchObject({ status: 'offline' });
    expect(offline.problem).toContain('does not accept the access token');
    await fake.addAccount(CLOUD_ACCOUNT);
    await account.put(`/user/msgapp/senders/${id}`, { status: 'online' });
    await eventually(
      () => detail(id),
      ({ status, problem }) => status === 'online' && problem === null,
    );
    await account.put(`/user/msgapp/senders/${id}`, { status: 'offline' });
    await sync(id);
    expect(await detail(id)).toMatchObject({ status: 'offline', problem: null });
  });

  test('with an expired token leaves messages unanswered because it is offline', async () => {
    await fake.addAccount({ ...CLOUD_ACCOUNT, templates: [CLOUD_TEMPLATE] });
    const { id: assistant_id } = await createAssistant(account);
    const { id, url } = await connected(carrier, { assistant_id });
    await expire();
    const phone = customerPhone();
    await write(url, phone);
    const query = new URLSearchParams({ sender_id: String(id), recipient_phone: phone });
    const { conversation_id } = (await account.get(`/user/msgapp/session-status?${query}`)).body;
    const path = `/user/msgapp/conversations/${conversation_id}/messages`;
    await eventually(
      async () => (await account.get(path)).body.data[0],
      ({ unanswered_reason }) => unanswered_reason === 'SENDER_OFFLINE',
    );
    expect(await detail(id)).toMatchObject({ status: 'offline' });
  });
});
