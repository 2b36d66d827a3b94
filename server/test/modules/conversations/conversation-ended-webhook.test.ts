import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationEndedPayload } from '#contract/webhook-payloads.ts';
import { chooseZone } from '../../kit/account-zone.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { endOf, untilEnded, type WatchedTime, watchedTime } from '../../kit/ended-conversations.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender, sendFreeform } from '../../kit/messaging.ts';
import { resolvedDocument } from '../../kit/resolved-document.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from '../../kit/webhook-sink.ts';

let time: WatchedTime;
let server: TestServer;
let sink: WebhookSink;
/** A logged-in account. */
let account: Client;

beforeAll(async () => {
  sink = await startWebhookSink();
  time = watchedTime();
  server = await startTestServer({ overrides: time.overrides });
  const { email } = await server.account();
  await chooseZone(server, email, 'Asia/Kolkata');
  const login = await server.visitor.post('/login', { email, password: 'correct horse' });
  account = server.client(login.body.token);
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});

/** Verifies the signature with the official library and the body against the contract; returns the body. */
async function verified({ headers, body }: ReceivedWebhook): Promise<unknown> {
  const { data } = (await account.get('/user/webhook-secret')).body;
  return conversationEndedPayload.parse(
    new Webhook(data.secret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    }),
  );
}

async function webhookAt(path: string): Promise<unknown> {
  const [first, ...more] = await eventually(
    async () => sink.at(path),
    ({ length }) => length > 0,
  );
  if (first === undefined || more.length > 0) throw new Error('Expected exactly one webhook.');
  return verified(first);
}

test("a widget’s conversation is reported by a signed webhook; a channel's includes customer and sender", async () => {
  const assistant = await createAssistant(account, {
    conversation_inactivity_timeout: 1,
    initial_message: 'Welcome!',
    post_call_schema: [{ name: 'email', type: 'string', description: 'E-mail address of the customer' }],
  });
  const enable = '/user/assistants/enable-conversation-ended-webhook';
  const webhook_url = `${sink.origin}/ended`;
  expect((await account.post(enable, { assistant_id: assistant.id, webhook_url })).status).toBe(200);
  const path = await openConversation(server.visitor, assistant);
  await server.visitor.post(`${path}/messages`, { message: 'Write to me: mara@example.com' });
  time.reach(await endOf(server, path, 1));
  await untilEnded(server, path, { time });
  expect(await webhookAt('/ended')).toMatchObject({
    conversation_id: path.split('/').at(-1),
    assistant_id: assistant.uuid,
    event: 'conversation.ended',
    assistant: { id: assistant.id, uuid: assistant.uuid, name: assistant['name'] },
    type: 'widget',
    message_count: 3,
    status: 'ended',
    extracted_variables: { email: 'mara@example.com' },
    customer_phone: null,
    customer_name: null,
    sender: null,
    total_cost: 0.01,
    ended_at: expect.stringMatching(/\+05:30$/),
  });
  const { data } = (await account.get(`/user${path}`)).body;
  expect(data).toMatchObject({ status: 'ended', evaluation: [{ name: 'email', value: 'mara@example.com' }] });

  await account.post(enable, { assistant_id: assistant.id, webhook_url: `${sink.origin}/channel` });
  const sender = await sandboxSender(account, { assistant_id: assistant.id, display_name: 'Mill Inn' });
  const from = customerPhone();
  const wrote = await customerWrites(account, sender.id, {
    from,
    message: 'I am ada@example.com',
    name: 'Ada',
  });
  const channel = `/conversations/${wrote.body.data.conversation_uuid}`;
  await eventually(
    () => account.get(`/user${channel}`),
    ({ body }) => body.data.message_count === 2,
  );
  // Undelivered messages are not reported either.
  const lost = { sender_id: sender.id, recipient_phone: from, message: 'sandbox:refused' };
  expect((await sendFreeform(account, lost)).status).toBe(422);
  time.reach(await endOf(server, channel, 1));
  await untilEnded(server, channel, { time });
  expect(await webhookAt('/channel')).toMatchObject({
    type: 'msgapp',
    message_count: 2,
    extracted_variables: { email: 'ada@example.com' },
    customer_phone: from,
    customer_name: 'Ada',
    sender: { phone_number: sender['phone_number'], display_name: 'Mill Inn' },
    transcript: [{ role: 'user' }, { role: 'assistant' }],
  });
});

test('a conversation in which the customer wrote nothing is neither reported nor evaluated', async () => {
  const assistant = await createAssistant(account, {
    conversation_inactivity_timeout: 1,
    conversation_ended_webhook_url: `${sink.origin}/silent`,
    post_call_schema: [{ name: 'email', type: 'string', description: 'E-mail address of the customer' }],
  });
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  const template = await account.post(`/sandbox/msgapp/senders/${sender.id}/templates`, {
    name: 'reminder',
    language: 'en',
    category: 'utility',
    status: 'approved',
    body_text: 'Your table is ready.',
  });
  const customer = customerPhone();
  const sendTemplate = async (): Promise<Record<string, unknown>> => {
    const { body } = await account.post('/user/msgapp/send', {
      sender_id: sender.id,
      template_id: template.body.data.id,
      recipient_phone: customer,
    });
    return body;
  };
  const sent = await sendTemplate();
  const [row] = await server.database.query<{ uuid: string }>(
    'select uuid from conversations where id = $1',
    [sent['conversation_id']],
  );
  const path = `/conversations/${row?.uuid}`;
  const shown = async (): Promise<Answer['body']> => (await account.get(`/user${path}`)).body.data;
  const ends = async (endCount: number): Promise<void> => {
    time.reach(await endOf(server, path, 1));
    await untilEnded(server, path, { time, endCount });
    const count = `select count(*)::int as count from conversation_ends
      where recorded_at is not null and conversation_id = $1`;
    await eventually(
      () => server.database.query<{ count: number }>(count, [sent['conversation_id']]),
      ([recorded]) => recorded?.count === endCount,
    );
  };
  await ends(1);
  expect(await shown()).toMatchObject({ status: 'ended', evaluation: [] });

  await customerWrites(account, sender.id, { from: customer, message: 'I am ada@example.com' });
  await eventually(shown, ({ message_count }) => message_count === 3);
  await ends(2);
  await account.put(`/user/assistant/${assistant.id}`, { conversation_ended_retrigger: true });
  await sendTemplate();
  await ends(3);
  expect(await webhookAt('/silent')).toMatchObject({
    message_count: 3,
    extracted_variables: { email: 'ada@example.com' },
  });
  const evaluation = [{ name: 'email', value: 'ada@example.com' }];
  expect(await shown()).toMatchObject({ message_count: 4, evaluation });
});

test('the OpenAPI document describes the webhook', async () => {
  const { webhooks } = await resolvedDocument(server.visitor);
  const { post } = webhooks['conversation.ended'];
  expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
  const { schema } = post.requestBody.content['application/json'];
  const members = Object.keys(JSON.parse(sink.at('/ended')[0]?.body ?? '{}'));
  expect(Object.keys(schema.properties)).toEqual(members);
  expect(schema.required).toEqual(members);
  // Later versions may add fields.
  expect(schema.additionalProperties).toBeUndefined();
});
