import type { BrowserContextOptions, Page } from 'playwright-core';
import { openSession } from '../../src/modules/accounts/actions.ts';
import type { OpenedPage, TestBrowser } from './browser.ts';
import type { Client, TestServer } from './test-server.ts';

interface ConsoleVisit {
  server: TestServer;
  account: Client;
  /** Relative to the console's root, such as `/calls?type=web`. */
  path: string;
  options?: BrowserContextOptions;
}

/** One session for all pages of an account, because a login costs a password hash and is rate-limited. */
const sessions = new WeakMap<Client, Promise<string>>();

/** Opens a console page as a logged-in account. */
export async function openConsole(
  browser: TestBrowser,
  { server, account, path, options = {} }: ConsoleVisit,
): Promise<OpenedPage> {
  const token = sessions.get(account) ?? newSession(server, account);
  sessions.set(account, token);
  const opened = await browser.open(options);
  await opened.context.addCookies([
    {
      name: server.dependencies.console.cookies.name,
      value: await token,
      url: server.address,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
  await opened.page.goto(`${server.address}${path}`);
  return opened;
}

/** Creates a session of the account's first member without a login and returns its cookie. */
async function newSession({ database }: TestServer, { userId }: Client): Promise<string> {
  const [person] = await database.query<{ id: number; password_hash: string }>(
    `select people.id, password_hash from memberships join people on people.id = person_id
     where user_id = $1 order by memberships.created_at limit 1`,
    [userId],
  );
  const session = person === undefined ? null : await openSession(database, person, 'console');
  if (session === null) throw new Error('The account has no member.');
  return session.token;
}

/** Navigates within the console without reloading its scripts. @param path relative to the console's root */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/** Chooses an option of a select field. @param option its name, or a part of it */
export async function choose(page: Page, field: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Chooses an option of a searchable field by typing a part of its name. */
export async function find(page: Page, field: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill(typed);
  await page.keyboard.press('Enter');
}
