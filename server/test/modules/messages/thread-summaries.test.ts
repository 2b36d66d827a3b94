import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WRITE_SUMMARY } from '../../../src/providers/interfaces/conventions.ts';
import type { CarrierReport, MessageChange } from '../../../src/providers/interfaces/messaging-carrier.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeCarrier, fakeCarrierVendor, startFakeCarrier } from '../../kit/fake-carrier.ts';
import type { FakeModelRequest, FakeReply } from '../../kit/fake-model-server.ts';
import { connectFake, customerPhone, reportsOf, TYPED } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let carrier: FakeCarrier;
let installation: ModelInstallation;
let account: Client;
let sender: { id: number } & Record<string, unknown>;
let from: string;

beforeAll(async () => {
  carrier = await startFakeCarrier();
  const messagingVendors = [fakeCarrierVendor(carrier.url)];
  installation = await startModelInstallation({ overrides: { messagingVendors } });
});
afterAll(async () => {
  await installation.stop();
  await carrier.close();
});
beforeEach(async () => {
  account = await installation.server.account();
  const assistant = await installation.assistant(account);
  sender = await connectFake(account, { assistant_id: assistant.id });
  from = customerPhone();
  installation.model.requests.length = 0;
});

const lastText = ({ messages }: FakeModelRequest): string => String(messages.at(-1)?.['content'] ?? '');
const summaryRequests = () =>
  installation.model.requests.filter((request) => lastText(request).endsWith(WRITE_SUMMARY));
const lastPrompt = () => JSON.stringify(installation.model.requests.at(-1)?.messages);

function summarizeAs(...summaries: FakeReply[]): void {
  installation.model.answerAs('main', (request) =>
    lastText(request).endsWith(WRITE_SUMMARY)
      ? (summaries.shift() ?? { kind: 'status', status: 400 })
      : { kind: 'answer', text: 'Noted.' },
  );
}

const report = (...reports: CarrierReport[]) =>
  reportsOf(installation.server, { ...sender, userId: account.userId }, reports);
const customer = () => ({
  from,
  channelUserId: null,
  to: String(sender['phone_number']),
  customerName: null,
});
let count = 0;

const view = async () => {
  const [talk] = (await account.get('/user/conversations?type=msgapp')).body.data;
  return (await account.get(`/user/conversations/${talk.id}`)).body.data;
};
const untilSummary = (summary: string) =>
  eventually(
    async (): Promise<string | null> => (await view()).summary,
    (current) => current === summary,
  );

/** The customer writes; resolves when the assistant has answered. @returns the carrier's id of the message */
async function writes(text: string): Promise<string> {
  count += 1;
  const providerMessageId = `said-${count}`;
  const about = { ...TYPED, media: [], sentAt: null };
  await report({ kind: 'message', channel: 'msgapp', providerMessageId, text, ...about, ...customer() });
  await eventually(
    async () => (await view()).transcript,
    (transcript) => transcript.at(-1).author === 'ai',
  );
  return providerMessageId;
}

const changes = (target: string, change: MessageChange) =>
  report({ kind: 'change', author: 'customer', target, change, at: new Date(), ...customer() });

/** Moves the thread into the past, and adds older exchanges. */
async function addExchanges(exchanges: number): Promise<void> {
  const { database } = installation.server;
  await database.query(`update messages set created_at = created_at - interval '3 days' where user_id = $1`, [
    account.userId,
  ]);
  for (let made = 0; made < exchanges; made += 1) {
    await database.query(
      `with talk as (
         update conversations set message_count = message_count + 2 where user_id = $1 returning id, user_id),
       asked as (
         insert into messages (user_id, conversation_id, role, author, content, created_at)
         select user_id, id, 'user', 'customer', 'Is there news?', now() - interval '2 days' from talk
         returning id)
       insert into messages (user_id, conversation_id, role, author, content, reply_to, created_at)
       select user_id, talk.id, 'assistant', 'ai', 'Not yet.', asked.id, now() - interval '2 days'
       from talk, asked`,
      [account.userId],
    );
  }
}

const SECRET = '- The customer’s password is x7.';
const CLEAN = '- The customer waits for news.';

test.each<[string, MessageChange]>([
  ['deletes', { kind: 'deleted' }],
  ['edits', { kind: 'edited', text: 'My password is secret', isTyped: true }],
])('a message that the customer %s is removed from the summary', async (_what, change) => {
  summarizeAs({ kind: 'answer', text: SECRET }, { kind: 'answer', text: CLEAN });
  const id = await writes('My password is x7');
  await addExchanges(27);
  await writes('Hello?');
  await untilSummary(SECRET);
  await addExchanges(5);
  await writes('Are you there?');
  expect(lastPrompt()).toContain('# Earlier in this conversation');
  expect(lastPrompt()).toContain('password is x7');
  await changes(id, change);
  expect((await view()).summary).toBeNull();
  await addExchanges(0);
  await writes('And now?');
  expect(lastPrompt()).not.toContain('x7');
  await untilSummary(CLEAN);
  expect(lastText(summaryRequests().at(-1) ?? { messages: [] })).not.toContain('x7');
});

test('a message that the customer deletes while it is summarized is not stored in the summary', async () => {
  summarizeAs({ kind: 'drip', text: SECRET }, { kind: 'answer', text: CLEAN });
  const id = await writes('My password is x7');
  await addExchanges(27);
  await writes('Hello?');
  await eventually(
    async () => summaryRequests(),
    ({ length }) => length === 1,
  );
  await changes(id, { kind: 'deleted' });
  while (installation.model.next());
  await eventually(
    () =>
      installation.server.database.query(
        'select from model_calls where user_id = $1 and message_id is null',
        [account.userId],
      ),
    ({ length }) => length === 1,
  );
  expect((await view()).summary).toBeNull();
  await addExchanges(0);
  await writes('Are you there?');
  await untilSummary(CLEAN);
  expect(lastText(summaryRequests().at(-1) ?? { messages: [] })).not.toContain('x7');
});
