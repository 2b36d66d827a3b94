import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CarrierFake } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../../kit/carrier-senders.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { endsWithTest } from '../../kit/left-running.ts';
import { customerPhone, customerWrites, sandboxSender } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import { type Client, clientOf, startTestServer } from '../../kit/test-server.ts';

let fake: CarrierFake;
let installation: ModelInstallation;
beforeAll(async () => {
  fake = await startCarrierFake();
  installation = await startModelInstallation({ environment: carrierEnvironment(fake) });
});
afterAll(async () => {
  await installation.stop();
  await fake.close();
});

interface Message {
  author: string;
  unanswered_reason: string | null;
}

async function customerOf(fields: Record<string, unknown> = {}) {
  const account = await installation.server.account();
  const assistant = await installation.assistant(account, fields);
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  const from = customerPhone();
  let ids = { conversation_id: 0, conversation_uuid: '' };
  const messages = async (): Promise<Message[]> =>
    (await account.get(`/user/msgapp/conversations/${ids.conversation_id}/messages`)).body.data;
  return {
    account,
    assistant,
    path: (rest = '') => `/user/conversations/${ids.conversation_uuid}${rest}`,
    /** Writes a message and waits until it is answered. @returns null, or why it stays unanswered */
    write: async (message: string): Promise<string | null> => {
      ids = (await customerWrites(account, sender.id, { from, message })).body.data;
      const all = await eventually(
        messages,
        (list) => list.at(-1)?.author === 'ai' || list.at(-1)?.unanswered_reason !== null,
      );
      return all.at(-1)?.unanswered_reason ?? null;
    },
    answers: async () => (await messages()).filter(({ author }) => author === 'ai').length,
    silence: async () =>
      (await account.get(`/user/conversations/${ids.conversation_uuid}`)).body.data.silence,
    /** Moves everything in the conversation into the past. */
    age: (minutes: number) =>
      installation.server.database.query(
        `with older as (
           update messages set created_at = created_at - $2 * interval '1 minute' where conversation_id = $1)
         update conversations set silent_since = silent_since - $2 * interval '1 minute',
           silent_until = silent_until - $2 * interval '1 minute' where id = $1`,
        [ids.conversation_id, minutes],
      ),
  };
}

const balanceOf = async (account: Client): Promise<number> =>
  (await account.get('/user/me')).body.total_balance;

describe('an automatic reply to every answer', () => {
  const AUTOMATIC = 'Thank you for contacting us! We will reply soon.';

  async function robot() {
    const customer = await customerOf();
    const reasons = [await customer.write('Hello?')];
    for (let count = 0; count < 8; count += 1) reasons.push(await customer.write(AUTOMATIC));
    return { ...customer, reasons };
  }

  test('is answered a few times, and the conversation says why it stops', async () => {
    const { account, reasons, answers, silence } = await robot();
    const silent = 'AUTOMATIC_REPLIES';
    expect(reasons).toEqual([null, null, null, null, silent, silent, silent, silent, silent]);
    expect(await answers()).toBe(4);
    expect(await balanceOf(account)).toBe(99.96);
    expect(await unexplainedMoney(installation.server.database)).toEqual([]);
    expect((await silence()).reason).toBe(silent);
  });

  test('pauses the assistant for ten minutes', async () => {
    const { write, silence, age } = await robot();
    await age(9);
    expect(await write('Do you have a table for two?')).toBe('AUTOMATIC_REPLIES');
    await age(2);
    expect(await silence()).toBeNull();
    expect(await write('Do you have a table for two?')).toBeNull();
  });

  test.each([
    ['enable-ai', {}],
    ['messages', { message: 'Hello, a person here.' }],
  ])('is answered again after POST /%s', async (verb, body) => {
    const { account, path, write, silence } = await robot();
    expect((await account.post(path(`/${verb}`), body)).status).toBe(200);
    expect(await silence()).toBeNull();
    expect(await write(AUTOMATIC)).toBeNull();
  });
});

test.each(CARRIER_CASES)('two robots over $provider stop, and the conversation says why', async (carrier) => {
  const account = await installation.server.account();
  const assistant = await installation.assistant(account);
  const sender = await carrierSender(fake, account, { carrier, fields: { assistant_id: assistant.id } });
  const phone = customerPhone();
  const said = {
    account: carrier.account,
    url: sender.url,
    from: carrier.address(phone),
    to: carrier.address(carrier.phoneNumber),
  };
  const answers = async () =>
    (await fake.messages()).filter(({ to }) => to === carrier.address(phone) || to === phone).length;
  const talk = async () => (await account.get('/user/inbox?type=msgapp')).body.data[0];
  // The other robot answers each of our answers, however often it gets one.
  let isAnswered = true;
  for (let sent = 0; isAnswered; sent += 1) {
    expect(sent).toBeLessThan(10);
    const text = sent === 0 ? 'Hello?' : 'Thank you for contacting us! We will reply soon.';
    expect((await fake.customerWrites({ ...said, text })).status).toBe(200);
    const messages: Message[] = await eventually(
      async () => {
        const { id } = await talk();
        return (await account.get(`/user/msgapp/conversations/${id}/messages`)).body.data;
      },
      (all: Message[]) => all.at(-1)?.author === 'ai' || all.at(-1)?.unanswered_reason !== null,
    );
    isAnswered = messages.at(-1)?.author === 'ai';
    if (isAnswered) await eventually(answers, (count) => count > sent);
  }
  expect(await answers()).toBe(4);
  const { id } = await talk();
  const { silence } = (await account.get(`/user/conversations/${id}`)).body.data;
  expect(silence.reason).toBe('AUTOMATIC_REPLIES');
});

describe('max_replies_per_customer_day', () => {
  test('ends the answers on a channel until a day has passed or the limit is raised', async () => {
    const customer = await customerOf({ max_replies_per_customer_day: 2 });
    const { account, assistant, write, silence, age } = customer;
    expect([await write('One?'), await write('Two?'), await write('Three?')]).toEqual([
      null,
      null,
      'DAILY_LIMIT',
    ]);
    expect(await balanceOf(account)).toBe(99.98);
    const { reason, until } = await silence();
    expect(reason).toBe('DAILY_LIMIT');
    const [first] = await installation.server.database.query<{ ends: string }>(
      `select iso_timestamp(min(created_at) + interval '1 day') as ends from messages
       where user_id = $1 and author = 'ai'`,
      [account.userId],
    );
    expect(until).toBe(first?.ends);
    await account.put(`/user/assistant/${assistant.id}`, { max_replies_per_customer_day: 3 });
    expect([await write('Four?'), await write('Five?')]).toEqual([null, 'DAILY_LIMIT']);
    await age(24 * 60);
    expect(await write('Six?')).toBeNull();
    expect(await silence()).toBeNull();
  });

  test('is no limit when null', async () => {
    const { write } = await customerOf({ max_replies_per_customer_day: null });
    expect(await write('One?')).toBeNull();
  });

  test('makes generate-reply return 429 and charges nothing, except while a person answers', async () => {
    const account = await installation.server.account();
    const assistant = await installation.assistant(account, { max_replies_per_customer_day: 1 });
    const ask = (customer = 'ada') =>
      account.post('/user/ai/generate-reply', {
        assistant_id: assistant.id,
        customer_identifier: customer,
        message: 'Hello?',
      });
    const first = await ask();
    expect(first.status).toBe(200);
    const before = await balanceOf(account);
    const second = await ask();
    expect(second.status).toBe(429);
    expect(second.body.error_code).toBe('DAILY_LIMIT');
    expect(second.body.retry_after).toBeGreaterThan(86_000);
    expect(await balanceOf(account)).toBe(before);
    const view = (await account.get(`/user/conversations/${first.body.conversation_id}`)).body.data;
    expect(view).toMatchObject({ message_count: 3, silence: { reason: 'DAILY_LIMIT' } });
    expect((await ask('bob')).status).toBe(200);
    await account.post(`/user/conversations/${first.body.conversation_id}/disable-ai`);
    expect((await ask()).body).toMatchObject({ success: true, ai_disabled: true });
  });

  test('is not exceeded by messages that reach two processes at once', async () => {
    const { server, model } = installation;
    const second = await startTestServer({
      beside: server.testDatabase,
      environment: { PARLEY_LLM_BASE_URL: model.baseUrl, PARLEY_LLM_MODELS: 'main,spare' },
    });
    endsWithTest(second.stop);
    const account = await server.account();
    const assistant = await installation.assistant(account, { max_replies_per_customer_day: 2 });
    const clients = [account, clientOf(second.api, account.token)];
    const body = { assistant_id: assistant.id, customer_identifier: 'ada', message: 'Hello?' };
    const answers = await Promise.all(
      [...clients, ...clients].map((client) => client.post('/user/ai/generate-reply', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ body: { error_code } }) => error_code)).toEqual(['DAILY_LIMIT', 'DAILY_LIMIT']);
    expect(await unexplainedMoney(server.database)).toEqual([]);
  });
});
