import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { includesRole, type Role } from '#contract/roles.ts';
import { allRoutes } from '../../src/app.ts';
import { roleOf } from '../../src/http/route-role.ts';
import { keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { fillAccount } from '../kit/every-page.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { addTeammate, openAs, ownerOf } from '../kit/teammates.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;
let pages: string[];

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  pages = await fillAccount(server, account);
});

/** The role that a request needs; undefined for paths that no route has. */
function roleFor(method: string, path: string): Role | undefined {
  const route = allRoutes(server.dependencies).find(
    (one) =>
      one.method === method &&
      one.access === 'account' &&
      new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  return route && roleOf(route);
}

const CONTROLS =
  'main button:visible:not([role=tab], [role=combobox], [role=checkbox], :disabled, [aria-disabled=true])';

const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]';

/** Fills the fields of the open dialog and presses its main button. */
async function sendDialog(page: Page): Promise<void> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]').last();
  if ((await dialog.count()) === 0) return;
  for (const field of await dialog.locator('input:visible:not([type=checkbox]), textarea:visible').all()) {
    await field.fill('+40721000003').catch(() => undefined);
  }
  for (const choice of await dialog.getByRole('combobox').all()) {
    await choice.click({ timeout: 1000 }).catch(() => undefined);
    await page
      .getByRole('option')
      .last()
      .click({ timeout: 1000 })
      .catch(() => undefined);
  }
  const main = dialog.locator('button.bg-accent:visible, button.border-bad:visible').last();
  if ((await main.count()) > 0) await main.click({ timeout: 1000 }).catch(() => undefined);
}

/** Two frames, after which the request of a press has been sent. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Closes dialogs and menus. @returns false if the page has to be opened again */
async function restored(page: Page, address: string): Promise<boolean> {
  for (let layer = 0; layer < 2; layer += 1) {
    if ((await page.locator(LAYERS).count()) === 0) break;
    await page.keyboard.press('Escape');
    await settled(page);
  }
  return page.url() === address && (await page.locator(LAYERS).count()) === 0;
}

/** Presses a control, and each item of the menu that it opens. */
async function press(page: Page, control: Locator, open: () => Promise<void>): Promise<void> {
  const address = page.url();
  const click = (target: Locator) => target.click({ timeout: 1000 }).catch(() => undefined);
  await click(control);
  await settled(page);
  const items = page.getByRole('menuitem');
  const count = await items.count();
  for (let index = 0; index < count; index += 1) {
    await click(items.nth(index));
    await settled(page);
    await sendDialog(page);
    await settled(page);
    if (!(await restored(page, address))) await open();
    if (index < count - 1) {
      await click(control);
      await settled(page);
    }
  }
  if (count === 0) await sendDialog(page);
  await settled(page);
  if (!(await restored(page, address))) await open();
}

/** Presses every control of every page. @returns the changes that were requested, with the role that each needs */
async function changesOf(role: Role, paths: readonly string[]): Promise<{ where: string; needs: Role }[]> {
  const member =
    role === 'owner'
      ? await ownerOf(server, account)
      : await addTeammate(server, account, { name: `Member ${role}`, role });
  const { page } = await openAs(browser, { server, teammate: member, path: '/profile' });
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  const sent: { where: string; needs: Role }[] = [];
  let pressed = '';
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const needs = roleFor(request.method(), pathname.replace(/^\/api/, ''));
    if (request.method() === 'GET' && needs !== undefined && includesRole(role, needs))
      return route.continue();
    if (needs !== undefined) sent.push({ where: `${pressed}: ${request.method()} ${pathname}`, needs });
    if (request.method() === 'GET') return route.continue();
    return route.fulfill({ status: 409, json: { message: 'Not now.' } });
  });
  for (const path of paths) {
    pressed = path;
    const open = async (): Promise<void> => {
      await page.goto(`${server.address}${path}`);
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
    };
    await open();
    await keepScreenshot(page, `roles-${role}-${path.replaceAll(/\W+/g, '-')}`);
    const names = await page
      .locator(CONTROLS)
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
      );
    const seen = new Set<string>();
    for (const [index, name] of names.entries()) {
      // Rows of a list have the same controls.
      const kind = name.replaceAll(/[“”"].*|\d+/g, '');
      if (seen.has(kind)) continue;
      seen.add(kind);
      pressed = `${path} “${name}”`;
      await press(page, page.locator(CONTROLS).nth(index), open);
    }
  }
  return sent;
}

test.each(['viewer', 'agent', 'builder'] as const)(
  'no page offers a %s a control whose request would be refused',
  async (role) => {
    const sent = await changesOf(role, pages);
    const refused = sent.filter(({ needs }) => !includesRole(role, needs));
    expect([...new Set(refused.map(({ where, needs }) => `${where} needs ${needs}`))]).toEqual([]);
  },
  // Each role presses several hundred controls.
  900_000,
);

test('pressing the controls as the owner requests changes', async () => {
  const paths = pages.filter((path) => /^\/(?:knowledge\/|numbers|campaigns\/blacklist)/.test(path));
  const sent = await changesOf('owner', paths);
  expect(new Set(sent.map(({ needs }) => needs))).toEqual(new Set(['builder', 'admin']));
});
