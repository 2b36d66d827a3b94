import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endReply } from '../../../src/modules/messages/answers/pending-answers.ts';
import { answerWaitingJob } from '../../../src/modules/messages/jobs.ts';
import { enqueue } from '../../../src/work/define-job.ts';
import { eventually } from '../../kit/eventually.ts';
import {
  type CarrierBehavior,
  type FakeCarrier,
  fakeCarrierVendor,
  startFakeCarrier,
} from '../../kit/fake-carrier.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import {
  connectFake,
  customerPhone,
  customerWrites,
  reportsOf,
  sandboxSender,
  TYPED,
} from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let carrier: FakeCarrier;
let installation: ModelInstallation;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  const messagingVendors = [fakeCarrierVendor(carrier.url)];
  installation = await startModelInstallation({ overrides: { messagingVendors } });
});
afterAll(async () => {
  await installation.stop();
  await carrier.close();
});
beforeEach(() => {
  carrier.behave = () => ({ kind: 'take' });
});

/** Each fills most of a message. */
const PARTS = ['One.', 'Two.', 'Three.'].map((word) => Array.from({ length: 500 }, () => word).join(' '));
const LONG = { kind: 'answer', text: PARTS.join('\n\n') } as const;

interface Message {
  author: string;
  content: string;
  unanswered_reason: string | null;
  delivery: { state: string } | null;
}

const messagesOf = async (account: Client, conversationId: number): Promise<Message[]> =>
  (await account.get(`/user/msgapp/conversations/${conversationId}/messages`)).body.data;

const untilQuiet = (): Promise<unknown[]> =>
  eventually(
    () => installation.server.database.query('select from pending_answers'),
    (rows) => rows.length === 0,
  );

const balanceOf = async (account: Client): Promise<number> =>
  (await account.get('/user/me')).body.total_balance;

/** The first words of messages. */
const firstWords = (texts: readonly string[]): string[] => texts.map((text) => text.split(' ', 1)[0] ?? '');

test('a long reply arrives in parts, in order, for the price of one message', async () => {
  const account = await installation.server.account();
  const assistant = await installation.assistant(account, { max_replies_per_customer_day: 2 });
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  const from = customerPhone();
  installation.model.replace(LONG, { kind: 'answer', text: 'Short.' });
  const { data } = (await customerWrites(account, sender.id, { from, message: 'Tell me all.' })).body;
  const messages = await eventually(
    () => messagesOf(account, data.conversation_id),
    (all) => all.length === 4 && all.slice(1).every(({ delivery }) => delivery?.state === 'read'),
  );
  expect(messages.map(({ author, content }) => [author, content])).toEqual([
    ['customer', 'Tell me all.'],
    ...PARTS.map((part) => ['ai', part]),
  ]);
  await untilQuiet();
  expect(await balanceOf(account)).toBe(99.99);
  // The parts are one of the two replies that the customer may get.
  await customerWrites(account, sender.id, { from, message: 'And in short?' });
  const all = await eventually(
    () => messagesOf(account, data.conversation_id),
    ({ length }) => length === 6,
  );
  expect(all.at(-1)?.content).toBe('Short.');
  const prompt = JSON.stringify(installation.model.requests.at(-1)?.messages);
  for (const part of PARTS) expect(prompt).toContain(part);
  await untilQuiet();
  expect(await balanceOf(account)).toBe(99.98);
});

/** A customer of a carrier that behaves as scripted. */
async function customerOfFake() {
  const account = await installation.server.account();
  const assistant = await installation.assistant(account);
  const { id } = await connectFake(account, { assistant_id: assistant.id });
  const from = customerPhone();
  let count = 0;
  const writes = async (text: string) => {
    count += 1;
    const said = { providerMessageId: `parts-${from}-${count}`, from, to: '', customerName: null, text };
    const [stored] = await reportsOf(installation.server, { id, userId: account.userId }, [
      { kind: 'message', channel: 'msgapp', media: [], sentAt: null, ...TYPED, ...said },
    ]);
    if (stored === undefined) throw new Error('The message was not stored.');
    return stored;
  };
  /** Changes the customer's message with this number, starting from 1. */
  const changes = async (
    number: number,
    change: { kind: 'edited'; text: string; isTyped: true } | { kind: 'deleted' },
  ) => {
    const target = `parts-${from}-${number}`;
    const customer = { from, channelUserId: null, to: '', customerName: null };
    await reportsOf(installation.server, { id, userId: account.userId }, [
      { kind: 'change', author: 'customer', target, ...customer, change, at: null },
    ]);
  };
  const edits = (number: number, text: string) => changes(number, { kind: 'edited', text, isTyped: true });
  const deletes = (number: number) => changes(number, { kind: 'deleted' });
  /** The first words of the messages that the carrier accepted for the customer. */
  const taken = (): string[] =>
    firstWords(carrier.taken.filter(({ to }) => to === from).map(({ text }) => text));
  return { account, writes, edits, deletes, taken };
}

/** Behaves once as given for the part that begins with a word; all others are accepted. */
function behaveOnce(word: string, behavior: CarrierBehavior): void {
  let isDone = false;
  carrier.behave = ({ text }) => {
    if (isDone || !text.startsWith(word)) return { kind: 'take' };
    isDone = true;
    return behavior;
  };
}

describe('when the carrier', () => {
  test.each([
    ['is unavailable for the first part', 'One.', 'unavailable', ['One.', 'Two.', 'Three.'], null],
    ['is unavailable for the second part', 'Two.', 'unavailable', ['One.', 'Two.', 'Three.'], null],
    ['is unavailable for the last part', 'Three.', 'unavailable', ['One.', 'Two.', 'Three.'], null],
    ['may have the second part', 'Two.', 'take-and-break', ['One.', 'Two.', 'Three.'], 'NOT_DELIVERED'],
    ['refuses the first part', 'One.', 'refuse', [], 'NOT_DELIVERED'],
    ['refuses the second part', 'Two.', 'refuse', ['One.'], 'NOT_DELIVERED'],
  ] as const)('%s, it gets every other part once', async (_what, word, kind, taken, reason) => {
    const { account, writes, taken: ownTaken } = await customerOfFake();
    behaveOnce(word, kind === 'refuse' ? { kind, code: '131047' } : { kind });
    // The first part is composed again.
    installation.model.replace(LONG, LONG);
    const { conversationId } = await writes('Tell me all.');
    await untilQuiet();
    expect(ownTaken()).toEqual(taken);
    const messages = await messagesOf(account, conversationId);
    expect(messages[0]?.unanswered_reason).toBe(reason);
    const said = messages.filter(({ delivery }) => delivery !== null && delivery.state !== 'failed');
    expect(firstWords(said.map(({ content }) => content))).toEqual(
      taken.filter((one) => kind !== 'take-and-break' || one !== word),
    );
    expect(await balanceOf(account)).toBe(word === 'One.' && kind === 'refuse' ? 100 : 99.99);
    expect(await unexplainedMoney(installation.server.database)).toEqual([]);
  });
});

type Customer = Awaited<ReturnType<typeof customerOfFake>>;

/** Runs an action between the first part and the second one. @param customer has written to the assistant before */
async function afterFirstPart(
  act: (talk: Customer & { uuid: string; conversationId: number }) => Promise<unknown>,
  customer?: Customer,
) {
  const talk = customer ?? (await customerOfFake());
  const { account, writes, taken } = talk;
  const earlier = taken().length;
  const gate = Promise.withResolvers<void>();
  behaveOnce('One.', { kind: 'take-and-wait', answer: gate.promise });
  installation.model.replace(LONG, { kind: 'answer', text: 'To the newer one.' });
  const { conversationId, conversationUuid: uuid } = await writes('Tell me all.');
  await eventually(
    async () => taken(),
    (words) => words.length === earlier + 1,
  );
  await act({ ...talk, uuid, conversationId });
  gate.resolve();
  await untilQuiet();
  return { account, taken, messages: await messagesOf(account, conversationId) };
}

describe('the rest of a reply', () => {
  test.each<[string, string | null, Parameters<typeof afterFirstPart>[0]]>([
    [
      'a teammate takes over',
      'AI_DISABLED',
      ({ account, uuid }) => account.post(`/user/conversations/${uuid}/disable-ai`),
    ],
    [
      'a teammate writes',
      'AI_DISABLED',
      ({ account, uuid }) =>
        account.post(`/user/conversations/${uuid}/messages`, { message: 'A person here.' }),
    ],
    ['the customer opts out', 'OPTED_OUT', ({ writes }) => writes('STOP')],
    [
      'the 24-hour window closes',
      'SESSION_EXPIRED',
      ({ account }) =>
        installation.server.database.query(
          `update channel_customers set last_message_at = last_message_at - interval '24 hours' where user_id = $1`,
          [account.userId],
        ),
    ],
  ])('is not sent if %s', async (_what, reason, act) => {
    const { taken, messages } = await afterFirstPart(act);
    expect(taken()).not.toContain('Two.');
    expect(taken()).not.toContain('Three.');
    expect(messages.slice(0, 2)).toMatchObject([
      { content: 'Tell me all.', unanswered_reason: reason },
      { content: PARTS[0], delivery: { state: 'queued' } },
    ]);
  });

  test('is sent before the customer’s newer message is answered', async () => {
    const { account, taken, messages } = await afterFirstPart(({ writes }) => writes('And tomorrow?'));
    expect(taken()).toEqual(['One.', 'Two.', 'Three.', 'To']);
    expect(firstWords(messages.map(({ content }) => content))).toEqual([
      'Tell',
      'One.',
      'And',
      'Two.',
      'Three.',
      'To',
    ]);
    expect(messages.map(({ unanswered_reason: reason }) => reason)).toEqual(messages.map(() => null));
    expect(await balanceOf(account)).toBe(99.98);
  });
});

describe('a change between the parts of a reply:', () => {
  /** A customer with an answered message. */
  async function answeredCustomer(): Promise<Customer> {
    const customer = await customerOfFake();
    installation.model.replace({ kind: 'answer', text: 'Hi.' });
    await customer.writes('Hello.');
    await untilQuiet();
    return customer;
  }
  const WHOLE = ['Hi.', 'One.', 'Two.', 'Three.'];

  test.each<[string, Parameters<typeof afterFirstPart>[0], (string | null)[]]>([
    ['an answered message', ({ deletes }) => deletes(1), ['NO_QUESTION', null]],
    ['the question', ({ deletes }) => deletes(2), [null, 'NO_QUESTION']],
  ])('a deletion of %s asks nothing', async (_what, act, reasons) => {
    const customer = await answeredCustomer();
    const asked = installation.model.requests.length;
    const { account, taken, messages } = await afterFirstPart(act, customer);
    expect(taken()).toEqual(WHOLE);
    expect(installation.model.requests.length).toBe(asked + 1);
    const own = messages.filter(({ author }) => author === 'customer');
    expect(own.map(({ unanswered_reason: reason }) => reason)).toEqual(reasons);
    expect(await balanceOf(account)).toBe(99.98);
  });

  test.each<[string, Parameters<typeof afterFirstPart>[0], string]>([
    ['an answered message', ({ edits }) => edits(1, 'Hello, you.'), 'Hello, you.'],
    ['the question', ({ edits }) => edits(2, 'Tell me more.'), 'Tell me more.'],
    [
      'the question, then of an answered message',
      async ({ edits }) => {
        await edits(2, 'Tell me more.');
        await edits(1, 'Hello, you.');
      },
      'Tell me more.',
    ],
    [
      'an answered message, then of the question',
      async ({ edits }) => {
        await edits(1, 'Hello, you.');
        await edits(2, 'Tell me more.');
      },
      'Tell me more.',
    ],
  ])('an edit of %s is answered once, after the reply', async (_what, act, question) => {
    const customer = await answeredCustomer();
    const asked = installation.model.requests.length;
    const { account, taken, messages } = await afterFirstPart(act, customer);
    expect(taken()).toEqual([...WHOLE, 'To']);
    expect(installation.model.requests.length).toBe(asked + 2);
    const prompt = installation.model.requests.at(-1)?.messages;
    expect(prompt?.at(-1)?.['content']).toContain(question);
    expect(messages.map(({ unanswered_reason: reason }) => reason)).toEqual(messages.map(() => null));
    expect(await balanceOf(account)).toBe(99.97);
  });

  test('an edit while the AI is off asks nothing', async () => {
    const customer = await answeredCustomer();
    const asked = installation.model.requests.length;
    const { messages } = await afterFirstPart(async ({ account, uuid, edits }) => {
      await account.post(`/user/conversations/${uuid}/disable-ai`);
      await edits(1, 'Hello, you.');
      await account.post(`/user/conversations/${uuid}/enable-ai`);
    }, customer);
    expect(firstWords(messages.map(({ content }) => content))).toEqual([
      'Hello,',
      'Hi.',
      'Tell',
      'One.',
      'Two.',
      'Three.',
    ]);
    expect(messages[0]?.unanswered_reason).toBe('AI_DISABLED');
    expect(messages[2]?.unanswered_reason).toBeNull();
    expect(installation.model.requests.length).toBe(asked + 1);
  });
});

/** Holds back the carrier's response for the first part, which is that it is unavailable. */
function unavailableForFirst() {
  const submitted = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  behaveOnce('One.', { kind: 'unavailable', answer: gate.promise });
  const { behave } = carrier;
  carrier.behave = (message) => {
    submitted.resolve();
    return behave(message);
  };
  return { submitted: submitted.promise, respond: gate.resolve };
}

test('a message that arrives while a reply is being submitted is answered once', async () => {
  const { account, writes, taken } = await customerOfFake();
  const gate = Promise.withResolvers<void>();
  behaveOnce('Short.', { kind: 'take-and-wait', answer: gate.promise });
  installation.model.replace({ kind: 'answer', text: 'Short.' }, { kind: 'answer', text: 'Next.' });
  const asked = installation.model.requests.length;
  await writes('In short?');
  await eventually(
    async () => taken(),
    ({ length }) => length === 1,
  );
  const arrival = installation.model.nextRequest();
  await writes('And then?');
  gate.resolve();
  await arrival;
  await untilQuiet();
  expect(taken()).toEqual(['Short.', 'Next.']);
  expect(installation.model.requests.length).toBe(asked + 2);
  expect(await balanceOf(account)).toBe(99.98);
});

test('an edit while the carrier is unavailable for the first part is answered instead', async () => {
  const { account, writes, edits, taken } = await customerOfFake();
  const { submitted, respond } = unavailableForFirst();
  installation.model.replace(LONG, { kind: 'answer', text: 'To the newer one.' });
  await writes('Tell me all.');
  await submitted;
  await edits(1, 'Tell me little.');
  respond();
  await untilQuiet();
  expect(taken()).toEqual(['To']);
  expect(await balanceOf(account)).toBe(99.99);
});

describe('a process that', () => {
  const query = <Row>(text: string, values: unknown[]): Promise<Row[]> =>
    installation.server.database.query<Row>(text, values);

  test('died after the carrier was unavailable for the first part leaves an unanswered question', async () => {
    const { account, writes, taken } = await customerOfFake();
    const { submitted, respond } = unavailableForFirst();
    installation.model.replace(LONG, LONG, { kind: 'answer', text: 'Short.' });
    const { conversationId } = await writes('Tell me all.');
    await submitted;
    await query('update pending_answers set process_id = $2 where conversation_id = $1', [
      conversationId,
      randomUUID(),
    ]);
    respond();
    await eventually(
      () => messagesOf(account, conversationId),
      (all) => all.at(-1)?.delivery?.state === 'failed',
    );
    const { database } = installation.server;
    await enqueue(database, answerWaitingJob, { payload: {}, key: answerWaitingJob.name });
    await untilQuiet();
    expect(taken()).toEqual(['One.', 'Two.', 'Three.']);
    expect(await balanceOf(account)).toBe(99.99);
    expect(await unexplainedMoney(database)).toEqual([]);
    await writes('And in short?');
    await untilQuiet();
    expect(taken().at(-1)).toBe('Short.');
    expect(installation.model.requests.at(-1)?.messages.at(-1)?.['content']).toBe('And in short?');
  });

  test('lost a reply to another one does not end it', async () => {
    const { taken, messages } = await afterFirstPart(async ({ account, conversationId }) => {
      const [row] = await query<{ replyTo: number; revision: number }>(
        'select message_id as "replyTo", revision from pending_answers where conversation_id = $1',
        [conversationId],
      );
      if (row === undefined) throw new Error('The reply has ended.');
      const reply = { user_id: account.userId, conversation_id: conversationId, ...row };
      const about = { processId: randomUUID(), reason: 'AI_DISABLED' } as const;
      expect(await endReply(installation.server.database, reply, about)).toBe(false);
    });
    expect(taken()).toEqual(['One.', 'Two.', 'Three.']);
    expect(messages[0]?.unanswered_reason).toBeNull();
  });

  test('sends many parts keeps the reply', async () => {
    const { writes, taken } = await customerOfFake();
    const gates = { 'One.': Promise.withResolvers<void>(), 'Two.': Promise.withResolvers<void>() };
    carrier.behave = ({ text }) => {
      const gate = text.startsWith('One.') ? gates['One.'] : gates['Two.'];
      return { kind: 'take-and-wait', answer: gate.promise };
    };
    installation.model.replace(LONG);
    const { conversationId } = await writes('Tell me all.');
    const untilTaken = (count: number) =>
      eventually(
        async () => taken(),
        ({ length }) => length === count,
      );
    await untilTaken(1);
    await query(
      `update pending_answers set claimed_at = claimed_at - interval '9 minutes' where conversation_id = $1`,
      [conversationId],
    );
    gates['One.'].resolve();
    await untilTaken(2);
    const fresh = await query(
      `select from pending_answers
       where conversation_id = $1 and claimed_at > clock_timestamp() - interval '8 minutes'`,
      [conversationId],
    );
    gates['Two.'].resolve();
    await untilQuiet();
    expect(fresh.length).toBe(1);
  });
});
