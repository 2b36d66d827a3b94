import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { oneTimeCode, stepAt } from '../../src/core/one-time-code.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { addMember, MEMBER_PASSWORD, type Member } from '../kit/members.ts';
import { passTime } from '../kit/pass-time.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let clock: ManualClock;
let server: TestServer;
let browser: TestBrowser;
let account: Client;
let ada: Member;

beforeAll(async () => {
  clock = manualClock(new Date());
  // A separate server, because a code is only replaced when its clock moves.
  server = await startTestServer({ overrides: { clock } });
  browser = await sharedBrowser();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await passTime(server.database, 61_000, clock);
  account = await server.account();
  ada = await addMember(server, account, { role: 'owner', name: 'Ada' });
});

async function openAsAda(path: string): Promise<Page> {
  const { page, context } = await browser.open();
  const { name } = server.dependencies.console.cookies;
  const cookie = { name, value: String(ada.token), url: server.address };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(`${server.address}${path}`);
  return page;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The authenticator app: reads the shown key. */
function codeOf(secret: string): string {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return oneTimeCode(Uint8Array.from(bytes), stepAt(clock.now()));
}

/** Fills in the setup up to the recovery codes. @returns the key of the app */
async function setUp(page: Page): Promise<string> {
  await page.getByLabel('Password', { exact: true }).fill(MEMBER_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret =
    (await page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7]{32}$/ })
      .textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Turn on second factor' }).click();
  await page.getByText('The code is wrong').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on second factor' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').count()).toBe(10);
  return secret;
}

test('a person sets up a second factor, and the next login asks for a code', async () => {
  const page = await openAsAda('/profile');
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  const secret = await setUp(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('On. 10 of 10 recovery codes are left.').waitFor();

  await passTime(server.database, 61_000, clock);
  const guest = await browser.open();
  await guest.page.goto(`${server.address}/login?next=/team`);
  await guest.page.getByLabel('Email').fill(ada.email);
  await guest.page.getByLabel('Password', { exact: true }).fill(MEMBER_PASSWORD);
  await guest.page.getByRole('button', { name: 'Log in' }).click();
  await guest.page.getByText('Enter the code of your authenticator app').waitFor();
  await guest.page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await guest.page.getByRole('button', { name: 'Log in' }).click();
  await guest.page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
});

test('an owner requires a second factor, and a member without one can only set it up', async () => {
  const page = await openAsAda('/profile');
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  await setUp(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto(`${server.address}/team`);
  await page.getByRole('switch', { name: 'Require a second factor' }).click();
  await page.getByText('Second factor required.').first().waitFor();
  ada = await addMember(server, account, { role: 'agent', name: 'Ben' });
  const member = await openAsAda('/assistants');
  await member.getByRole('heading', { level: 1, name: 'Set up second factor' }).waitFor();
  await setUp(member);
  await member.getByRole('button', { name: 'Done' }).click();
  await member.getByRole('heading', { level: 1, name: 'Assistants' }).waitFor();
});

test('the setup is accessible in both themes and fits a phone', async () => {
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'second-factor',
      path: '/profile',
      show: async (page) => {
        await page.getByRole('button', { name: 'Set up second factor' }).click();
        await passTime(server.database, 61_000, clock);
        await page.getByLabel('Password', { exact: true }).fill(MEMBER_PASSWORD);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      },
    },
  ]);
  expect(problems).toEqual([]);
});
