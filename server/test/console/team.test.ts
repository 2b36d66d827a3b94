import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { accessibilityViolations, type TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { addMember, MEMBER_PASSWORD } from '../kit/members.ts';
import { insertEndedCall, insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer({ PARLEY_INITIAL_BALANCE: '5' });
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const open = (path: string) => openConsole(browser, { server, account, path });

/** Opens the console as this person. */
async function openAs(token: string | null, path: string) {
  const opened = await browser.open();
  const { name } = server.dependencies.console.cookies;
  await opened.context.addCookies([
    { name, value: String(token), url: server.address, httpOnly: true, sameSite: 'Strict' },
  ]);
  await opened.page.goto(`${server.address}${path}`);
  return opened;
}

async function invitation(role = 'agent', email = `${randomUUID()}@example.com`) {
  const { body } = await account.post('/user/invitations', { email, role });
  return { email, path: new URL(body.url).pathname };
}

test('an owner invites a person, who joins with a name and a password', async () => {
  const { page, errors } = await open('/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await page.getByText('This is required.').first().waitFor();
  await page.getByLabel('Email').fill('ben@example.com');
  await choose(page, 'Role', 'Builder');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const link = await page.getByText(/\/invite\/parley_/).textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('table', { name: 'Pending invitations' }).getByText('ben@example.com').waitFor();

  const guest = await browser.open();
  await guest.page.goto(link ?? '');
  await heading(guest.page, 'Join Test').waitFor();
  await guest.page.getByRole('button', { name: 'Join account' }).click();
  await guest.page.getByText('This is required.').first().waitFor();
  await guest.page.getByLabel('Name').fill('Ben');
  await guest.page.getByLabel('Password').fill(MEMBER_PASSWORD);
  await guest.page.getByRole('button', { name: 'Join account' }).click();
  await guest.page.getByRole('navigation', { name: 'Main' }).waitFor();
  // The list of the owner is updated live.
  await page.getByRole('combobox', { name: 'Role of Ben' }).waitFor();
  expect(await page.getByText('Pending invitations').count()).toBe(0);
  // Browsers report refused fields, and the question for the session of a visitor.
  expect([...errors, ...guest.errors].filter((error) => !/ 4(?:22|01) /.test(error))).toEqual([]);
});

test('a change of the role shows in the member’s console without a reload', async () => {
  const agent = await addMember(server, account, { role: 'agent', name: 'Ben' });
  const member = await openAs(agent.token, '/tools');
  await member.page.getByText('You have read-only access, because your role is agent.').waitFor();
  expect(await member.page.getByRole('button', { name: 'New tool' }).count()).toBe(0);
  expect(await member.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  const { page } = await open('/team');
  await choose(page, 'Role of Ben', 'Admin');
  await page.getByText('Ben now has the role admin.').waitFor();
  await member.page.getByRole('link', { name: 'API keys' }).waitFor();
  await member.page.getByText('You have read-only access').waitFor({ state: 'detached' });
});

test('a viewer sees no actions that the role may not perform', async () => {
  const viewer = await addMember(server, account, 'viewer');
  await insertNumber(account);
  const assistant = await createAssistant(account);
  const call = await insertEndedCall(server, account, assistant.id);
  const { page, errors } = await openAs(viewer.token, '/numbers');
  await page.getByRole('table', { name: 'Phone numbers' }).waitFor();
  const buttons = (name: string | RegExp) => page.getByRole('button', { name }).count();
  expect(await buttons(/^Release/)).toBe(0);
  await page.goto(`${server.address}/calls/${call}`);
  await page.getByText('Only admins can see webhooks.').or(page.getByRole('tab').first()).first().waitFor();
  expect(await buttons('Delete call')).toBe(0);
  await page.goto(`${server.address}/assistants/${assistant.id}`);
  await page.getByText('You have read-only access, because your role is viewer.').waitFor();
  expect(await buttons('Save')).toBe(0);
  // Buttons that only read work in the disabled editor.
  await page.getByRole('tab', { name: 'Chat & widget' }).click();
  expect(await page.getByRole('switch').first().isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Copy script tag' }).press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.goto(`${server.address}/settings`);
  await page.getByText('Only admins can change the time zone.').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Knowledge', exact: true }).waitFor();
  expect(await page.getByRole('option', { name: /^New|^Buy|API keys/ }).count()).toBe(0);
  expect(errors).toEqual([]);
});

test('members are searched and removed; a viewer changes nothing, but may leave', async () => {
  const viewer = await addMember(server, account, { role: 'viewer', name: 'Cleo' });
  await addMember(server, account, { role: 'agent', name: 'Ben' });
  const { page } = await open('/team');
  await page.getByLabel('Member').fill('ben');
  await page.getByText('1 member', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Ben' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await page.getByText('No matching members').waitFor();
  const member = await openAs(viewer.token, '/team');
  await member.page.getByText('2 members').waitFor();
  expect(await member.page.getByRole('combobox').count()).toBe(0);
  await member.page.getByRole('button', { name: 'Leave account' }).click();
  await member.page.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click();
  await heading(member.page, 'Log in to Parley').waitFor();
});

test('a person switches between accounts, and changes name and address', async () => {
  const other = await server.account();
  await server.database.query('update users set name = $2 where id = $1', [other.userId, 'Bakery']);
  await server.database.query(
    `insert into memberships (user_id, person_id, role)
     select $1, person_id, 'viewer' from memberships where user_id = $2`,
    [other.userId, account.userId],
  );
  const { page, errors } = await open('/profile');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(`${account.userId}@example.com`);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Enter your current password.').waitFor();
  const details = page.locator('form').filter({ has: page.getByRole('button', { name: 'Save profile' }) });
  await details.getByLabel('Current password').fill(MEMBER_PASSWORD);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Profile saved.').first().waitFor();
  await page.getByRole('button', { name: /left$/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Bakery' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Bakery/ }).waitFor();
  await page.getByText('No failures.').waitFor();
  // The browser reports the refused address.
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('an invitation link explains itself to every kind of visitor', async () => {
  const known = await server.account();
  const { path } = await invitation('viewer', known.email);
  const { page } = await browser.open();
  await page.goto(`${server.address}${path}`);
  await page.getByText('Your existing password.').waitFor();
  expect(await accessibilityViolations(page, 'html', 'everything')).toEqual([]);
  await page.goto(`${server.address}/invite/parley_nonsense`);
  await heading(page, 'This invitation is no longer valid').waitFor();
  expect(await accessibilityViolations(page, 'html', 'everything')).toEqual([]);
  const stranger = await open(path);
  await stranger.page.getByText(/^You are logged in as/).waitFor();
  expect(await accessibilityViolations(stranger.page, 'html', 'everything')).toEqual([]);
});

test('the pages of the team are accessible in both themes and fit a phone', async () => {
  await addMember(server, account, { role: 'agent', name: 'Ben Brook' });
  await invitation();
  const problems = await screenProblems(browser, { server, account }, [
    { name: 'team', path: '/team', show: (page) => page.getByText('Pending invitations').first().waitFor() },
    {
      name: 'team-invite',
      path: '/team?open=invite',
      show: (page) => page.getByRole('button', { name: 'Create invitation' }).waitFor(),
    },
    {
      name: 'profile',
      path: '/profile',
      show: (page) => page.getByText('Current', { exact: true }).waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
