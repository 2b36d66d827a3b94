import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let first: { id: number; uuid: string } & Record<string, unknown>;
let second: { id: number; uuid: string } & Record<string, unknown>;
/** UUIDs in order of creation. */
const made: string[] = [];

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  first = await createAssistant(account, { name: 'First' });
  second = await createAssistant(account, { name: 'Second' });
  const days = [
    '2026-03-01 00:00:00',
    '2026-03-01 23:59:59.999999',
    '2026-03-02 00:00:00',
    '2026-03-03 12:00:00',
  ];
  for (const [index, day] of days.entries()) {
    const path = await openConversation(
      server.visitor,
      index < 2 ? first : second,
      index === 1 ? 'test' : 'widget',
    );
    made.push(String(path.split('/').at(-1)));
    await server.database.query(
      `update conversations set created_at = $2::timestamp at time zone 'UTC' where uuid = $1`,
      [made.at(-1), day],
    );
  }
  const reply = { assistant_id: first.id, customer_identifier: 'c', message: 'Hello' };
  made.push((await account.post('/user/ai/generate-reply', reply)).body.conversation_id);
  const other = await server.account();
  await openConversation(server.visitor, await createAssistant(other));
});

async function listed(query: string): Promise<number[]> {
  const { status, body } = await account.get(`/user/conversations?${query}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: string }) => made.indexOf(id));
}

describe('the list of conversations', () => {
  test('only has the account’s own, newest first, in the contract’s shape', async () => {
    expect(await listed('')).toEqual([4, 3, 2, 1, 0]);
    const { body } = await account.get('/user/conversations?date_to=2026-03-01&type=widget');
    expect(body.per_page).toBe(15);
    expect(body.data).toEqual([
      {
        id: made[0],
        assistant_id: first.uuid,
        assistant_name: 'First',
        type: 'widget',
        message_count: 1,
        total_cost: 0,
        ai_enabled: true,
        has_opted_out: false,
        created_at: '2026-03-01 00:00:00',
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ]);
  });

  test.each([
    ['type=widget', [3, 2, 0]],
    ['type=test', [1]],
    ['type=api', [4]],
    ['type=msgapp', []],
    ['type=', [4, 3, 2, 1, 0]],
    ['date_from=2026-03-02', [4, 3, 2]],
    ['date_to=2026-03-02', [2, 1, 0]],
    ['date_from=2026-03-01&date_to=2026-03-01', [1, 0]],
    ['date_from=2026-03-03&date_to=2026-03-01', []],
    ['type=widget&date_from=2026-03-02&date_to=2026-03-03', [3, 2]],
  ])('filters by %s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  test('filters by an assistant of the account', async () => {
    expect(await listed(`assistant_id=${first.id}`)).toEqual([4, 1, 0]);
    expect(await listed(`assistant_id=${second.id}&date_to=2026-03-02`)).toEqual([2]);
    expect(await listed(`assistant_id=${second.id}&type=api`)).toEqual([]);
  });

  test.each([
    ['type', 'chat'],
    ['type', 'WIDGET'],
    ['assistant_id', 'x'],
    ['assistant_id', '0'],
    ['assistant_id', '9000000000'],
    ['date_from', '2026-02-30'],
    ['date_to', '01.03.2026'],
  ])('reports %s=%s as invalid', async (name, value) => {
    const { status, body } = await account.get(`/user/conversations?${name}=${value}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([name]);
  });

  test('keeps the filters in its page URLs', async () => {
    const { body } = await account.get('/user/conversations?type=widget&per_page=1&date_to=2026-03-03');
    expect(body).toMatchObject({ total: 3, last_page: 3 });
    expect(body.next_page_url).toBe(
      `${server.api}/user/conversations?type=widget&per_page=1&date_to=2026-03-03&page=2`,
    );
  });

  test('counts messages and shows who answers', async () => {
    await account.post(`/user/conversations/${made[3]}/disable-ai`);
    await server.visitor.post(`/conversations/${made[3]}/messages`, { message: 'Anyone?' });
    const { data } = (await account.get('/user/conversations?date_from=2026-03-03&type=widget')).body;
    expect(data[0]).toMatchObject({ id: made[3], message_count: 2, ai_enabled: false });
  });

  test('keeps the conversations of a deleted assistant', async () => {
    const gone = await createAssistant(account, { name: 'Gone' });
    const path = await openConversation(server.visitor, gone);
    await account.delete(`/user/assistant/${gone.id}`);
    const { body } = await account.get(`/user/conversations?assistant_id=${gone.id}`);
    expect(body.data).toMatchObject([{ assistant_name: 'Gone', assistant_id: gone.uuid }]);
    expect((await server.visitor.get(path)).status).toBe(200);
    const refused = await server.visitor.post(`${path}/messages`, { message: 'Still there?' });
    expect(refused.status).toBe(404);
  });
});
