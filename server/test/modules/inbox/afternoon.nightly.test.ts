import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { openConversation } from '../../kit/events.ts';
import { addTeammate, type Teammate } from '../../kit/teammates.ts';
import {
  type Client,
  cloneDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '../../kit/test-server.ts';

const CUSTOMERS = 40;
const ROUNDS = 12;
const SEED = 28;
const VIEWS = ['mine', 'unassigned', 'all', 'snoozed', 'closed'] as const;

/** Two processes of one installation; teammates and customers use both. */
let database: TestDatabase;
let servers: TestServer[];
let account: Client;
let team: Teammate[];
let groupId: number;
let assistant: { id: number; uuid: string };

beforeAll(async () => {
  database = await cloneDatabase();
  servers = [await startTestServer({ beside: database }), await startTestServer({ beside: database })];
  const [first, second] = [required(servers[0]), required(servers[1])];
  account = await first.account();
  team = [
    await addTeammate(first, account, { name: 'Anna' }),
    await addTeammate(second, account, { name: 'Bob' }),
    await addTeammate(first, account, { name: 'Carla' }),
  ];
  const group = await account.post('/user/groups', { name: 'Support', member_ids: team.map(({ id }) => id) });
  groupId = group.body.data.id;
  assistant = await createAssistant(account, {
    name: 'Front desk',
    initial_message: 'Hello.',
    tools: [{ type: 'handoff_to_human', group_id: groupId }],
  });
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

/** Throws for a missing item. */
function required<One>(one: One | undefined): One {
  if (one === undefined) throw new Error('An item is missing.');
  return one;
}

interface Item {
  id: string;
  ai_enabled: boolean;
  unread_count: number;
  inbox: { status: string; person: { id: number } | null; waiting_since: string | null };
  last_message: { author: string };
}

async function read<Data>(reader: Teammate, path: string): Promise<Data> {
  const { status, body, text } = await reader.ask('GET', path);
  expect(status, text).toBe(200);
  return body.data;
}

const list = (reader: Teammate, view: string) =>
  read<Item[]>(reader, `/user/inbox?view=${view}&per_page=100`);

/** @param request method and path */
async function act(by: Teammate, request: string, body?: object): Promise<void> {
  const [method = '', path = ''] = request.split(' ');
  const { status, text } = await by.ask(method, path, body);
  expect(status, `${request}: ${text}`).toBeLessThan(300);
}

/** Checks the rules of the inbox for every member. */
async function checkInbox(): Promise<void> {
  const everything = await read<Item[]>(required(team[0]), '/user/inbox?per_page=100');
  for (const reader of team) {
    const lists = await Promise.all(VIEWS.map((view) => list(reader, view)));
    const [mine = [], unassigned = [], all = [], snoozed = [], closed = []] = lists;
    const counts = await read<Record<string, number>>(reader, '/user/inbox/counts');
    expect(counts).toMatchObject(
      Object.fromEntries(VIEWS.map((view, index) => [view, lists[index]?.length])),
    );
    // Every conversation is open, snoozed or closed.
    const ids = [...all, ...snoozed, ...closed].map(({ id }) => id).sort();
    expect(ids).toEqual(everything.map(({ id }) => id).sort());
    const open = new Set(all.map(({ id }) => id));
    for (const { id, inbox } of mine) {
      expect(open.has(id)).toBe(true);
      expect(inbox.person?.id).toBe(reader.id);
    }
    for (const { id, inbox } of unassigned) {
      expect(open.has(id)).toBe(true);
      expect(inbox.person).toBeNull();
    }
    for (const item of everything) {
      const waits = item.inbox.waiting_since !== null;
      // A customer who waits is in a view, and who is answered does not wait.
      if (waits) expect(item.inbox.status).not.toBe('closed');
      if (!item.ai_enabled && item.last_message.author === 'customer') expect(waits).toBe(true);
      if (item.last_message.author === 'human') expect(waits).toBe(false);
    }
    // Longest wait first.
    const waits = all.flatMap(({ inbox }) => inbox.waiting_since ?? []);
    expect(waits).toEqual([...waits].sort());
  }
}

test('three teammates and two processes serve forty customers, and every customer is answered or in a view', async () => {
  const random = seededRandom(SEED);
  const pick = <One>(items: readonly One[]): One | undefined => items[Math.floor(random() * items.length)];
  const chats: { path: string; uuid: string; serverIndex: number }[] = [];
  const customerWrites = async (message: string, { path, serverIndex }: (typeof chats)[number]) => {
    const { status, text } = await required(servers[serverIndex]).visitor.post(`${path}/messages`, {
      message,
    });
    expect(status, text).toBe(200);
  };
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const serverIndex = index % servers.length;
    const path = await openConversation(required(servers[serverIndex]).visitor, assistant, 'widget');
    chats.push({ path, uuid: path.split('/').at(-1) ?? '', serverIndex });
  }
  const handled: Record<string, number> = {};
  const note = (what: string): void => {
    handled[what] = (handled[what] ?? 0) + 1;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Customers write at the same time.
    await Promise.all(
      chats.map((chat) => {
        const wish = random();
        if (round > 0 && wish < 0.5) return undefined;
        if (wish < 0.75) return customerWrites('Where is my parcel?', chat);
        return customerWrites('Can I talk to a person?', chat);
      }),
    );
    await checkInbox();
    // Teammates work at the same time, and may reach for the same conversation.
    await Promise.all(
      team.map(async (teammate) => {
        for (let step = 0; step < 6; step += 1) {
          const own = await list(teammate, 'mine');
          const free = await list(teammate, 'unassigned');
          const item = pick([...own, ...free.slice(0, 3)]);
          if (item === undefined) return;
          const talk = `/user/conversations/${item.id}`;
          await act(teammate, `PUT ${talk}/read`);
          const what = required(
            pick(['answer', 'answer', 'assign', 'note', 'snooze', 'close', 'hand back', 'tag'] as const),
          );
          note(what);
          switch (what) {
            case 'answer':
              if (item.ai_enabled) await act(teammate, `POST ${talk}/disable-ai`);
              await act(teammate, `POST ${talk}/messages`, { message: `${teammate.name} here.` });
              break;
            case 'assign':
              await act(teammate, `PUT ${talk}/assignment`, {
                person_id: required(pick(team)).id,
                group_id: groupId,
              });
              break;
            case 'note':
              await act(teammate, `POST ${talk}/notes`, { content: `Seen by ${teammate.name}.` });
              break;
            case 'snooze': {
              const until = new Date(Date.now() + 3_600_000).toISOString();
              await act(teammate, `PUT ${talk}/snooze`, { until });
              break;
            }
            case 'close':
              await act(teammate, `POST ${talk}/close`);
              break;
            case 'hand back':
              await act(teammate, `POST ${talk}/enable-ai`);
              break;
            case 'tag':
              await act(teammate, `PUT ${talk}/tags`, {
                tags: [required(pick(['parcel', 'refund', 'vip']))],
              });
              break;
          }
        }
      }),
    );
    await checkInbox();
  }
  // The evening: everything is closed, and no customer waits.
  const anna = required(team[0]);
  for (const { id } of await read<Item[]>(anna, '/user/inbox?per_page=100')) {
    await act(anna, `POST /user/conversations/${id}/close`);
    await act(anna, `PUT /user/conversations/${id}/read`);
  }
  await checkInbox();
  expect((await list(anna, 'closed')).every(({ unread_count: unread }) => unread === 0)).toBe(true);
  expect(await list(anna, 'all')).toEqual([]);
  // The test did what it claims.
  expect(Object.keys(handled).sort()).toEqual(
    ['answer', 'assign', 'close', 'hand back', 'note', 'snooze', 'tag'].sort(),
  );
});
