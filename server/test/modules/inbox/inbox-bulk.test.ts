import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import { addTeammate, ownerOf, type Teammate } from '../../kit/teammates.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let owner: Teammate;
let anna: Teammate;
let assistant: { id: number; uuid: string };

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  owner = await ownerOf(server, account);
  anna = await addTeammate(server, account, { name: 'Anna' });
  assistant = await createAssistant(account, { initial_message: 'Hello.' });
});

/** Path of a visitor's chat with one question. */
async function chat(): Promise<{ uuid: string; visitorPath: string }> {
  const visitorPath = await openConversation(server.visitor, assistant, 'widget');
  await server.visitor.post(`${visitorPath}/messages`, { message: 'A question.' });
  return { uuid: visitorPath.split('/').at(-1) ?? '', visitorPath };
}

const inboxOf = async (uuid: string) => (await account.get(`/user/conversations/${uuid}`)).body.data.inbox;

async function change(body: object, by: Teammate = owner) {
  const { status, body: answer, text } = await by.ask('POST', '/user/conversations/bulk', body);
  expect(status, text).toBe(200);
  return answer.data;
}

async function eventsOf(uuid: string): Promise<unknown[]> {
  const { status, body, text } = await account.get(`/user/conversations/${uuid}/events`);
  expect(status, text).toBe(200);
  return body.data.map(
    ({
      kind,
      author,
      assignee,
      person_id: by,
    }: Record<'kind' | 'author' | 'assignee' | 'person_id', unknown>) => [kind, author, assignee, by],
  );
}

describe('one change to several conversations', () => {
  test('assigns, snoozes, closes and reopens them, and lists what it skipped', async () => {
    const talks = [await chat(), await chat()];
    const ids = talks.map(({ uuid }) => uuid);
    const [first = '', second = ''] = ids;
    const missing = randomUUID();
    const assigned = { ids: [...ids, missing, first, 'none'], action: 'assign', person_id: anna.id };
    expect(await change(assigned)).toEqual({
      changed: 2,
      skipped: [
        { id: missing, reason: 'not_found' },
        { id: 'none', reason: 'not_found' },
      ],
    });
    expect((await inboxOf(second)).person).toEqual({ id: anna.id, name: 'Anna' });
    await account.post(`/user/conversations/${first}/close`);
    expect(await change({ ids, action: 'close' })).toEqual({
      changed: 1,
      skipped: [{ id: first, reason: 'unchanged' }],
    });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect(await change({ ids, action: 'snooze', until })).toEqual({ changed: 2, skipped: [] });
    expect((await inboxOf(first)).status).toBe('snoozed');
    expect(await change({ ids, action: 'reopen' })).toEqual({ changed: 2, skipped: [] });
    expect((await inboxOf(first)).status).toBe('open');
  });

  test('ignores case when adding and removing tags, and allows up to 20 each', async () => {
    const ids = [(await chat()).uuid, (await chat()).uuid];
    const [first = '', second = ''] = ids;
    const many = Array.from({ length: 19 }, (_, index) => `tag ${index}`);
    await account.put(`/user/conversations/${first}/tags`, { tags: many });
    expect(await change({ ids, action: 'add_tags', tags: ['Refund', 'urgent'] })).toEqual({
      changed: 1,
      skipped: [{ id: first, reason: 'too_many_tags' }],
    });
    expect((await inboxOf(second)).tags).toEqual(['Refund', 'urgent']);
    expect(await change({ ids, action: 'remove_tags', tags: ['refund', 'tag 3'] })).toEqual({
      changed: 2,
      skipped: [],
    });
    expect((await inboxOf(second)).tags).toEqual(['urgent']);
    expect((await inboxOf(first)).tags).not.toContain('tag 3');
  });

  test('leaves the conversations of other accounts alone', async () => {
    const { uuid } = await chat();
    const stranger = await server.account();
    const { body } = await stranger.post('/user/conversations/bulk', { ids: [uuid], action: 'close' });
    expect(body.data).toEqual({ changed: 0, skipped: [{ id: uuid, reason: 'not_found' }] });
    expect((await inboxOf(uuid)).status).toBe('open');
    expect((await stranger.get(`/user/conversations/${uuid}/events`)).status).toBe(404);
  });

  test.each([
    [{ ids: [], action: 'close' }, 'ids'],
    [{ ids: Array.from({ length: 1001 }, () => 'x'), action: 'close' }, 'ids'],
    [{ ids: ['x'], action: 'delete' }, 'action'],
    [{ ids: ['x'], action: 'snooze' }, 'until'],
    [{ ids: ['x'], action: 'snooze', until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ ids: ['x'], action: 'add_tags' }, 'tags'],
    [{ ids: ['x'], action: 'assign', person_id: 1_000_000 }, 'person_id'],
    [{ ids: ['x'], action: 'assign', group_id: 1_000_000 }, 'group_id'],
  ])('refuses %j', async (body, field) => {
    const answer = await account.post('/user/conversations/bulk', body);
    expect(answer.status, answer.text).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});

test('visitors see the name of the teammate who answers, unless the widget hides names', async () => {
  const { uuid, visitorPath } = await chat();
  await anna.ask('POST', `/user/conversations/${uuid}/disable-ai`);
  await anna.ask('POST', `/user/conversations/${uuid}/messages`, { message: 'Anna here.' });
  const answer = async () => (await server.visitor.get(visitorPath)).body.history.at(-1);
  expect(await answer()).toEqual({ role: 'assistant', content: 'Anna here.', author_name: 'Anna' });
  await account.put(`/user/assistant/${assistant.id}`, { widget_settings: { hides_names: true } });
  expect(await answer()).toEqual({ role: 'assistant', content: 'Anna here.', author_name: null });
  await account.put(`/user/assistant/${assistant.id}`, { widget_settings: { hides_names: false } });
});

test('a conversation remembers who assigned, snoozed, closed and reopened it', async () => {
  const { uuid, visitorPath } = await chat();
  const path = `/user/conversations/${uuid}`;
  await owner.ask('PUT', `${path}/assignment`, { person_id: anna.id });
  await owner.ask('PUT', `${path}/assignment`, { person_id: anna.id });
  await anna.ask('PUT', `${path}/snooze`, { until: new Date(Date.now() + 60_000).toISOString() });
  await server.visitor.post(`${visitorPath}/messages`, { message: 'Hello?' });
  await account.post(`${path}/close`);
  await account.post(`${path}/close`);
  await anna.ask('POST', `${path}/reopen`);
  await anna.ask('POST', `${path}/disable-ai`);
  await anna.ask('POST', `${path}/enable-ai`);
  const [token] = await server.database.query<{ name: string }>(
    'select name from tokens where user_id = $1',
    [account.userId],
  );
  const { name: ownerName } = owner;
  expect(await eventsOf(uuid)).toEqual([
    ['assigned', ownerName, 'Anna', owner.id],
    ['snoozed', 'Anna', null, anna.id],
    ['reopened', null, null, null],
    ['closed', token?.name, null, null],
    ['reopened', 'Anna', null, anna.id],
    ['assigned', 'Anna', null, anna.id],
  ]);
});
