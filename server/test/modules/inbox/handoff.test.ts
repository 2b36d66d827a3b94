import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender } from '../../kit/messaging.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import { ownerOf, type Teammate } from '../../kit/teammates.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const CLOSED = Object.fromEntries(DAYS.map((day) => [day, null]));
const MESSAGE = 'Anna from support answers you here.';
const CLOSED_MESSAGE = 'We answer you tomorrow from nine.';
const ASKING = 'I want to talk to a real person.';

let server: TestServer;
let account: Client;
let owner: Teammate;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  owner = await ownerOf(server, account);
});

let groups = 0;
async function deskWith(hours: object | null): Promise<{ id: number; uuid: string; groupId: number }> {
  groups += 1;
  const group = await account.post('/user/groups', {
    name: `Support ${groups}`,
    member_ids: [owner.id],
    hours,
    timezone: 'Europe/Berlin',
  });
  expect(group.status, group.text).toBe(201);
  const groupId: number = group.body.data.id;
  const tool = {
    type: 'handoff_to_human',
    group_id: groupId,
    message: MESSAGE,
    closed_message: CLOSED_MESSAGE,
  };
  const assistant = await createAssistant(account, { name: 'Front desk', tools: [tool] });
  return { ...assistant, groupId };
}

const view = async (uuid: string) => (await account.get(`/user/conversations/${uuid}`)).body.data;

async function ask(path: string, message: string): Promise<string | null> {
  const { status, body, text } = await server.visitor.post(`${path}/messages`, { message });
  expect(status, text).toBe(200);
  return body.message;
}

describe('a customer who asks for a person', () => {
  test('gets one in the hours of the group, and the assistant stops after its announcement', async () => {
    const desk = await deskWith(null);
    const path = await openConversation(server.visitor, desk, 'widget');
    const uuid = path.split('/').at(-1) ?? '';
    expect(await ask(path, ASKING)).toBe(MESSAGE);
    const { ai_enabled, inbox, transcript } = await view(uuid);
    expect(ai_enabled).toBe(false);
    expect(inbox).toMatchObject({ status: 'open', person: null, group: { id: desk.groupId } });
    const asked = transcript.find(({ content }: { content: string }) => content === ASKING);
    expect(inbox.waiting_since).toBe(asked.created_at);
    const notes = (await account.get(`/user/conversations/${uuid}/notes`)).body.data;
    expect(notes).toMatchObject([{ author: 'Front desk', content: ASKING, person_id: null }]);
    expect(await ask(path, 'Are you there?')).toBeNull();

    // Back at the assistant, the customer may ask again.
    await owner.ask('POST', `/user/conversations/${uuid}/enable-ai`);
    expect((await view(uuid)).inbox).toMatchObject({ group: null, waiting_since: null });
    expect(await ask(path, ASKING)).toBe(MESSAGE);
    expect((await view(uuid)).ai_enabled).toBe(false);
  });

  test('waits in the unassigned view outside the hours, and the assistant keeps answering', async () => {
    const desk = await deskWith(CLOSED);
    const path = await openConversation(server.visitor, desk, 'widget');
    const uuid = path.split('/').at(-1) ?? '';
    expect(await ask(path, ASKING)).toBe(CLOSED_MESSAGE);
    const { ai_enabled, inbox } = await view(uuid);
    expect(ai_enabled).toBe(true);
    expect(inbox).toMatchObject({ person: null, group: { id: desk.groupId } });
    expect(inbox.waiting_since).not.toBeNull();
    const unassigned = await owner.ask('GET', `/user/inbox?view=unassigned&group_id=${desk.groupId}`);
    expect(unassigned.body.data).toMatchObject([{ id: uuid }]);
    expect(await ask(path, 'Hello')).toBeTypeOf('string');
    expect((await view(uuid)).inbox.waiting_since).toBe(inbox.waiting_since);
  });

  test('gets one on a messaging channel, with one announcement', async () => {
    const desk = await deskWith(null);
    const sender = await sandboxSender(account, { assistant_id: desk.id });
    const from = customerPhone();
    const { body } = await customerWrites(account, sender.id, { from, message: ASKING });
    const uuid: string = body.data.conversation_uuid;
    const { transcript, inbox } = await eventually(
      () => view(uuid),
      (talk) => talk.transcript.length === 2,
    );
    expect(transcript[1]).toMatchObject({ author: 'ai', content: MESSAGE });
    expect(inbox).toMatchObject({ group: { id: desk.groupId } });
    await customerWrites(account, sender.id, { from, message: 'Hello?' });
    const later = await eventually(
      () => view(uuid),
      (talk) => talk.transcript.length === 3,
    );
    expect(later.transcript[2].author).toBe('customer');
  });

  test('gets one over the API', async () => {
    const desk = await deskWith(null);
    const asking = { assistant_id: desk.id, customer_identifier: 'Guest 7', message: ASKING };
    const { body } = await account.post('/user/ai/generate-reply', asking);
    expect(body).toMatchObject({ reply: MESSAGE, ai_disabled: false });
    const next = await account.post('/user/ai/generate-reply', { ...asking, message: 'Hello?' });
    expect(next.body).toMatchObject({ reply: null, ai_disabled: true });
  });

  test('gets any member if the group was deleted', async () => {
    const desk = await deskWith(CLOSED);
    await account.delete(`/user/groups/${desk.groupId}`);
    const path = await openConversation(server.visitor, desk, 'widget');
    expect(await ask(path, ASKING)).toBe(MESSAGE);
    const { inbox, ai_enabled } = await view(path.split('/').at(-1) ?? '');
    expect([inbox.group, ai_enabled]).toEqual([null, false]);
  });
});

test('a handoff to a group of another account is refused', async () => {
  const other = await server.account();
  const { body } = await other.post('/user/groups', { name: 'Theirs', member_ids: [] });
  const { id } = await createAssistant(account, {});
  const tools = [{ type: 'handoff_to_human', group_id: body.data.id }];
  const answer = await account.put(`/user/assistant/${id}`, { tools });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ 'tools.0.group_id': ['The selected tools.0.group_id is invalid.'] });
});

describe('groups', () => {
  test('have a unique name, members of the account and hours', async () => {
    const hours = { ...CLOSED, monday: { from: '09:00', to: '17:00' } };
    const body = { name: 'Billing', member_ids: [owner.id], hours, timezone: 'Europe/Berlin' };
    const { data } = (await account.post('/user/groups', body)).body;
    expect(data).toMatchObject({ name: 'Billing', members: [{ id: owner.id }], hours });
    expect((await account.post('/user/groups', { ...body, name: 'billing' })).body.errors).toEqual({
      name: ['The name is already used by another group.'],
    });
    const changed = await account.put(`/user/groups/${data.id}`, { name: 'Money', member_ids: [] });
    expect(changed.body.data).toMatchObject({ name: 'Money', members: [], hours: null, is_open: true });
    const strangers = await account.put(`/user/groups/${data.id}`, {
      name: 'Money',
      member_ids: [0, 4_000_000],
    });
    expect(strangers.status).toBe(422);
    const stranger = await server.account();
    expect((await stranger.put(`/user/groups/${data.id}`, { name: 'x', member_ids: [] })).status).toBe(404);
    expect((await stranger.delete(`/user/groups/${data.id}`)).status).toBe(404);
  });
});

test('canned replies have a unique shortcut', async () => {
  const reply = { shortcut: 'thanks', content: 'Thank you, {{visitor.name}}!' };
  const { data } = (await account.post('/user/canned-replies', reply)).body;
  expect((await account.post('/user/canned-replies', reply)).status).toBe(422);
  const second = (await account.post('/user/canned-replies', { ...reply, shortcut: 'bye' })).body.data;
  expect((await account.put(`/user/canned-replies/${second.id}`, reply)).body.errors).toEqual({
    shortcut: ['The shortcut is already used by another canned reply.'],
  });
  const changed = await account.put(`/user/canned-replies/${data.id}`, { ...reply, content: 'Thanks!' });
  expect(changed.body.data).toMatchObject({ shortcut: 'thanks', content: 'Thanks!' });
  const stranger = await server.account();
  expect((await stranger.put(`/user/canned-replies/${data.id}`, reply)).status).toBe(404);
  expect((await stranger.delete(`/user/canned-replies/${data.id}`)).status).toBe(404);
  await account.delete(`/user/canned-replies/${second.id}`);
  const { body } = await account.get('/user/canned-replies');
  expect(body.data.map(({ shortcut }: { shortcut: string }) => shortcut)).toEqual(['thanks']);
  expect((await account.post('/user/canned-replies', { ...reply, shortcut: 'No spaces' })).status).toBe(422);
});
