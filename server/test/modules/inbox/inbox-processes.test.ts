import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { followChanges } from '../../kit/change-stream.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { addTeammate } from '../../kit/teammates.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let first: TestServer;
let second: TestServer;
let account: Client;

beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ beside: first.testDatabase });
  account = await first.account();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

test('changes of teammates in one process reach the pages of another', async () => {
  const [anna, bob] = [
    await addTeammate(first, account, { name: 'Anna' }),
    await addTeammate(second, account, { name: 'Bob' }),
  ];
  const assistant = await createAssistant(account, { initial_message: 'Hello.' });
  const uuid = (await openConversation(first.visitor, assistant, 'widget')).split('/').at(-1);
  const path = `/user/conversations/${uuid}`;
  const page = await followChanges(second.api, { authorization: `Bearer ${bob.token}` });
  for (const [method, route, body, topic] of [
    ['POST', `${path}/disable-ai`, {}, 'conversations'],
    ['PUT', `${path}/presence`, { is_typing: false }, 'presence'],
    ['PUT', `${path}/presence`, { is_typing: true }, 'presence'],
    ['PUT', `${path}/read`, {}, 'reads'],
    ['POST', `${path}/notes`, { content: 'A note.' }, 'conversations'],
    ['PUT', `${path}/assignment`, { person_id: bob.id }, 'conversations'],
    ['POST', '/user/canned-replies', { shortcut: 'hi', content: 'Hi' }, 'canned_replies'],
  ] as const) {
    page.forget();
    const { status, text } = await anna.ask(method, route, body);
    expect(status, text).toBeLessThan(300);
    await page.told(topic);
  }
  const { body } = await bob.ask('GET', `${path}/presence`);
  expect(body.data).toEqual([{ person: { id: anna.id, name: 'Anna' }, is_typing: true }]);

  // A renewal is no news: the next topic is that of the departure.
  page.forget();
  await anna.ask('PUT', `${path}/presence`, { is_typing: true });
  await anna.ask('PUT', `${path}/tags`, { tags: ['after'] });
  await page.told('conversations');
  expect(page.changes().flat()).not.toContain('presence');
  await anna.ask('DELETE', `${path}/presence`);
  await page.told('presence');
  page.close();
});

test('teammates who take the same conversation at the same time leave one of them responsible', async () => {
  const team = await Promise.all(
    ['Anna', 'Bob', 'Carla', 'Dan'].map((name, index) =>
      addTeammate(index % 2 === 0 ? first : second, account, { name }),
    ),
  );
  const assistant = await createAssistant(account, { initial_message: 'Hello.' });
  const uuid = (await openConversation(first.visitor, assistant, 'widget')).split('/').at(-1);
  const path = `/user/conversations/${uuid}`;
  await Promise.all(team.map((teammate) => teammate.ask('POST', `${path}/disable-ai`)));
  const state = async () => (await account.get(path)).body.data.inbox;
  const { person } = await eventually(state, ({ person }) => person !== null);
  expect(team.map(({ id }) => id)).toContain(person.id);
  const views = await Promise.all(
    team.map(async (teammate) => (await teammate.ask('GET', '/user/inbox?view=mine')).body.data),
  );
  const holders = views.filter((items) => items.some(({ id }: { id: string }) => id === uuid));
  expect(holders).toHaveLength(1);
});
