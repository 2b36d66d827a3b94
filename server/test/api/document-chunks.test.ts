import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKnowledgebase, upload } from '../kit/documents.ts';
import { eventually } from '../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;
let document: string;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  const sections = Array.from(
    { length: 30 },
    (_, index) => `Chapter ${index}. ${'Breakfast is at seven. '.repeat(40)}`,
  );
  const file = { type: 'txt', name: 'guide.txt', bytes: Buffer.from(sections.join('\n\n')) };
  document = await upload(account, await newKnowledgebase(account), file);
  await eventually(
    () => account.get(document),
    ({ body }) => body.data.status === 'active',
  );
});
afterAll(() => server.stop());

test('a document shows its passages, page by page in its order', async () => {
  const first = await account.get(`${document}/chunks?per_page=3`);
  expect(first.status).toBe(200);
  const { total, last_page: lastPage } = first.body;
  expect(total).toBeGreaterThan(6);
  const pages = [];
  for (let page = 1; page <= lastPage; page += 1) {
    pages.push((await account.get(`${document}/chunks?per_page=3&page=${page}`)).body.data);
  }
  const all = pages.flat();
  expect(all).toHaveLength(total);
  expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index));
  expect(all[0].text).toContain('Chapter 0');
  expect(all.every((chunk) => chunk.is_embedded)).toBe(true);
});

test('past the end there is nothing, and another account’s is not there', async () => {
  const stranger = await server.account();
  expect((await stranger.get(`${document}/chunks`)).status).toBe(404);
  expect((await account.get(`${document}/chunks?per_page=101`)).status).toBe(422);
  expect((await account.get(`${document}/chunks?page=999`)).body).toMatchObject({ data: [], from: null });
});
