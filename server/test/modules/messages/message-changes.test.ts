import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CarrierCustomer,
  cloudCustomerWrites,
  twilioCustomerWrites,
} from '../../kit/carrier-customers.ts';
import { type CarrierFake, CLOUD_ACCOUNT } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierEnvironment, carrierSender } from '../../kit/carrier-senders.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

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

const PRICE = 0.01;
let count = 0;

/** A customer of a sender whose assistant answers. */
async function customerOf(provider: 'cloud' | 'twilio', fields: Record<string, unknown> = {}) {
  const carrier = CARRIER_CASES.find((one) => one.provider === provider);
  if (carrier === undefined) throw new Error(`There is no carrier ${provider}.`);
  const account = await installation.server.account();
  const assistant = await installation.assistant(account, fields);
  const sender = await carrierSender(fake, account, { carrier, fields: { assistant_id: assistant.id } });
  const phone = customerPhone();
  const inCloud = (fields: object, customer: CarrierCustomer = { phone }) =>
    cloudCustomerWrites(fake, sender.url, { customer, fields });
  return {
    account,
    carrier,
    phone,
    sender,
    /** @returns the carrier's id of the message */
    writes: async (text: string, fields: object = {}): Promise<string> => {
      count += 1;
      const id = `wamid.change-${count}`;
      const said = { id, timestamp: '1800000000', text: { body: text }, ...fields };
      expect((await inCloud(said)).status).toBe(200);
      return id;
    },
    edits: (id: string, text: string, timestamp = '1800000060') =>
      inCloud({
        type: 'edit',
        timestamp,
        edit: { original_message_id: id, message: { type: 'text', text: { body: text } } },
      }),
    deletes: (id: string) =>
      inCloud({ type: 'revoke', timestamp: '1800000120', revoke: { original_message_id: id } }),
    reacts: (id: string, emoji: string | undefined) =>
      provider === 'cloud'
        ? inCloud({ type: 'reaction', reaction: { message_id: id, emoji } })
        : twilioCustomerWrites(fake, sender.url, {
            customer: { phone, text: emoji ?? '' },
            carrier,
            fields: { MessageType: 'reaction', OriginalRepliedMessageSid: id },
          }),
    says: (said: Record<string, unknown>, field: string) =>
      fake.says({ account: CLOUD_ACCOUNT.phoneNumberId, url: sender.url, field, said }),
  };
}

interface Message {
  author: string;
  content: string;
  unanswered_reason: string | null;
  reaction: string | null;
  edited_at: string | null;
  deleted_at: string | null;
  attachments: unknown[];
}

async function threadOf(account: Client): Promise<Message[]> {
  const [talk] = (await account.get('/user/inbox?type=msgapp')).body.data;
  if (talk === undefined) return [];
  return (await account.get(`/user/msgapp/conversations/${talk.id}/messages`)).body.data;
}

const untilThread = (account: Client, length: number): Promise<Message[]> =>
  eventually(
    () => threadOf(account),
    (messages) => messages.length >= length,
  );

/** Waits until no turn is pending. */
const untilQuiet = (): Promise<unknown[]> =>
  eventually(
    () => installation.server.database.query('select from pending_answers'),
    (rows) => rows.length === 0,
  );

const spentBy = async (account: Client): Promise<number> => {
  const { total_balance: balance } = (await account.get('/user/me')).body;
  return Math.round((100 - balance) / PRICE);
};

const lastPrompt = (): string => JSON.stringify(installation.model.requests.at(-1)?.messages);

test.each(['cloud', 'twilio'] as const)(
  'a reaction over %s is shown at its message and not answered',
  async (provider) => {
    const { account, phone, sender, carrier, reacts } = await customerOf(provider);
    installation.model.replace({ kind: 'answer', text: 'At nine.' });
    await (provider === 'cloud'
      ? cloudCustomerWrites(fake, sender.url, { customer: { phone } })
      : twilioCustomerWrites(fake, sender.url, { customer: { phone }, carrier }));
    await untilThread(account, 2);
    const asked = installation.model.requests.length;
    const answer = (await fake.messages()).findLast(({ to }) => to === carrier.address(phone));
    await reacts(answer?.providerMessageId ?? '', '👍');
    expect((await threadOf(account)).map(({ reaction }) => reaction)).toEqual([null, '👍']);
    await reacts(answer?.providerMessageId ?? '', undefined);
    expect((await threadOf(account)).map(({ reaction }) => reaction)).toEqual([null, null]);
    await untilQuiet();
    expect([installation.model.requests.length, await spentBy(account)]).toEqual([asked, 1]);
  },
);

test('a sticker is shown and not answered', async () => {
  const { account, writes } = await customerOf('cloud');
  const asked = installation.model.requests.length;
  await writes('', { type: 'sticker', sticker: { id: '9', mime_type: 'image/webp' } });
  await untilQuiet();
  expect(await threadOf(account)).toMatchObject([{ unanswered_reason: 'NO_QUESTION' }]);
  expect([installation.model.requests.length, await spentBy(account)]).toEqual([asked, 0]);
});

describe('an edit', () => {
  test('of an answered message is answered once more, for the price of one answer', async () => {
    const { account, writes, edits } = await customerOf('cloud');
    installation.model.replace(
      { kind: 'answer', text: 'Booked for 3.' },
      { kind: 'answer', text: 'Booked for 5.' },
    );
    const id = await writes('A table at 3 pm');
    await untilThread(account, 2);
    await untilQuiet();
    await edits(id, 'A table at 5 pm');
    // Carriers repeat their reports.
    await edits(id, 'A table at 5 pm');
    const thread = await untilThread(account, 3);
    await untilQuiet();
    expect(thread.map(({ content }) => content)).toEqual([
      'A table at 5 pm',
      'Booked for 3.',
      'Booked for 5.',
    ]);
    expect(thread[0]?.edited_at).not.toBeNull();
    expect(lastPrompt()).toContain('[Edited] A table at 5 pm');
    expect(lastPrompt()).not.toContain('A table at 3 pm');
    expect((await threadOf(account)).length).toBe(3);
    expect(await spentBy(account)).toBe(2);
  });

  test('counts towards the limit of answers to a customer when it is answered', async () => {
    const { account, writes, edits } = await customerOf('cloud', { max_replies_per_customer_day: 2 });
    installation.model.replace({ kind: 'answer', text: 'One.' }, { kind: 'answer', text: 'Two.' });
    const id = await writes('A table at 3 pm');
    await untilThread(account, 2);
    await untilQuiet();
    await edits(id, 'A table at 5 pm');
    await untilThread(account, 3);
    await untilQuiet();
    await edits(id, 'A table at 6 pm', '1800000120');
    await untilQuiet();
    await writes('And one at 7 pm?');
    await untilQuiet();
    const thread = await untilThread(account, 4);
    expect(thread.map(({ content }) => content)).toEqual([
      'A table at 6 pm',
      'One.',
      'Two.',
      'And one at 7 pm?',
    ]);
    expect([thread[0]?.unanswered_reason, thread[3]?.unanswered_reason]).toEqual([
      'DAILY_LIMIT',
      'DAILY_LIMIT',
    ]);
    expect(await spentBy(account)).toBe(2);
  });

  test('while the model answers replaces the question, and the answer to the old text is not sent', async () => {
    const { account, phone, writes, edits } = await customerOf('cloud');
    installation.model.replace(
      { kind: 'drip', text: 'Booked for 3.' },
      { kind: 'answer', text: 'Booked for 5.' },
    );
    const arrival = installation.model.nextRequest();
    const id = await writes('A table at 3 pm');
    await arrival;
    await edits(id, 'A table at 5 pm');
    while (installation.model.next());
    await untilThread(account, 2);
    await untilQuiet();
    expect((await threadOf(account)).map(({ content }) => content)).toEqual([
      'A table at 5 pm',
      'Booked for 5.',
    ]);
    const sent = (await fake.messages()).filter(({ to }) => to === phone);
    expect([sent.length, await spentBy(account)]).toEqual([1, 1]);
  });

  test('that arrives before its message, or late, leaves the latest text', async () => {
    const { account, phone, sender, edits } = await customerOf('cloud');
    installation.model.replace({ kind: 'answer', text: 'Yes.' });
    await edits('wamid.unseen', 'The new text');
    await untilThread(account, 2);
    const original = { id: 'wamid.unseen', text: { body: 'The old text' } };
    await cloudCustomerWrites(fake, sender.url, { customer: { phone }, fields: original });
    await edits('wamid.unseen', 'An earlier edit', '1800000010');
    await untilQuiet();
    expect((await threadOf(account)).map(({ content }) => content)).toEqual(['The new text', 'Yes.']);
  });

  test('to STOP opts the customer out', async () => {
    const { account, phone, writes, edits } = await customerOf('cloud');
    installation.model.replace({ kind: 'answer', text: 'Hello.' });
    const id = await writes('STOPP IT');
    await untilThread(account, 2);
    await edits(id, 'STOP');
    expect((await threadOf(account))[0]).toMatchObject({ content: 'STOP', unanswered_reason: 'OPTED_OUT' });
    const listed = (await account.get('/user/blacklist')).body.data;
    expect(listed).toMatchObject([{ phone_number: phone, source: 'message' }]);
  });
});

describe('a deletion', () => {
  test('while the model answers stops the answer, and removes text and files', async () => {
    const { account, phone, writes, deletes } = await customerOf('cloud');
    installation.model.replace({ kind: 'drip', text: 'My secret answer.' });
    const arrival = installation.model.nextRequest();
    const id = await writes('', {
      type: 'image',
      image: { id: '9', mime_type: 'image/png', caption: 'My card' },
    });
    await arrival;
    await deletes(id);
    while (installation.model.next());
    await untilQuiet();
    const [message, ...rest] = await threadOf(account);
    expect([message, rest]).toMatchObject([
      { content: '[Deleted message]', attachments: [], unanswered_reason: 'NO_QUESTION' },
      [],
    ]);
    expect(message?.deleted_at).not.toBeNull();
    expect((await fake.messages()).filter(({ to }) => to === phone)).toEqual([]);
    expect(await spentBy(account)).toBe(0);
  });

  test('of one of two waiting messages leaves the other, and the model reads only that', async () => {
    const { account, writes, deletes } = await customerOf('cloud');
    installation.model.replace({ kind: 'drip', text: 'Too early' }, { kind: 'answer', text: 'At nine.' });
    const arrival = installation.model.nextRequest();
    await writes('When do you open?');
    await arrival;
    await deletes(await writes('My password is x7'));
    while (installation.model.next());
    const thread = await untilThread(account, 3);
    await untilQuiet();
    expect(thread.map(({ content }) => content)).toEqual([
      'When do you open?',
      '[Deleted message]',
      'At nine.',
    ]);
    expect(lastPrompt()).toContain('When do you open?');
    expect(lastPrompt()).not.toContain('x7');
    expect(await spentBy(account)).toBe(1);
  });

  test('of an answered message hides its text from later prompts and asks nothing', async () => {
    const { account, writes, deletes } = await customerOf('cloud');
    installation.model.replace({ kind: 'answer', text: 'Noted.' }, { kind: 'answer', text: 'Hello again.' });
    const id = await writes('My password is x7');
    await untilThread(account, 2);
    await untilQuiet();
    const asked = installation.model.requests.length;
    await deletes(id);
    await deletes(id);
    await untilQuiet();
    expect(installation.model.requests.length).toBe(asked);
    await writes('Hello?');
    await untilThread(account, 4);
    expect(lastPrompt()).not.toContain('x7');
  });

  test('that arrives before its message leaves nothing to answer', async () => {
    const { account, phone, sender, deletes } = await customerOf('cloud');
    const asked = installation.model.requests.length;
    await deletes('wamid.unseen-2');
    const original = { id: 'wamid.unseen-2', text: { body: 'My password is x7' } };
    await cloudCustomerWrites(fake, sender.url, { customer: { phone }, fields: original });
    await untilQuiet();
    expect(await threadOf(account)).toMatchObject([{ content: '[Deleted message]' }]);
    expect(installation.model.requests.length).toBe(asked);
  });
});

test.each(['cloud', 'twilio'] as const)(
  'references of a message over %s are shown, and given to the model',
  async (provider) => {
    const { account, phone, sender, carrier } = await customerOf(provider);
    const writes = (text: string, cloud: object, twilio: object) =>
      provider === 'cloud'
        ? cloudCustomerWrites(fake, sender.url, { customer: { phone, text }, fields: cloud })
        : twilioCustomerWrites(fake, sender.url, { customer: { phone, text }, carrier, fields: twilio });
    installation.model.replace({ kind: 'answer', text: 'Red shoes, 40 EUR.' });
    const headline = 'Summer sale';
    await writes('What do you have?', { referral: { headline } }, { ReferralHeadline: headline });
    await untilThread(account, 2);
    await untilQuiet();
    expect(lastPrompt()).toContain('[Came from the advertisement: Summer sale]');
    const shown = (await fake.messages()).findLast(({ to }) => to === carrier.address(phone));
    const id = shown?.providerMessageId ?? '';
    await writes('This one', { context: { id } }, { OriginalRepliedMessageSid: id });
    await untilThread(account, 4);
    await untilQuiet();
    expect(lastPrompt()).toContain('[In reply to: \\"Red shoes, 40 EUR.\\"]\\nThis one');
    const button = { text: 'Cancel', payload: 'CANCEL_17' };
    await writes('Cancel', { type: 'button', button }, { ButtonText: 'Cancel', ButtonPayload: 'CANCEL_17' });
    const thread = await untilThread(account, 6);
    await untilQuiet();
    expect(lastPrompt()).toContain('Cancel\\n[Chosen option: CANCEL_17]');
    expect(thread.filter(({ author }) => author === 'customer')).toMatchObject([
      { about: { referral: { headline }, quoted: null } },
      { about: { quoted: { content: 'Red shoes, 40 EUR.' } } },
      { content: 'Cancel', about: { choice: { title: 'Cancel', payload: 'CANCEL_17' } } },
    ]);
  },
);

describe('an answer that is being stored is not sent', () => {
  /** Makes a change whose transaction has begun, but not ended, when the answer is stored. */
  async function whileStoring(account: Client, change: () => Promise<unknown>): Promise<void> {
    const { database } = installation.server;
    const changed = Promise.withResolvers<unknown>();
    const untilWaiting = (count: number) =>
      eventually(
        () =>
          database.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ({ length }) => length >= count,
      );
    await database.transaction(async (transaction) => {
      await transaction.query('select from conversations where user_id = $1 for no key update', [
        account.userId,
      ]);
      change().then(changed.resolve, changed.reject);
      await untilWaiting(1);
      while (installation.model.next());
      await untilWaiting(2);
    });
    await changed.promise;
  }

  async function answering() {
    const customer = await customerOf('cloud');
    installation.model.replace(
      { kind: 'drip', text: 'Booked for 3.' },
      { kind: 'answer', text: 'Booked for 5.' },
    );
    const arrival = installation.model.nextRequest();
    const id = await customer.writes('A table at 3 pm');
    await arrival;
    return { ...customer, id };
  }

  test('if the customer edits the question, which is answered instead', async () => {
    const { account, id, edits } = await answering();
    await whileStoring(account, () => edits(id, 'A table at 5 pm'));
    await untilThread(account, 2);
    await untilQuiet();
    expect((await threadOf(account)).map(({ content }) => content)).toEqual([
      'A table at 5 pm',
      'Booked for 5.',
    ]);
    expect(await spentBy(account)).toBe(1);
  });

  test('if the account writes in the carrier’s app', async () => {
    const { account, phone, says } = await answering();
    const echo = { id: `wamid.echo-${phone}`, to: phone.slice(1), type: 'text', text: { body: 'Yes!' } };
    await whileStoring(account, () => says({ message_echoes: [echo] }, 'smb_message_echoes'));
    await untilQuiet();
    expect((await threadOf(account)).map(({ author }) => author)).toEqual(['customer', 'human']);
    expect(await spentBy(account)).toBe(0);
  });
});

describe('the account’s own message in the carrier’s app', () => {
  const ECHOES = 'smb_message_echoes';
  const talkOf = async (account: Client) => (await account.get('/user/inbox?type=msgapp')).body.data[0];

  test('pauses the AI of the thread until it is switched on again, and the answer in progress is not sent', async () => {
    const { account, phone, writes, says } = await customerOf('cloud');
    installation.model.replace({ kind: 'drip', text: 'The AI talks.' });
    const arrival = installation.model.nextRequest();
    await writes('Are you open?');
    await arrival;
    const echo = {
      id: `wamid.echo-${phone}`,
      to: phone.slice(1),
      type: 'text',
      text: { body: 'Ana here: yes!' },
    };
    await says({ message_echoes: [echo] }, ECHOES);
    while (installation.model.next());
    await untilQuiet();
    const thread = await threadOf(account);
    expect(thread.map(({ author, content }) => [author, content])).toEqual([
      ['customer', 'Are you open?'],
      ['human', 'Ana here: yes!'],
    ]);
    expect(await talkOf(account)).toMatchObject({ ai_enabled: false });
    await writes('Until when?');
    expect((await threadOf(account)).at(-1)).toMatchObject({ unanswered_reason: 'AI_DISABLED' });
    const { id } = await talkOf(account);
    await account.post(`/user/conversations/${id}/enable-ai`);
    // A repeated report changes nothing.
    await says({ message_echoes: [echo] }, ECHOES);
    installation.model.replace({ kind: 'answer', text: 'Until five.' });
    await writes('Until when, please?');
    await untilThread(account, 5);
    await untilQuiet();
    expect(lastPrompt()).toContain('Ana here: yes!');
    expect((await threadOf(account)).map(({ author }) => author)).toEqual([
      'customer',
      'human',
      'customer',
      'customer',
      'ai',
    ]);
    expect(await spentBy(account)).toBe(1);
  });

  test('opens the thread of a new customer, and may be edited and deleted', async () => {
    const { account, phone, says } = await customerOf('cloud');
    const to = phone.slice(1);
    const id = `wamid.echo-${phone}`;
    await says({ message_echoes: [{ id, to, type: 'text', text: { body: 'Good day!' } }] }, ECHOES);
    expect(await talkOf(account)).toMatchObject({ customer_phone: phone, ai_enabled: false });
    const edit = { original_message_id: id, message: { type: 'text', text: { body: 'Good evening!' } } };
    await says({ message_echoes: [{ id: 'e', to, type: 'edit', edit }] }, ECHOES);
    expect(await threadOf(account)).toMatchObject([{ author: 'human', content: 'Good evening!' }]);
    const revoke = { original_message_id: id };
    await says({ message_echoes: [{ id: 'r', to, type: 'revoke', revoke }] }, ECHOES);
    expect(await threadOf(account)).toMatchObject([{ author: 'human', content: '[Deleted message]' }]);
  });
});
