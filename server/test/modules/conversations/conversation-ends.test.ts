import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import {
  endOf,
  eventsOf,
  stateOf,
  untilEnded,
  type WatchedTime,
  watchedTime,
} from '../../kit/ended-conversations.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let time: WatchedTime;
let server: TestServer;
let account: Client;

/** The database's clock is real, so each test begins at the present time. */
beforeEach(async () => {
  time = watchedTime();
  server = await startTestServer({ overrides: time.overrides });
  account = await server.account();
});
afterEach(() => server.stop());

const MINUTE_MS = 60_000;
const later = (instant: Date, byMs: number): Date => new Date(instant.getTime() + byMs);
const say = (path: string, message = 'Hello, what can you do?') =>
  server.visitor.post(`${path}/messages`, { message });
const viewOf = async (path: string) => (await account.get(`/user${path}`)).body.data;

async function talkWith(
  fields: Record<string, unknown> = {},
): Promise<{ path: string; assistantId: number }> {
  const assistant = await createAssistant(account, { conversation_inactivity_timeout: 5, ...fields });
  const path = await openConversation(server.visitor, assistant);
  expect((await say(path)).status).toBe(200);
  return { path, assistantId: assistant.id };
}

/** Moves a conversation's last message in time. */
async function shift(path: string, byMs: number): Promise<void> {
  await server.database.query(
    `update conversations set active_at = active_at + $2 * interval '1 ms',
       end_check_at = end_check_at + $2 * interval '1 ms' where uuid = $1`,
    [path.split('/').at(-1), byMs],
  );
}

/** Resolves when all conversations due at `instant` have ended, shown by a probe that ends exactly then. */
async function untilTicked(instant: Date): Promise<void> {
  const { path } = await talkWith();
  await shift(path, instant.getTime() - (await endOf(server, path, 5)).getTime());
  time.reach(instant);
  await untilEnded(server, path);
}

describe('a conversation ends by inactivity', () => {
  test('exactly at its timeout, not a second before', async () => {
    const { path } = await talkWith();
    const end = await endOf(server, path, 5);
    await untilTicked(later(end, -1000));
    expect(await stateOf(server, path)).toMatchObject({ endedAt: null });
    expect(await viewOf(path)).toMatchObject({ status: 'active', ended_at: null, evaluation: null });
    time.reach(end);
    expect(await untilEnded(server, path, { time })).toMatchObject({ endedAt: end, endCount: 1 });
    expect((await eventsOf(time, path))[0]).toMatchObject({ type: 'conversation.ended', occurredAt: end });
    expect((await viewOf(path)).status).toBe('ended');
  });

  test('later after a new message from the visitor or a teammate', async () => {
    const { path } = await talkWith();
    const first = await endOf(server, path, 5);
    await say(path, 'One more thing.');
    await account.post(`/user${path}/messages`, { message: 'I am here now.' });
    const second = await endOf(server, path, 5);
    expect(second > first).toBe(true);
    await untilTicked(later(second, -1));
    expect((await stateOf(server, path)).endedAt).toBeNull();
    time.reach(second);
    expect((await untilEnded(server, path, { time })).endedAt).toEqual(second);
  });

  test('not while a channel customer waits for the answer', async () => {
    const { path } = await talkWith();
    const { database, dependencies } = server;
    await database.query(
      `insert into pending_answers (conversation_id, user_id, message_id, process_id, claimed_at)
       select conversation_id, messages.user_id, messages.id, $2, clock_timestamp()
       from messages join conversations on conversations.id = conversation_id where uuid = $1 and role = 'user'`,
      [path.split('/').at(-1), dependencies.conversations.processId],
    );
    const end = await endOf(server, path, 5);
    await untilTicked(later(end, 1000));
    expect((await stateOf(server, path)).endedAt).toBeNull();
    await database.query('delete from pending_answers');
    expect((await untilEnded(server, path, { time })).endedAt).toEqual(end);
  });

  test('never without a timeout; a new setting applies to active conversations', async () => {
    const { path, assistantId } = await talkWith({ conversation_inactivity_timeout: null });
    const longer = await talkWith({ conversation_inactivity_timeout: 1 });
    const put = (id: number, minutes: number | null) =>
      account.put(`/user/assistant/${id}`, { conversation_inactivity_timeout: minutes });
    await put(longer.assistantId, 60);
    const end = await endOf(server, path, 1440);
    await untilTicked(later(await endOf(server, longer.path, 60), -1));
    expect((await stateOf(server, longer.path)).endedAt).toBeNull();
    time.reach(await endOf(server, longer.path, 60));
    await untilEnded(server, longer.path, { time });
    await untilTicked(later(end, MINUTE_MS));
    expect((await stateOf(server, path)).endedAt).toBeNull();
    await put(assistantId, 10);
    time.clock.advance(1000);
    const ended = await untilEnded(server, path, { time });
    // A conversation that is overdue by the new setting ends at the time of the change.
    const due = await endOf(server, path, 10);
    expect(Number(ended.endedAt)).toBeGreaterThanOrEqual(due.getTime());
    const never = await talkWith();
    await put(never.assistantId, null);
    await untilTicked(later(time.clock.now(), 1441 * MINUTE_MS));
    expect((await stateOf(server, never.path)).endedAt).toBeNull();
  });

  test('of any type; tests and API replies send no webhook', async () => {
    const url = 'https://example.com/ended';
    const assistant = await createAssistant(account, {
      conversation_inactivity_timeout: 5,
      conversation_ended_webhook_url: url,
    });
    const widget = await openConversation(server.visitor, assistant);
    const trial = await openConversation(server.visitor, assistant, 'test');
    for (const path of [widget, trial]) await say(path);
    const body = { assistant_id: assistant.id, customer_identifier: 'ada', message: 'Hello' };
    const { conversation_id } = (await account.post('/user/ai/generate-reply', body)).body;
    const api = `/conversations/${conversation_id}`;
    time.clock.advance(10 * MINUTE_MS);
    const sentEvents = await Promise.all(
      [widget, trial, api].map(async (path) => (await eventsOf(time, path))[0]),
    );
    expect(sentEvents.map((event) => [event?.payload['type'], event?.webhookUrl])).toEqual([
      ['widget', url],
      ['test', null],
      ['api', null],
    ]);
    expect(sentEvents.map((event) => Object.keys(Object(event?.payload['extracted_variables'])))).toEqual([
      ['status', 'summary'],
      [],
      ['status', 'summary'],
    ]);
    expect((await viewOf(trial)).evaluation).toEqual([]);
  });
});

describe('a message after the end', () => {
  const fields = { conversation_ended_webhook_url: 'https://example.com/ended' };

  test('reopens the conversation with conversation_ended_retrigger; the next end is reported too', async () => {
    const { path } = await talkWith({ ...fields, conversation_ended_retrigger: true });
    time.reach(await endOf(server, path, 5));
    await untilEnded(server, path, { time });
    await eventsOf(time, path);
    expect((await say(path, 'Thanks!')).status).toBe(200);
    expect(await viewOf(path)).toMatchObject({ status: 'active', ended_at: null });
    time.reach(await endOf(server, path, 5));
    await untilEnded(server, path, { time, endCount: 2 });
    const [first, second, ...more] = await eventsOf(time, path, 2);
    expect(more).toEqual([]);
    expect(second?.webhookUrl).toBe(fields.conversation_ended_webhook_url);
    expect([first?.payload['message_count'], second?.payload['message_count']]).toEqual([3, 5]);
    expect(first?.payload['transcript']).toHaveLength(3);
    expect(second?.payload['transcript']).toHaveLength(5);
    expect(first?.payload['extracted_variables']).toMatchObject({ status: false });
    expect(second?.payload['extracted_variables']).toMatchObject({ status: true });
  });

  test('is answered without conversation_ended_retrigger, and no second end is reported', async () => {
    const { path } = await talkWith(fields);
    time.reach(await endOf(server, path, 5));
    const { endedAt } = await untilEnded(server, path, { time });
    await eventsOf(time, path);
    const answer = await say(path, 'Are you still there?');
    expect(answer.body.message).toEqual(expect.any(String));
    expect((await server.visitor.get(path)).body.history).toHaveLength(5);
    await untilTicked(later(await endOf(server, path, 5), MINUTE_MS));
    expect(await stateOf(server, path)).toMatchObject({ endedAt, endCount: 1 });
    expect(await eventsOf(time, path)).toHaveLength(1);
  });

  test('follows the setting at the time of the message', async () => {
    const { path, assistantId } = await talkWith(fields);
    time.reach(await endOf(server, path, 5));
    await untilEnded(server, path, { time });
    await account.put(`/user/assistant/${assistantId}`, { conversation_ended_retrigger: true });
    await say(path, 'Hello again');
    time.reach(await endOf(server, path, 5));
    expect(await untilEnded(server, path, { time, endCount: 2 })).toMatchObject({ endCount: 2 });
  });
});

test('after downtime, overdue conversations end with the time at which they were due', async () => {
  const beside = server.testDatabase;
  const before = await startTestServer({ beside, overrides: watchedTime().overrides });
  const { path } = await talkWith();
  await before.stop();
  const end = await endOf(server, path, 5);
  const sleeper = watchedTime(later(end, 3 * 3_600_000));
  const after = await startTestServer({ beside, overrides: sleeper.overrides });
  expect((await untilEnded(server, path)).endedAt).toEqual(end);
  const sentEvents = await eventually(
    async () => [...time.events, ...sleeper.events],
    ({ length }) => length > 0,
  );
  expect(sentEvents.map(({ occurredAt }) => occurredAt)).toEqual([end]);
  await after.stop();
});
