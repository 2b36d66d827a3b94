import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CarrierReport, MediaItem } from '../../../src/providers/interfaces/messaging-carrier.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeCarrier, fakeCarrierVendor, startFakeCarrier } from '../../kit/fake-carrier.ts';
import { connectFake, customerPhone, reportsOf, setBalance, TYPED } from '../../kit/messaging.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import type { Client } from '../../kit/test-server.ts';

let carrier: FakeCarrier;
let installation: ModelInstallation;
let account: Client;
let assistant: { id: number };
let sender: { id: number } & Record<string, unknown>;

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
  assistant = await installation.assistant(account, { max_replies_per_customer_day: 1 });
  sender = await connectFake(account, { assistant_id: assistant.id });
});
afterEach(() => {
  carrier.beforeMedia = async () => undefined;
});

let count = 0;

/** Adds a contact card at the carrier, which is read without another process. */
function contactCard(name = 'Ana Pop'): MediaItem {
  count += 1;
  const reference = `card-${count}`;
  const contentType = 'text/vcard';
  carrier.media.set(reference, { contentType, bytes: Buffer.from(`BEGIN:VCARD\nFN:${name}\nEND:VCARD`) });
  return { reference, contentType, fileName: `${reference}.vcf` };
}

/** The customer writes. @returns the conversation's id */
async function writes(from: string, text: string, media: MediaItem[] = []): Promise<number> {
  count += 1;
  const report: CarrierReport = {
    kind: 'message',
    channel: 'msgapp',
    providerMessageId: `in-${count}`,
    from,
    ...TYPED,
    to: String(sender['phone_number']),
    customerName: null,
    text,
    media,
    sentAt: null,
  };
  const [stored] = await reportsOf(installation.server, { ...sender, userId: account.userId }, [report]);
  return stored?.conversationId ?? 0;
}

interface Message {
  author: string;
  content: string;
  unanswered_reason: string | null;
  attachments: { status: string; text: string | null; error: string | null }[];
}
const messagesOf = async (id: number): Promise<Message[]> =>
  (await account.get(`/user/msgapp/conversations/${id}/messages`)).body.data;
/** The last message, once it is answered or has a reason, and its files are settled. */
const settled = async (id: number): Promise<Message | undefined> =>
  (
    await eventually(
      () => messagesOf(id),
      (all) => {
        const last = all.findLast(({ author }) => author === 'customer');
        const isFinal = all.at(-1)?.author === 'ai' || last?.unanswered_reason !== null;
        return isFinal && last?.attachments.every(({ status }) => status !== 'waiting') === true;
      },
    )
  ).findLast(({ author }) => author === 'customer');

test('a file is loaded and read before the answer', async () => {
  const file = contactCard();
  const message = await settled(await writes(customerPhone(), 'My contact', [file]));
  expect(carrier.requestedMedia).toContain(file.reference);
  expect(message?.attachments).toMatchObject([
    { status: 'stored', text: 'Contact: Ana Pop', text_error: null },
  ]);
});

test('the model gets at most 40,000 characters of files, and learns that the rest is left out', async () => {
  const cards = ['A', 'B', 'C'].map((letter) => contactCard(letter.repeat(15_000)));
  await settled(await writes(customerPhone(), 'My contacts', cards));
  const asked = String(installation.model.requests.at(-1)?.messages.at(-1)?.['content']);
  const lengths = ['A', 'B', 'C'].map((letter) => asked.match(new RegExp(`${letter}{2,}`))?.[0].length);
  const left = 40_000 - 2 * 'Contact: '.length - 30_000 - 'Contact: '.length;
  expect(lengths).toEqual([left, 15_000, 15_000]);
  expect(asked.split('The rest of this file is left out')).toHaveLength(2);
});

test.each<[string, (from: string) => Promise<unknown>, string, RegExp]>([
  [
    'has received all answers of the day',
    async (from) => settled(await writes(from, 'Hello?')),
    'DAILY_LIMIT',
    /is not answering this customer/,
  ],
  ['has opted out', async (from) => settled(await writes(from, 'STOP')), 'OPTED_OUT', /has opted out/],
])('the file of a customer who %s is not downloaded', async (_what, before, reason, error) => {
  const from = customerPhone();
  await before(from);
  const file = contactCard();
  const message = await settled(await writes(from, 'My contact', [file]));
  expect(message).toMatchObject({
    unanswered_reason: reason,
    attachments: [{ status: 'failed', text: null, error: expect.stringMatching(error) }],
  });
  expect(carrier.requestedMedia).not.toContain(file.reference);
});

test.each<[string, (uuid: string) => Promise<unknown>, string]>([
  [
    'a person has taken over',
    (uuid) => account.post(`/user/conversations/${uuid}/disable-ai`),
    'AI_DISABLED',
  ],
  ['the balance is used up', () => setBalance(account, 0), 'INSUFFICIENT_BALANCE'],
])('a file is loaded for the team, but not read, when %s', async (_what, before, reason) => {
  await account.put(`/user/assistant/${assistant.id}`, { max_replies_per_customer_day: null });
  const from = customerPhone();
  await settled(await writes(from, 'Hello?'));
  const [talk] = (await account.get('/user/inbox?type=msgapp')).body.data;
  await before(talk.uuid ?? talk.id);
  const message = await settled(await writes(from, 'My contact', [contactCard()]));
  expect(message).toMatchObject({
    unanswered_reason: reason,
    attachments: [{ status: 'stored', text: null, error: null }],
  });
});

test('slow files of customers do not delay the confirmation of another customer’s STOP', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  carrier.beforeMedia = () => promise;
  const requested = carrier.requestedMedia.length;
  const slow: number[] = [];
  for (let sent = 0; sent < 10; sent += 1) {
    slow.push(await writes(customerPhone(), 'My contact', [contactCard()]));
  }
  try {
    await eventually(
      async () => carrier.requestedMedia.length,
      (length) => length > requested,
    );
    const other = customerPhone();
    await settled(await writes(other, 'Hello?'));
    await writes(other, 'STOP');
    await eventually(
      async () => carrier.taken.filter(({ to }) => to === other),
      (taken) => taken.length === 2,
    );
  } finally {
    resolve();
  }
  for (const id of slow) {
    expect((await settled(id))?.attachments).toMatchObject([{ status: 'stored' }]);
  }
});
