import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { choose } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { fixtureFile } from '../kit/documents.ts';
import { openConversation } from '../kit/events.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { addTeammate, openAs, ownerOf, type Teammate } from '../kit/teammates.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let anna: Teammate;
let bob: Teammate;
let assistant: { id: number; uuid: string };

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  anna = await addTeammate(server, account, { name: 'Anna' });
  bob = await addTeammate(server, account, { name: 'Bob' });
  await ownerOf(server, account);
  assistant = await createAssistant(account, { name: 'Front desk', initial_message: 'Hello.' });
});

async function chat(message: string): Promise<{ uuid: string; write: (text: string) => Promise<unknown> }> {
  const path = await openConversation(server.visitor, assistant, 'widget');
  const write = (text: string) => server.visitor.post(`${path}/messages`, { message: text });
  await write(message);
  return { uuid: path.split('/').at(-1) ?? '', write };
}

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

test('shows the files of a visitor: pictures as pictures, others as downloads', async () => {
  const path = await openConversation(server.visitor, assistant, 'widget');
  const upload = async (name: string, bytes: Buffer | string): Promise<string> => {
    const body = new FormData();
    body.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
    return (await server.visitor.post(`${path}/files`, body)).body.file.id;
  };
  const files = [
    await upload('parcel.png', fixtureFile('picture.png')),
    await upload('invoice 7.txt', 'One parcel'),
  ];
  await server.visitor.post(`${path}/messages`, { message: 'It is broken.', files });
  const { page } = await openAs(browser, {
    server,
    teammate: anna,
    path: `/conversations/${path.split('/').at(-1)}`,
  });
  const log = page.getByRole('log', { name: 'Messages' });
  const picture = log.getByRole('img', { name: 'parcel.png' });
  await expect.poll(() => picture.evaluate((node) => Reflect.get(node, 'naturalWidth'))).toBe(57);
  await log.getByText('It is broken.', { exact: true }).waitFor();
  const link = log.getByRole('link', { name: 'invoice 7.txt' });
  expect(await link.getAttribute('download')).toBe('invoice 7.txt');
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'inbox-files');
});

test('two teammates share the conversations that need a person', async () => {
  const talk = await chat('Where is my parcel?');
  const ofAnna = await openAs(browser, { server, teammate: anna, path: '/conversations?view=unassigned' });
  const ofBob = await openAs(browser, { server, teammate: bob, path: '/conversations?view=mine' });
  await ofAnna.page.getByText('No customers are waiting for a person.').waitFor();

  // The customer waits for a person: both see it without a reload.
  await account.post(`/user/conversations/${talk.uuid}/disable-ai`);
  await talk.write('Are you still there?');
  const row = ofAnna.page.getByRole('link', {
    name: /Visitor.*Waiting since.*2 unread.*Are you still there\?/s,
  });
  await row.waitFor();
  await view(ofAnna.page, 'Unassigned 1 unread').waitFor();

  // Reading clears Anna's mark, not Bob's.
  await row.click();
  await ofAnna.page.getByRole('log', { name: 'Messages' }).getByText('Are you still there?').waitFor();
  await view(ofAnna.page, 'Unassigned 1').waitFor();
  await expect.poll(() => ofAnna.page.getByText('2 unread').count()).toBe(0);

  // Anna assigns it to Bob, who sees it in his view at once.
  await ofBob.page.getByText('No open conversations are assigned to you.').waitFor();
  await choose(ofAnna.page, 'Assignee', 'Bob');
  await ofBob.page.getByRole('link', { name: /Visitor.*2 unread.*Bob/s }).click();
  await ofAnna.page.getByText('Bob is replying.').waitFor();
  await ofBob.page.getByText('You are replying.').waitFor();

  // A note for the team, in the thread of both.
  await ofBob.page.getByRole('button', { name: 'Add note' }).click();
  await ofBob.page.getByRole('textbox', { name: 'Internal note' }).fill('Parcel is in Cluj.');
  await ofBob.page.keyboard.press('Enter');
  for (const { page } of [ofAnna, ofBob]) {
    await page.getByRole('log', { name: 'Messages' }).getByText('Parcel is in Cluj.').waitFor();
    await page.getByText('Note by Bob').waitFor();
  }

  // Bob answers under his name.
  const draft = ofBob.page.getByRole('textbox', { name: 'Message' });
  await draft.fill('It arrives tomorrow.');
  await draft.press('Enter');
  const answer = ofAnna.page
    .getByRole('log', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'It arrives tomorrow.' });
  await answer.getByText('Bob').waitFor();

  // Tags, then the end: it leaves the open views and comes back with the customer's next message.
  await ofBob.page.getByRole('button', { name: 'Add tag' }).click();
  await ofBob.page.getByRole('combobox', { name: 'New tag' }).fill('parcels');
  await ofBob.page.keyboard.press('Enter');
  await ofAnna.page.getByRole('list', { name: 'Tags' }).getByText('parcels').waitFor();
  await ofBob.page.getByRole('button', { name: 'Close', exact: true }).click();
  await ofBob.page.getByText('No open conversations are assigned to you.').waitFor();
  await view(ofBob.page, 'Closed').click();
  await ofBob.page.getByRole('link', { name: /Visitor.*#parcels/s }).waitFor();
  await talk.write('Thank you!');
  await ofBob.page.getByText('No closed conversations.').waitFor();
  expect([...ofAnna.errors, ...ofBob.errors]).toEqual([]);
});

test('a snoozed conversation is in its own view until it is opened', async () => {
  const { uuid } = await chat('No hurry.');
  const { page, errors } = await openAs(browser, { server, teammate: anna, path: `/conversations/${uuid}` });
  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow at 9:00' }).click();
  await page.getByText(/Snoozed until/).waitFor();
  await view(page, 'Snoozed 1').waitFor();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await view(page, 'Snoozed 1').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Snooze' }).waitFor();
  expect(errors).toEqual([]);
});

test('the console asks before it sends what a teammate has already answered', async () => {
  const { uuid, write } = await chat('Can I still cancel?');
  await anna.ask('POST', `/user/conversations/${uuid}/disable-ai`);
  await write('Hello?');
  const path = `/conversations/${uuid}`;
  const ofAnna = await openAs(browser, { server, teammate: anna, path });
  const ofBob = await openAs(browser, { server, teammate: bob, path });
  await ofAnna.page.getByText('Bob is viewing').waitFor();
  await ofBob.page.getByText('Anna is viewing').waitFor();

  const draft = ofAnna.page.getByRole('textbox', { name: 'Message' });
  await draft.fill('Yes, until noon.');
  await ofBob.page.getByText('Anna is typing').waitFor();
  const other = ofBob.page.getByRole('textbox', { name: 'Message' });
  await other.fill('Yes, until six.');
  await other.press('Enter');
  const log = ofAnna.page.getByRole('log', { name: 'Messages' });
  await log.getByText('Yes, until six.').waitFor();
  await draft.press('Enter');
  const question = ofAnna.page.getByRole('alertdialog', { name: 'Send anyway?' });
  await question.getByText('Bob answered while you were writing.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await draft.inputValue()).toBe('Yes, until noon.');
  expect(await log.getByText('Yes, until noon.').count()).toBe(0);
  await draft.press('Enter');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await log.getByText('Yes, until noon.').waitFor();
  await expect.poll(() => draft.inputValue()).toBe('');

  // Without news, nothing is asked.
  await draft.fill('Anything else?');
  await draft.press('Enter');
  await log.getByText('Anything else?').waitFor();
  await ofBob.page.getByRole('link', { name: 'Calls', exact: true }).click();
  await ofAnna.page.getByText('Bob is viewing').waitFor({ state: 'detached' });
  expect([...ofAnna.errors, ...ofBob.errors]).toEqual([]);
});

test('keys move through the list and work on the open conversation, but not while typing', async () => {
  const talks = [await chat('First question'), await chat('Second question')];
  const zoe = await addTeammate(server, account, { name: 'Zoe' });
  for (const { uuid } of talks) await zoe.ask('POST', `/user/conversations/${uuid}/disable-ai`);
  await account.post('/user/canned-replies', {
    shortcut: 'thanks',
    content: 'Thank you, {{visitor.name}}! {{agent.name}}',
  });
  const { page, errors } = await openAs(browser, {
    server,
    teammate: zoe,
    path: '/conversations?view=mine',
  });
  const rows = page.getByRole('link', { name: /Visitor.*Zoe/s });
  await expect.poll(() => rows.count()).toBe(2);
  const log = page.getByRole('log', { name: 'Messages' });
  // Without a wait, the latest conversation comes first.
  for (const [key, shown] of [
    ['j', 'Second question'],
    ['j', 'First question'],
    ['k', 'Second question'],
  ] as const) {
    await page.keyboard.press(key);
    await log.getByText(shown).waitFor();
  }

  // A canned reply, with the values of this conversation. The visitor has no name.
  await page.keyboard.press('/');
  const draft = page.getByRole('textbox', { name: 'Message' });
  await page.getByRole('option', { name: /thanks/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => draft.inputValue()).toBe('Thank you! Zoe');
  // Letters in a field are text.
  await page.keyboard.type(' see you then');
  await expect.poll(() => draft.inputValue()).toBe('Thank you! Zoe see you then');
  await page.getByRole('heading', { level: 1 }).click();

  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Internal note' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('a');
  await page.getByRole('option', { name: 'Zoe (you)' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'In 1 hour' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByText('Closed. The assistant answers new messages.', { exact: true }).waitFor();
  expect(errors).toEqual([]);
});

test('selected conversations are tagged, snoozed and closed together, and their threads show it', async () => {
  const talks = [await chat('First of two'), await chat('Second of two')];
  const uma = await addTeammate(server, account, { name: 'Uma' });
  for (const { uuid } of talks) await uma.ask('POST', `/user/conversations/${uuid}/disable-ai`);
  const { page, errors } = await openAs(browser, {
    server,
    teammate: uma,
    path: '/conversations?view=mine',
  });
  const boxes = page
    .getByRole('list', { name: /^Conversations/ })
    .getByRole('checkbox', { name: 'Select Visitor' });
  await expect.poll(() => boxes.count()).toBe(2);
  // One with the key, the other with its box.
  await page.keyboard.press('j');
  await page.getByRole('log', { name: 'Messages' }).getByText('Second of two').waitFor();
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' });
  await bar.getByText('1 conversation selected').waitFor();
  await boxes.last().check();
  await bar.getByText('2 conversations selected').waitFor();

  await bar.getByRole('button', { name: 'Change tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change tags of 2 conversations' });
  await dialog.getByRole('combobox', { name: 'Tag' }).fill('returns');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await page.getByText('2 conversations tagged.', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /Visitor.*#returns/s }).count()).toBe(2);
  expect(await bar.count()).toBe(0);

  await page.getByRole('checkbox', { name: 'Select the loaded conversations' }).check();
  await bar.getByRole('button', { name: 'Snooze conversations' }).click();
  await page.getByRole('menuitem', { name: 'Choose date and time' }).click();
  const snooze = page.getByRole('dialog', { name: 'Snooze' });
  await snooze.getByLabel('Date and time').fill('2020-01-01T09:00');
  await snooze.getByRole('button', { name: 'Snooze' }).click();
  await snooze.getByText('Choose a time in the future.').waitFor();
  const later = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16);
  await snooze.getByLabel('Date and time').fill(later);
  await snooze.getByRole('button', { name: 'Snooze' }).click();
  await page.getByText('2 conversations snoozed.', { exact: true }).waitFor();
  await page.getByText('No open conversations are assigned to you.').waitFor();

  await uma.ask('POST', `/user/conversations/${talks[0]?.uuid}/close`);
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('Uma took this conversation').waitFor();
  await log.getByText(/^Uma snoozed this until/).waitFor();
  expect(errors).toEqual([]);
});

test('unread conversations are counted in the title and the side bar of every page', async () => {
  const kim = await addTeammate(server, account, { name: 'Kim' });
  const { uuid, write } = await chat('Hi');
  await kim.ask('POST', `/user/conversations/${uuid}/disable-ai`);
  await kim.ask('PUT', `/user/conversations/${uuid}/read`);
  const unread = (await kim.ask('GET', '/user/inbox/counts')).body.data.unread;
  expect(unread.mine).toBe(0);
  const { page, errors } = await openAs(browser, { server, teammate: kim, path: '/settings' });
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const before: number = unread.unassigned;
  await write('Are you there?');
  await expect.poll(() => page.title()).toBe(`(${before + 1}) Settings · Parley`);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Conversations/ });
  await expect.poll(() => link.innerText()).toContain(String(before + 1));
  await kim.ask('PUT', `/user/conversations/${uuid}/read`);
  const rest = before === 0 ? 'Settings · Parley' : `(${before}) Settings · Parley`;
  await expect.poll(() => page.title()).toBe(rest);
  expect(errors).toEqual([]);
});

test('a message that arrives before the live updates begin is counted', async () => {
  const lou = await addTeammate(server, account, { name: 'Lou' });
  const { uuid, write } = await chat('Hi');
  await lou.ask('POST', `/user/conversations/${uuid}/disable-ai`);
  await lou.ask('PUT', `/user/conversations/${uuid}/read`);
  const { mine, unassigned } = (await lou.ask('GET', '/user/inbox/counts')).body.data.unread;
  const { page } = await openAs(browser, { server, teammate: lou, path: '/about:blank' });
  const { promise: isWritten, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/console/changes', async (route) => {
    await isWritten;
    await route.continue();
  });
  const counted = page.waitForResponse('**/api/user/inbox/counts');
  await page.goto(`${server.address}/settings`);
  await counted;
  await write('Are you there?');
  resolve();
  await expect.poll(() => page.title()).toBe(`(${mine + unassigned + 1}) Settings · Parley`);
});

test('groups and canned replies are managed in the inbox settings', async () => {
  const other = await server.account();
  const owner = await ownerOf(server, other);
  const { page, errors } = await openAs(browser, { server, teammate: owner, path: '/inbox-settings' });
  await page.getByRole('button', { name: 'New group' }).click();
  const group = page.getByRole('dialog', { name: 'New group' });
  await group.getByRole('textbox', { name: 'Name' }).fill('Support');
  await group.getByRole('checkbox', { name: 'Test' }).check();
  await group.getByRole('switch', { name: 'Opening hours' }).click();
  await group.getByLabel('Friday to').fill('15:00');
  await group.getByRole('button', { name: 'Save group' }).click();
  await page.getByText('Mon–Thu 09:00–17:00, Fri 09:00–15:00').waitFor();
  const { data: groups } = (await other.get('/user/groups')).body;
  expect(groups).toMatchObject([{ name: 'Support', members: [{ id: owner.id }] }]);
  await page.getByRole('button', { name: 'New group' }).click();
  await group.getByRole('textbox', { name: 'Name' }).fill('support');
  await group.getByRole('button', { name: 'Save group' }).click();
  await group.getByText('already used by another group').waitFor();
  await group.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'New canned reply' }).click();
  const reply = page.getByRole('dialog', { name: 'New canned reply' });
  await reply.getByRole('textbox', { name: 'Shortcut' }).fill('bye');
  await reply.getByRole('textbox', { name: 'Text' }).fill('Goodbye, {{visitor.name}}!');
  await reply.getByRole('button', { name: 'Save canned reply' }).click();
  await page.getByText('/bye').waitFor();
  await page.getByRole('button', { name: 'Delete bye' }).click();
  await page.getByRole('button', { name: 'Delete canned reply' }).click();
  await page.getByText('No canned replies yet.').waitFor();
  // Browsers log the refused name.
  expect(errors).toEqual([expect.stringContaining('422')]);
});

test('the inbox settings and a worked conversation are accessible and fit a phone', async () => {
  const { uuid } = await chat('Where are you?');
  const path = `/user/conversations/${uuid}`;
  await account.post(`${path}/disable-ai`);
  await account.post(`${path}/notes`, { content: 'A note for the team.' });
  await account.put(`${path}/tags`, { tags: ['vip'] });
  await account.post('/user/groups', { name: 'Desk', member_ids: [anna.id] });
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'inbox-conversation',
      path: `/conversations/${uuid}`,
      show: (page) => page.getByText('A note for the team.').waitFor(),
    },
    {
      name: 'inbox-note',
      path: `/conversations/${uuid}`,
      show: async (page) => {
        await page.getByRole('button', { name: 'Add note' }).click();
        await page.getByRole('textbox', { name: 'Internal note' }).waitFor();
      },
    },
    {
      name: 'inbox-selected',
      path: '/conversations',
      show: async (page) => {
        await page.getByRole('checkbox', { name: 'Select the loaded conversations' }).check();
        await page.getByRole('toolbar', { name: 'Selected conversations' }).waitFor();
      },
    },
    {
      name: 'inbox-tags',
      path: '/conversations',
      show: async (page) => {
        await page.getByRole('checkbox', { name: 'Select the loaded conversations' }).check();
        await page.getByRole('button', { name: 'Change tags' }).click();
        await page.getByRole('combobox', { name: 'Tag' }).waitFor();
      },
    },
    {
      name: 'inbox-snooze',
      path: `/conversations/${uuid}`,
      show: async (page) => {
        await page.getByRole('button', { name: 'Snooze' }).click();
        await page.getByRole('menuitem', { name: 'Choose date and time' }).click();
        await page.getByRole('dialog', { name: 'Snooze' }).waitFor();
      },
    },
    {
      name: 'inbox-settings',
      path: '/inbox-settings',
      show: (page) => page.getByText('Desk', { exact: true }).waitFor(),
    },
    {
      name: 'inbox-group',
      path: '/inbox-settings?open=new-group',
      show: (page) => page.getByRole('checkbox', { name: 'Anna' }).waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
