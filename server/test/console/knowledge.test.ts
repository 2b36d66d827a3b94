import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { fixtureFile, newKnowledgebase, processed, searchable, upload } from '../kit/documents.ts';
import { dropFile } from '../kit/drop-file.ts';
import { type LoopbackServer, startLoopbackServer } from '../kit/loopback-server.ts';
import { startLosingProxy } from '../kit/losing-proxy.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let site: LoopbackServer;
let isSiteBroken = true;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
  site = await startLoopbackServer((_, response) => {
    response.writeHead(isSiteBroken ? 500 : 200, { 'content-type': 'text/html' });
    response.end('<title>Hours</title><h1>Hours</h1><p>The bakery opens at 6:45 every day but Monday.</p>');
  });
});
afterAll(async () => {
  await site.close();
});

const open = (account: Client, path: string) => openConsole(browser, { server, account, path });
const pdf = { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: fixtureFile('handbook.pdf') };
const locked = { ...pdf, name: 'locked.pdf', buffer: fixtureFile('encrypted.pdf') };

/** A text with so many passages that computing their embeddings takes a while. */
const LONG = Array.from(
  { length: 300 },
  (_, day) =>
    `Day ${day + 1}. The harbour master notes ${day * 7} boats, the tide at ${day % 12} o'clock and fog.`,
).join('\n\n');

const documentRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name });

test('creates a knowledge base, uploads files by drag and drop and file chooser, and searches it', async () => {
  const { page, errors } = await open(await server.account(), '/knowledge');
  await page.getByRole('heading', { name: 'No knowledge bases yet' }).waitFor();
  await page.getByRole('button', { name: 'New knowledge base' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' });
  await dialog.getByLabel('Name').fill('Harbour handbooks');
  await dialog.getByLabel('Description').fill('What technicians ask');
  await dialog.getByLabel('Description').press('Tab');
  await dialog.getByRole('button', { name: 'Create knowledge base' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour handbooks' }).waitFor();

  const empty = page.getByRole('heading', { name: 'Drop your first document here' });
  await dropFile(empty, pdf);
  await documentRow(page, 'handbook.pdf').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  const text = { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from(LONG) };
  await (await chooser).setFiles([text]);
  // The progress is shown without a reload.
  await page.getByRole('progressbar', { name: 'Progress of log.txt: Computing embeddings' }).waitFor();
  await documentRow(page, 'handbook.pdf').getByText('Active').waitFor();
  await documentRow(page, 'log.txt').getByText('Active').waitFor({ timeout: 120_000 });
  expect(await page.getByRole('progressbar').count()).toBe(0);

  await documentRow(page, 'handbook.pdf').getByRole('button', { name: 'handbook.pdf', exact: true }).click();
  const passages = page.getByRole('dialog', { name: 'handbook.pdf' });
  await passages.getByText(/^\d+ passages$/).waitFor();
  await expect.poll(() => passages.getByRole('listitem').first().innerText()).toContain('technicians');
  expect(new URL(page.url()).searchParams.get('open')).toMatch(/^document\.\d+$/);
  await page.keyboard.press('Escape');
  await passages.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Try a question' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('When does the safety valve open?');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const found = page.getByRole('list', { name: 'Passages' }).getByRole('listitem');
  const best = found.filter({ hasText: '11.5 bar' });
  await best.getByText('11.5 bar').waitFor();
  expect((await best.locator('mark').allInnerTexts()).map((word) => word.toLowerCase())).toContain('valve');
  await expect.poll(() => best.getByRole('heading').innerText()).toContain('handbook.pdf');
  await expect
    .poll(() => best.innerText())
    .toMatch(/Keyword match\s+[\d.]+%\s+Semantic similarity\s+[\d.]+%/);

  // The question is in the URL.
  await page.reload();
  await best.getByText('11.5 bar').waitFor();
  await page.getByRole('textbox', { name: 'Question' }).fill('Wie hoch ist der Mond?');
  await page.getByRole('textbox', { name: 'Question' }).press('Enter');
  // On a busy machine embeddings may be missing. Keyword search then shows one of the other messages.
  await page.getByText(/barely related|No results|No passage contains/).waitFor();
  expect(errors).toEqual([]);
});

test('dropping a file outside a drop target does not leave the page', async () => {
  const { page } = await open(await server.account(), '/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const isTaken = await page.evaluate<boolean[]>(`['dragover', 'drop'].map((type) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.txt'));
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    return !document.querySelector('main').dispatchEvent(event);
  })`);
  expect(isTaken).toEqual([true, true]);
});

test('shows why a document failed and retries it', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Mixed');
  const { page } = await open(account, path.replace('/user/knowledgebases', '/knowledge'));
  await dropFile(page.getByRole('heading', { name: 'Drop your first document here' }), locked);
  const row = documentRow(page, 'locked.pdf');
  await row.getByText('Failed').waitFor();
  await row.getByText('protected by a password').waitFor();

  // Refused files stay in the list of uploads until dismissed.
  const empty = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
  await dropFile(row, empty);
  const refused = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await refused.getByText('empty.txt').waitFor();
  await refused.getByText(/empty/i).last().waitFor();
  // The whole page accepts files, even below the list. An error names the accepted types.
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG', 'latin1') };
  await dropFile(page.locator('body'), picture);
  await refused.getByText(/but an image\. Only PDF, Word \(DOCX\) and text files can be read/).waitFor();
  // Passed as a path, because the browser need not read it.
  const large = join(await temporaryFolder(), 'large.txt');
  await writeFile(large, Buffer.alloc(25_000_000, 'a '));
  await page.getByLabel('Files to add').setInputFiles(large);
  await refused.getByText(/^The file is 23.8 MB; the limit is 20.0 MB/).waitFor();
  for (const name of ['empty.txt', 'photo.png', 'large.txt']) {
    await page.getByRole('button', { name: `Dismiss ${name}` }).click();
  }
  await refused.first().waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Add website' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add website' });
  await dialog.getByLabel('URL').fill('harbour');
  await dialog.getByRole('button', { name: 'Add website' }).click();
  await dialog.getByText(/^Must be a valid/).waitFor();
  await dialog.getByLabel('URL').fill(`${site.origin}/`);
  await dialog.getByRole('button', { name: 'Add website' }).click();
  const website = documentRow(page, site.origin.slice('http://'.length));
  await website.getByText('Failed').waitFor();
  await website.getByText('500').waitFor();
  isSiteBroken = false;
  await website.getByRole('button', { name: 'Retry' }).click();
  await website.getByText('Active').waitFor();
  await website.getByText('Website · last crawled').waitFor();
  isSiteBroken = true;
  await website.getByRole('button', { name: 'Refresh' }).click();
  await website.getByText(/^The last refresh failed, so the earlier passages stay in use\..*500/).waitFor();
  await website.getByText('Active').waitFor();
});

test('resends a file with a lost answer as the same document, by button or drag and drop', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Harbour');
  const proxy = await startLosingProxy(server.address);
  const { page } = await open(account, '/settings');
  await page.goto(`${proxy.origin}${path.replace('/user/knowledgebases', '/knowledge')}`);
  const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
    method === 'POST' && url.endsWith('/documents');
  // Read from the disk, so that it is the same file each time.
  const file = fileURLToPath(
    new URL('../../src/modules/knowledge/extraction/fixtures/handbook.md', import.meta.url),
  );
  proxy.lose(isUpload, 2);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/documents')) sent += 1;
  });
  await page.getByRole('heading', { name: 'Drop your first document here' }).waitFor();
  await page.getByLabel('Files to add').setInputFiles(file);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await uploads.getByText('The server can’t be reached.').waitFor();
  const again = uploads.getByRole('button', { name: 'Retry handbook.md' });
  await again.click();
  await expect.poll(() => sent).toBe(2);
  await again.waitFor();
  await page.getByLabel('Files to add').setInputFiles(file);
  await uploads.waitFor({ state: 'detached' });
  await documentRow(page, 'handbook.md').waitFor();
  expect((await account.get(`${path}/documents`)).body.data).toHaveLength(1);
  await proxy.close();
});

test('asks before closing the window during uploads and reports failed uploads on other pages', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Harbour');
  const { page } = await open(account, path.replace('/user/knowledgebases', '/knowledge'));
  const held = Promise.withResolvers<void>();
  await page.route(/\/documents$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await held.promise;
    await route.fulfill({ status: 422, json: { message: 'No room for it.' } });
  });
  await page.getByRole('heading', { name: 'Drop your first document here' }).waitFor();
  const buffer = Buffer.from('The harbour opens at six.');
  const file = { name: 'log.txt', mimeType: 'text/plain', buffer };
  await page.getByLabel('Files to add').setInputFiles([file]);
  await page.getByRole('list', { name: 'Uploads' }).getByText('log.txt').waitFor();
  const question = page.waitForEvent('dialog');
  // `page.reload()` would wait for a page that never loads.
  await page.evaluate('setTimeout(() => location.reload())');
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  held.resolve();
  await page.getByText('“log.txt” was not uploaded. No room for it.').first().waitFor();
});

test('edits the name and description of a document', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Harbour');
  const bytes = Buffer.from('The ferry leaves at noon.');
  const document = await upload(account, path, { type: 'txt', name: 'scan0001.txt', bytes });
  await searchable(account, document);
  const { page, errors } = await open(account, path.replace('/user/knowledgebases', '/knowledge'));
  await page.getByRole('button', { name: 'More actions for scan0001.txt' }).click();
  await page.getByRole('menuitem', { name: 'Edit name and description' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “scan0001.txt”' });
  await dialog.getByLabel('Name').fill('Timetable of the ferry');
  await dialog.getByLabel('Description').fill('Summer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await documentRow(page, 'Timetable of the ferry').getByText('Summer').waitFor();
  const { data } = (await account.get(document)).body;
  expect(data).toMatchObject({ name: 'Timetable of the ferry', description: 'Summer' });
  expect(errors).toEqual([]);
});

test('shows how many documents failed and retries them together', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Mixed');
  const files = [
    { type: 'txt', name: 'ferry.txt', bytes: Buffer.from('The ferry leaves at noon.') },
    { type: 'pdf', name: 'one.pdf', bytes: locked.buffer },
    { type: 'pdf', name: 'two.pdf', bytes: locked.buffer },
  ];
  for (const file of files) await processed(account, await upload(account, path, file));
  const { page, errors } = await open(account, '/knowledge');
  const row = page.getByRole('table', { name: 'Knowledge bases' }).getByRole('row').nth(1);
  await row.getByText('2 of 3 failed').waitFor();
  await row.getByRole('link', { name: 'Mixed' }).click();
  await page.getByText('2 of 3 failed').waitFor();
  const tried: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/retry')) tried.push(request.method());
  });
  await page.getByRole('button', { name: 'Retry 2 failed documents' }).click();
  await expect.poll(() => tried).toEqual(['POST', 'POST']);
  // The documents fail again, because their password is still missing.
  await page.getByText('2 of 3 failed').waitFor();

  // The tried question stays while the documents are shown.
  await page.getByRole('tab', { name: 'Try a question' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('When does the ferry leave?');
  await page.getByRole('textbox', { name: 'Question' }).press('Enter');
  await page.getByRole('list', { name: 'Passages' }).getByText('noon').waitFor();
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('list', { name: 'Documents' }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('When does the ferry leave?');
  await page.getByRole('tab', { name: 'Try a question' }).click();
  await page.getByRole('list', { name: 'Passages' }).getByText('noon').waitFor();
  expect(errors).toEqual([]);
});

test('hides meaningless similarity scores in a small knowledge base', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Small');
  const bytes = Buffer.from('The ferry leaves at noon.\n\nThe bakery opens at seven and has fresh rolls.');
  await processed(account, await upload(account, path, { type: 'txt', name: 'ferry.txt', bytes }));
  const question = encodeURIComponent('bakery');
  const { page } = await open(
    account,
    `${path.replace('/user/knowledgebases', '/knowledge')}?tab=try&q=${question}`,
  );
  const best = page.getByRole('list', { name: 'Passages' }).getByRole('listitem').first();
  const { body } = await account.post(`${path}/search`, { query: 'bakery', limit: 8 });
  expect(body.data[0].why.meaning_doubt).toBe('few-passages');
  await best.waitFor();
  // The note appears once, for all passages together.
  await page.getByText('Semantic similarity unavailable: too few passages to compare.').waitFor();
  await expect.poll(() => page.getByText('Semantic similarity unavailable').count()).toBe(1);
  await expect.poll(() => best.innerText()).toMatch(/Keyword match\s+[\d.]+%/);
});

test('does not doubt an answer only because the question uses other words', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Espresso');
  const document = { type: 'pdf', name: 'handbook.pdf', bytes: fixtureFile('handbook.pdf') } as const;
  await processed(account, await upload(account, path, document));
  const { page, errors } = await open(
    account,
    `${path.replace('/user/knowledgebases', '/knowledge')}?tab=try`,
  );
  const doubt = page.getByText(/barely related|No passage contains/);
  const best = page.getByRole('list', { name: 'Passages' }).getByRole('listitem').first();
  const ask = async (question: string, answer: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Question' }).fill(question);
    await page.getByRole('textbox', { name: 'Question' }).press('Enter');
    await best.filter({ hasText: answer }).waitFor();
  };
  await ask('when is it closed on mondays', '');
  await page.getByText(/^No passage contains (“closed” or )?“mondays”/).waitFor();
  await ask('how long is the warranty', 'The warranty lasts thirty months');
  await doubt.waitFor({ state: 'detached' });
  await ask('who paints the ceiling of the lighthouse', '');
  await page.getByText(/^No passage contains .*“lighthouse”/).waitFor();
  await ask('What does E14 mean?', 'E14');
  await doubt.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('deletes documents and knowledge bases after confirmation', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Old');
  const bytes = Buffer.from('The old ferry leaves at noon.');
  for (const name of ['ferry.txt', 'bridge.txt']) {
    await searchable(account, await upload(account, path, { type: 'txt', name, bytes }));
  }
  const { page, errors } = await open(account, path.replace('/user/knowledgebases', '/knowledge'));
  await page.getByRole('button', { name: 'More actions for ferry.txt' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete “ferry.txt”?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions for ferry.txt' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  // Focus moves to the remaining document.
  await page.locator('button[aria-label="More actions for bridge.txt"]:focus').press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('heading', { name: 'Drop your first document here' }).waitFor();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No knowledge bases yet' }).waitFor();
  expect((await account.get(path)).status).toBe(404);
  expect(errors).toEqual([]);
});

test('passages with long words fit a phone', async () => {
  const account = await server.account();
  const knowledgebase = await newKnowledgebase(account);
  const word = 'https://shop.example/'.padEnd(140, 'a1b2c3');
  const bytes = Buffer.from(`The order page is ${word} and stays there.`);
  const document = await upload(account, knowledgebase, { name: 'links.txt', type: 'txt', bytes });
  await processed(account, document);
  const path = knowledgebase.replace('/user/knowledgebases', '/knowledge');
  const { page } = await openConsole(browser, {
    server,
    account,
    path: `${path}?tab=try&q=order+page`,
    options: { viewport: { width: 390, height: 844 } },
  });
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  await page.getByRole('list', { name: 'Passages' }).getByText('The order page').waitFor();
  expect(await overflow()).toBe(0);
  await page.goto(`${server.address}${path}?open=document.${document.split('/').at(-1)}`);
  const passages = page.getByRole('dialog', { name: 'links.txt' });
  const passage = passages.getByRole('listitem').filter({ hasText: 'The order page' });
  await passage.waitFor();
  const [inner, outer] = [await passage.boundingBox(), await passages.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
});

test('the knowledge pages are accessible in both themes and fit a phone', async () => {
  const account = await server.account();
  const path = await newKnowledgebase(account, 'Harbour handbooks');
  const documents = [
    { type: 'pdf', name: 'handbook.pdf', bytes: pdf.buffer },
    {
      type: 'pdf',
      name: 'a name that is quite a bit longer than a telephone is wide.pdf',
      bytes: locked.buffer,
    },
  ];
  for (const document of documents) await processed(account, await upload(account, path, document));
  const page = path.replace('/user/knowledgebases', '/knowledge');
  const [{ id }] = (await account.get(`${path}/documents`)).body.data;
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'knowledge-list',
      path: '/knowledge',
      show: (shown) => shown.getByRole('table', { name: 'Knowledge bases' }).waitFor(),
    },
    {
      name: 'knowledge-documents',
      path: page,
      show: (shown) => shown.getByRole('list', { name: 'Documents' }).waitFor(),
    },
    {
      name: 'knowledge-passages',
      path: `${page}?open=document.${id}`,
      show: (shown) => shown.getByRole('dialog').getByRole('heading').first().waitFor(),
    },
    {
      name: 'knowledge-question',
      path: `${page}?tab=try&q=When+does+the+safety+valve+open`,
      show: (shown) => shown.locator('mark').first().waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
