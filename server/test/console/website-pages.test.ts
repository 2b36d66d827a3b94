import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { newKnowledgebase } from '../kit/documents.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { startWebsite, type Website } from '../kit/website.ts';

let server: TestServer;
let browser: TestBrowser;
let site: Website;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  account = await server.account();
  site = await startWebsite({
    '/': '<title>Mill</title><p>The mill grinds rye.</p><a href="/jobs">Jobs</a>',
    '/hours': '<title>Hours</title><p>Open from seven.</p><a href="/jobs">Jobs</a>',
    '/prices': '<title>Prices</title><p>A sack costs nine.</p>',
    '/jobs': '<title>Jobs</title><p>We look for a miller.</p>',
  });
});
afterAll(async () => {
  await site.close();
});

test('reads exactly the named pages with their description and reports a missing one', async () => {
  const api = await newKnowledgebase(account, 'Mill');
  const path = `${api.replace('/user/knowledgebases', '/knowledge')}?open=website`;
  const { page } = await openConsole(browser, { server, account, path });
  const dialog = page.getByRole('dialog', { name: 'Add website' });
  const add = dialog.getByRole('button', { name: 'Add website' });
  await add.click();
  await dialog
    .getByText(/^This is required when/)
    .first()
    .waitFor();
  const pages = dialog.getByLabel('Single pages');
  await pages.fill(`${site.origin}/hours\n\nnonsense`);
  await add.click();
  await dialog.getByText(/^nonsense: Must be a valid/).waitFor();
  await pages.fill(`${site.origin}/hours\n${site.origin}/prices\n${site.origin}/torn-down\n`);
  await dialog.getByLabel('Description').fill('Two pages alone');
  await add.click();
  const row = page.getByRole('list', { name: 'Documents' }).getByRole('listitem').first();
  await row.getByText('Active').waitFor();
  await row.getByText(`1 of 3 pages could not be read. ${site.origin}/torn-down: `).waitFor();
  const [made] = (await account.get(`${api}/documents`)).body.data;
  expect(made).toMatchObject({
    name: site.origin.slice('http://'.length),
    description: 'Two pages alone',
  });
  const chunks = (await account.get(`${api}/documents/${made.id}/chunks`)).body.data;
  const sources = new Set(chunks.map(({ source }: { source: string }) => source));
  expect([...sources].toSorted()).toEqual([`${site.origin}/hours`, `${site.origin}/prices`]);
});

test('the website dialog is accessible in both themes and fits a phone', async () => {
  const path = (await newKnowledgebase(account, 'Rye')).replace('/user/knowledgebases', '/knowledge');
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'knowledge-website',
      path: `${path}?open=website`,
      show: (page) => page.getByRole('dialog', { name: 'Add website' }).waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
