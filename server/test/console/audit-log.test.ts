import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { addMember } from '../kit/members.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
});

test('an owner finds out who changed a prompt, and reads it before and after', async () => {
  const ada = await addMember(server, account, { role: 'builder', name: 'Ada' });
  const { id } = await createAssistant(account, { name: 'Support', system_prompt: 'Be kind.' });
  await ada.put(`/user/assistant/${id}`, { system_prompt: 'Be brief.' });
  const { page, errors } = await openConsole(browser, { server, account, path: '/' });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Who').fill('ada');
  await choose(page, 'Action', 'Changed');
  const table = page.getByRole('table', { name: 'Audit log' });
  await table.getByText('1 entry, newest first').or(page.getByText('1 entry, newest first')).waitFor();
  await table.getByRole('link', { name: 'Ada changed the assistant “Support”' }).click();
  const panel = page.getByRole('dialog', { name: 'Ada changed the assistant “Support”' });
  await panel.getByText('Be kind.').waitFor();
  await panel.getByText('Be brief.').waitFor();
  await panel.getByText('System prompt').waitFor();
  expect(new URL(page.url()).searchParams.get('action')).toBe('updated');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  expect(errors).toEqual([]);
});

test('shows that a secret was changed without its value', async () => {
  await account.post('/user/tools', {
    name: 'lookup',
    description: 'Finds orders.',
    endpoint: 'https://example.com/orders',
    method: 'POST',
    headers: [{ name: 'Authorization', value: 'hush-hush' }],
  });
  const { page } = await openConsole(browser, { server, account, path: '/audit-log?type=tool' });
  await page.getByRole('link', { name: /created the tool “lookup”/ }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('The values of secrets are not recorded.').waitFor();
  expect(await panel.textContent()).not.toContain('hush-hush');
});

test('the audit log is accessible in both themes and fits a phone', async () => {
  await createAssistant(account, { name: 'Support', system_prompt: 'Be kind.' });
  const { body } = await account.get('/user/audit-log?object_type=assistant');
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'audit-log',
      path: '/audit-log',
      show: (page) =>
        page
          .getByText(/created the assistant/)
          .first()
          .waitFor(),
    },
    {
      name: 'audit-log-entry',
      path: `/audit-log?open=entry.${body.data[0].id}`,
      show: (page) => page.getByRole('dialog').getByText('Be kind.').waitFor(),
    },
    {
      name: 'audit-log-empty',
      path: '/audit-log?who=nobody-like-this',
      show: (page) => page.getByText('No matching entries', { exact: true }).waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
