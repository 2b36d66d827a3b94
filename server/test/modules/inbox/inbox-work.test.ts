import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { customerPhone, customerWrites, sandboxSender } from '../../kit/messaging.ts';
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
  assistant = await createAssistant(account, { name: 'Front desk', initial_message: 'Hello.' });
});

interface Chat {
  uuid: string;
  /** Path of the account's routes. */
  path: string;
  /** The customer writes. */
  write(message?: string): Promise<void>;
}

/** A website chat with one question, which the assistant has answered. */
async function chat(): Promise<Chat> {
  const opened = await openConversation(server.visitor, assistant, 'widget');
  const uuid = opened.split('/').at(-1) ?? '';
  const write = async (message = 'A question.'): Promise<void> => {
    const { status, text } = await server.visitor.post(`${opened}/messages`, { message });
    expect(status, text).toBe(200);
  };
  await write();
  return { uuid, path: `/user/conversations/${uuid}`, write };
}

async function listed(view: string, reader: Teammate = owner): Promise<string[]> {
  const { status, body, text } = await reader.ask('GET', `/user/inbox?view=${view}&per_page=100`);
  expect(status, text).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
}

async function stateOf({ path }: Chat) {
  return (await account.get(path)).body.data.inbox;
}

async function viewsOf({ uuid }: Chat, reader: Teammate = owner): Promise<string[]> {
  const views = ['mine', 'unassigned', 'all', 'snoozed', 'closed'];
  const lists = await Promise.all(views.map((view) => listed(view, reader)));
  return views.filter((_, index) => lists[index]?.includes(uuid));
}

const counts = async (reader: Teammate) => (await reader.ask('GET', '/user/inbox/counts')).body.data;

describe('views', () => {
  test('a conversation that the assistant answers is in no one’s list', async () => {
    const talk = await chat();
    expect(await viewsOf(talk)).toEqual(['all']);
    expect(await stateOf(talk)).toEqual({
      status: 'open',
      snoozed_until: null,
      person: null,
      group: null,
      waiting_since: null,
      tags: [],
    });
  });

  test('taking over assigns the conversation to the member, and handing it back removes the assignee', async () => {
    const talk = await chat();
    await anna.ask('POST', `${talk.path}/disable-ai`);
    expect((await stateOf(talk)).person).toEqual({ id: anna.id, name: 'Anna' });
    expect(await viewsOf(talk, anna)).toEqual(['mine', 'all']);
    expect(await viewsOf(talk, owner)).toEqual(['all']);
    await anna.ask('POST', `${talk.path}/enable-ai`);
    expect(await viewsOf(talk, anna)).toEqual(['all']);
    expect((await stateOf(talk)).person).toBeNull();
  });

  test('a conversation that an API key takes over is unassigned until a member answers', async () => {
    const talk = await chat();
    await account.post(`${talk.path}/disable-ai`);
    expect(await viewsOf(talk)).toEqual(['unassigned', 'all']);
    await anna.ask('POST', `${talk.path}/messages`, { message: 'Anna here.' });
    expect(await viewsOf(talk, anna)).toEqual(['mine', 'all']);
    const { transcript } = (await account.get(talk.path)).body.data;
    expect(transcript.at(-1)).toMatchObject({ author: 'human', author_name: 'Anna' });
  });

  test('test conversations are left out of views and counts, unless they are asked for', async () => {
    const before = await counts(owner);
    const opened = await openConversation(account, assistant, 'test');
    const uuid = opened.split('/').at(-1) ?? '';
    await account.post(`/user/conversations/${uuid}/disable-ai`);
    expect(await listed('all')).not.toContain(uuid);
    expect(await listed('all&type=test')).toContain(uuid);
    expect(await counts(owner)).toEqual(before);
  });

  test('the view "mine" of an API key is refused', async () => {
    const { status, body } = await account.get('/user/inbox?view=mine');
    expect(status).toBe(422);
    expect(body.message).toContain('needs a member of the account');
  });
});

describe('waiting', () => {
  test('begins with the first unanswered message, and ends with the answer', async () => {
    const talk = await chat();
    await anna.ask('POST', `${talk.path}/disable-ai`);
    expect((await stateOf(talk)).waiting_since).toBeNull();
    await talk.write('First.');
    const { waiting_since: since } = await stateOf(talk);
    const { transcript } = (await account.get(talk.path)).body.data;
    expect(since).toBe(transcript.at(-1).created_at);
    await talk.write('Second.');
    expect((await stateOf(talk)).waiting_since).toBe(since);
    await anna.ask('POST', `${talk.path}/messages`, { message: 'Here I am.' });
    expect((await stateOf(talk)).waiting_since).toBeNull();
  });

  test('the longest wait comes first', async () => {
    const talks = [await chat(), await chat()];
    for (const { path } of talks) await anna.ask('POST', `${path}/disable-ai`);
    for (const talk of talks) await talk.write();
    await talks[0]?.write('Again.');
    const mine = await listed('mine', anna);
    const places = talks.map(({ uuid }) => mine.indexOf(uuid));
    expect(places[0]).toBeLessThan(places[1] ?? 0);
  });

  test('a taken over channel conversation waits since the customer’s unanswered message', async () => {
    const sender = await sandboxSender(account, { assistant_id: null });
    const { body } = await customerWrites(account, sender.id, { from: customerPhone(), name: 'Maria' });
    const path = `/user/conversations/${body.data.conversation_uuid}`;
    const { inbox, transcript } = (await account.get(path)).body.data;
    // The sender has no assistant, so a person has to answer.
    expect(inbox.waiting_since).toBe(transcript[0].created_at);
    await anna.ask('POST', `${path}/disable-ai`);
    expect((await account.get(path)).body.data.inbox.waiting_since).toBe(transcript[0].created_at);
  });
});

describe('status', () => {
  test('a closed conversation is handed back, and opens with the customer’s next message', async () => {
    const talk = await chat();
    await anna.ask('POST', `${talk.path}/disable-ai`);
    await talk.write();
    const { body } = await anna.ask('POST', `${talk.path}/close`);
    expect(body.data).toMatchObject({ status: 'closed', waiting_since: null, person: { name: 'Anna' } });
    expect((await account.get(talk.path)).body.data.ai_enabled).toBe(true);
    expect(await viewsOf(talk, anna)).toEqual(['closed']);
    await talk.write('One more thing.');
    expect(await viewsOf(talk, anna)).toEqual(['all']);
    expect(await stateOf(talk)).toMatchObject({ status: 'open', person: null });
  });

  test('a snoozed conversation opens at its time', async () => {
    const talk = await chat();
    await anna.ask('POST', `${talk.path}/disable-ai`);
    const until = new Date(Date.now() + 60_000).toISOString();
    const { body } = await anna.ask('PUT', `${talk.path}/snooze`, { until });
    expect(body.data.snoozed_until).toBe(until.replace('Z', '000Z'));
    expect(await viewsOf(talk, anna)).toEqual(['snoozed']);
    await server.database.query(
      `update conversations set snoozed_until = clock_timestamp() - interval '1 second' where uuid = $1`,
      [talk.uuid],
    );
    expect(await viewsOf(talk, anna)).toEqual(['mine', 'all']);
    expect(await stateOf(talk)).toMatchObject({ status: 'open', snoozed_until: null });
  });

  test('a snoozed conversation opens when the customer writes', async () => {
    const talk = await chat();
    await anna.ask('POST', `${talk.path}/disable-ai`);
    await anna.ask('PUT', `${talk.path}/snooze`, { until: new Date(Date.now() + 3_600_000).toISOString() });
    await talk.write();
    expect(await viewsOf(talk, anna)).toEqual(['mine', 'all']);
  });

  test.each([
    ['reopen', 'open'],
    ['close', 'closed'],
  ])('%s may be repeated', async (verb, status) => {
    const talk = await chat();
    for (let time = 0; time < 2; time += 1) {
      const { body } = await account.post(`${talk.path}/${verb}`);
      expect(body.data.status).toBe(status);
    }
  });
});

describe('assignment', () => {
  test('to a member, to a group and to neither', async () => {
    const talk = await chat();
    const group = await account.post('/user/groups', { name: 'Sales', member_ids: [anna.id] });
    expect(group.status, group.text).toBe(201);
    const to = async (body: object) => {
      const { status, body: answer, text } = await account.put(`${talk.path}/assignment`, body);
      expect(status, text).toBe(200);
      return answer.data;
    };
    expect(await to({ person_id: anna.id })).toMatchObject({ person: { name: 'Anna' }, group: null });
    const { id } = group.body.data;
    expect(await to({ group_id: id })).toMatchObject({ person: null, group: { id, name: 'Sales' } });
    const inGroup = await account.get(`/user/inbox?group_id=${id}`);
    expect(inGroup.body.data.map((item: { id: string }) => item.id)).toEqual([talk.uuid]);
    expect(await to({})).toMatchObject({ person: null, group: null });
    await to({ group_id: id });
    await account.delete(`/user/groups/${id}`);
    expect((await stateOf(talk)).group).toBeNull();
  });

  test('of a removed member ends', async () => {
    const leaver = await addTeammate(server, account, { name: 'Leaver' });
    const talk = await chat();
    await account.put(`${talk.path}/assignment`, { person_id: leaver.id });
    await server.database.query('delete from memberships where person_id = $1', [leaver.id]);
    expect((await stateOf(talk)).person).toBeNull();
  });

  test('to people and groups of other accounts, and to viewers, is refused', async () => {
    const talk = await chat();
    const other = await server.account();
    const stranger = await ownerOf(server, other);
    const { body } = await other.post('/user/groups', { name: 'Sales', member_ids: [stranger.id] });
    const answer = await account.put(`${talk.path}/assignment`, {
      person_id: stranger.id,
      group_id: body.data.id,
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['person_id', 'group_id']);
    const viewer = await addTeammate(server, account, { name: 'Viewer', role: 'viewer' });
    expect((await account.put(`${talk.path}/assignment`, { person_id: viewer.id })).status).toBe(422);
  });
});

describe('unread messages', () => {
  const unreadOf = async ({ uuid }: Chat, reader: Teammate) => {
    const { body } = await reader.ask('GET', '/user/inbox?view=all&per_page=100');
    return body.data.find(({ id }: { id: string }) => id === uuid).unread_count;
  };

  test('are counted for each member, until the member reads them', async () => {
    const talk = await chat();
    await talk.write();
    expect([await unreadOf(talk, anna), await unreadOf(talk, owner)]).toEqual([2, 2]);
    expect((await anna.ask('PUT', `${talk.path}/read`)).status).toBe(200);
    expect([await unreadOf(talk, anna), await unreadOf(talk, owner)]).toEqual([0, 2]);
    await talk.write();
    expect(await unreadOf(talk, anna)).toBe(1);
  });

  test('from before a member joined count as read', async () => {
    const talk = await chat();
    const late = await addTeammate(server, account, { name: 'Late' });
    expect(await unreadOf(talk, late)).toBe(0);
    await talk.write();
    expect(await unreadOf(talk, late)).toBe(1);
  });

  test('of conversations that need a person are counted by view', async () => {
    const before = await counts(anna);
    const talks = [await chat(), await chat()];
    await anna.ask('POST', `${talks[0]?.path}/disable-ai`);
    await account.post(`${talks[1]?.path}/disable-ai`);
    for (const talk of talks) await talk.write();
    const after = await counts(anna);
    expect(after.unread).toEqual({ mine: before.unread.mine + 1, unassigned: before.unread.unassigned + 1 });
    expect(after.mine).toBe(before.mine + 1);
    expect(after.unassigned).toBe(before.unassigned + 1);
    // Conversations of a group concern its members only.
    const group = await account.post('/user/groups', { name: 'Night shift', member_ids: [owner.id] });
    await account.put(`${talks[1]?.path}/assignment`, { group_id: group.body.data.id });
    expect((await counts(anna)).unread.unassigned).toBe(before.unread.unassigned);
    expect((await counts(owner)).unread.unassigned).toBeGreaterThan(0);
  });

  test('cannot be marked by an API key', async () => {
    const talk = await chat();
    const { status, body } = await account.put(`${talk.path}/read`);
    expect(status).toBe(422);
    expect(body.message).toBe(
      'A read mark needs a member of the account, but the request has an API key. Log in as a member.',
    );
    expect((await account.get('/user/inbox/counts')).body.data.unread).toBeNull();
    expect((await account.get('/user/inbox?view=all')).body.data[0].unread_count).toBeNull();
  });
});

describe('notes', () => {
  test('name their author and never reach the customer or the model', async () => {
    const talk = await chat();
    await anna.ask('POST', `${talk.path}/notes`, { content: 'Angry since Monday.' });
    await account.post(`${talk.path}/notes`, { content: 'From the CRM.' });
    const { body } = await account.get(`${talk.path}/notes`);
    expect(body.data).toMatchObject([
      { content: 'Angry since Monday.', author: 'Anna', person_id: anna.id },
      { content: 'From the CRM.', author: 'test', person_id: null },
    ]);
    await talk.write('Summarize everything.');
    const history = await server.visitor.get(`/conversations/${talk.uuid}`);
    expect(history.text).not.toContain('Angry');
    expect((await account.get(talk.path)).text).not.toContain('Angry');
    const removal = await account.delete(`${talk.path}/notes/${body.data[0].id}`);
    expect(removal.status).toBe(200);
    expect((await account.delete(`${talk.path}/notes/${body.data[0].id}`)).status).toBe(404);
  });

  test('of a repeated request are stored once', async () => {
    const talk = await chat();
    for (let time = 0; time < 2; time += 1) {
      await account.post(
        `${talk.path}/notes`,
        { content: 'Once.' },
        { 'idempotency-key': `note-${talk.uuid}` },
      );
    }
    expect((await account.get(`${talk.path}/notes`)).body.data).toHaveLength(1);
  });
});

test('tags are trimmed, sorted and found', async () => {
  const talk = await chat();
  const { body } = await account.put(`${talk.path}/tags`, { tags: ['  VIP ', 'billing', 'vip'] });
  expect(body.data.tags).toEqual(['billing', 'VIP']);
  const found = await account.get('/user/inbox?tag=VIP');
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([talk.uuid]);
  expect((await account.get('/user/inbox/choices')).body.data.tags).toEqual(['billing', 'VIP']);
  expect((await account.put(`${talk.path}/tags`, { tags: [] })).body.data.tags).toEqual([]);
});

test.each<[string, string, object]>([
  ['PUT', 'assignment', {}],
  ['PUT', 'tags', { tags: [] }],
  ['PUT', 'snooze', { until: '2099-01-01T00:00:00Z' }],
  ['POST', 'close', {}],
  ['POST', 'reopen', {}],
  ['POST', 'notes', { content: 'x' }],
  ['PUT', 'read', {}],
  ['PUT', 'presence', { is_typing: false }],
])('%s %s of another account’s conversation finds nothing', async (method, verb, body) => {
  const talk = await chat();
  const stranger = await ownerOf(server, await server.account());
  for (const key of [talk.uuid, '0', 'not-an-id']) {
    const answer = await stranger.ask(method, `/user/conversations/${key}/${verb}`, body);
    expect(answer.status, answer.text).toBe(404);
  }
});

test.each([
  ['past', '2020-01-01T00:00:00Z', 'The until field must be in the future.'],
  ['too far', '2099-01-01T00:00:00Z', 'The until field must be within 366 days.'],
])('refuses to snooze until an instant in the %s', async (_, until, message) => {
  const talk = await chat();
  const { status, body } = await account.put(`${talk.path}/snooze`, { until });
  expect(status).toBe(422);
  expect(body.errors).toEqual({ until: [message] });
});

test.each([
  [{ customer_name: ' Maria Pop ' }, 'Maria Pop'],
  [{ name: 'Maria' }, 'Maria'],
  [{ name: '' }, null],
  [{ plan: 'gold' }, null],
])('a website visitor with the variables %o is named %s', async (variables, name) => {
  const { body } = await server.visitor.post('/conversations', { assistant_id: assistant.uuid, variables });
  const { data } = (await account.get(`/user/conversations/${body.conversation_id}`)).body;
  expect(data.customer_name).toBe(name);
});

test('an assistant’s own variables name no visitor', async () => {
  const named = await createAssistant(account, { variables: { name: 'Front desk' } });
  const { body } = await server.visitor.post('/conversations', { assistant_id: named.uuid });
  const { data } = (await account.get(`/user/conversations/${body.conversation_id}`)).body;
  expect(data.customer_name).toBeNull();
});

test('a cursor neither repeats nor skips conversations that move meanwhile', async () => {
  const busy = await server.account();
  const desk = await createAssistant(busy, {});
  await server.database.query(
    `insert into conversations (user_id, assistant_id, type, customer_identifier, updated_at, waiting_since)
     select $1, $2, 'api', 'Customer ' || number, clock_timestamp() - make_interval(mins => number),
       case when number % 3 = 0 then clock_timestamp() - make_interval(hours => number) end
     from generate_series(1, 25) as number`,
    [busy.userId, desk.id],
  );
  const whole = (await busy.get('/user/inbox?view=all&per_page=100')).body;
  expect(whole.next_cursor).toBeNull();
  const expected: string[] = whole.data.map(({ id }: { id: string }) => id);
  expect(expected).toHaveLength(25);
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const { status, body, text } = await busy.get(
      `/user/inbox?view=all&per_page=4${next === null ? '' : `&cursor=${next}`}`,
    );
    expect(status, text).toBe(200);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    next = body.next_cursor;
    // One that was seen moves to the top.
    if (seen.length === 12) {
      await server.database.query('update conversations set updated_at = clock_timestamp() where uuid = $1', [
        seen[11],
      ]);
    }
  } while (next !== null);
  expect(seen).toEqual(expected);
  expect((await busy.get('/user/inbox?cursor=nothing')).status).toBe(422);
});
