import { beforeAll, expect, test } from 'vitest';
import { documentedOperations, filledPath, type Operation } from '../../kit/api-document.ts';
import { type BrowserSession, logIn } from '../../kit/browser-session.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let browser: BrowserSession;
let unsafe: Operation[];

beforeAll(async () => {
  server = await sharedServer();
  browser = await logIn(server, await server.account());
  const operations = await documentedOperations(server.visitor);
  unsafe = operations.filter(({ method, isPublic }) => method !== 'GET' && !isPublic);
});

const REFUSAL = {
  message: 'This request did not come from the console. Reload the page and try again.',
};

function send({ method, path }: Operation, headers: Record<string, string>): Promise<Answer> {
  const address = filledPath(path, { id: 1, uuid: 'x', knowledgebaseId: 1, senderId: 1 });
  return browser.with(headers).ask(method, address, method === 'DELETE' ? undefined : {});
}

test('every route with side effects refuses a cookie without a CSRF proof', async () => {
  expect(unsafe.length).toBeGreaterThan(50);
  for (const operation of unsafe) {
    const answer = await send(operation, { 'x-csrf-token': '' });
    expect([answer.status, answer.body], operation.name).toEqual([403, REFUSAL]);
  }
});

test.each([
  ['an unknown token', { 'x-csrf-token': 'A'.repeat(43) }],
  ['a truncated token', { 'x-csrf-token': 'short' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ['a navigation by the user', { 'sec-fetch-site': 'none' }],
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['an opaque origin', { origin: 'null' }],
])('%s is refused on every route', async (_what, headers) => {
  for (const operation of unsafe) {
    const answer = await send(operation, headers);
    expect([answer.status, answer.body], operation.name).toEqual([403, REFUSAL]);
  }
});

test('our own pages are accepted with any headers that a browser sends from them', async () => {
  const { origin } = new URL(server.address);
  const ways = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { origin },
    { 'sec-fetch-site': 'same-origin', origin: 'http://renamed.by.a.proxy' },
  ];
  for (const headers of ways) {
    const answer = await browser.with(headers).ask('POST', '/user/knowledgebases', { name: 'Mine' });
    expect(answer.status, JSON.stringify(headers)).toBe(201);
  }
});

test('a token of another session is refused', async () => {
  const other = await logIn(server, await server.account());
  const answer = await browser
    .with({ 'x-csrf-token': other.csrfToken })
    .ask('POST', '/user/knowledgebases', { name: 'Mine' });
  expect(answer.status).toBe(403);
});

test('a bearer token needs no CSRF proof', async () => {
  const account = await server.account();
  const from = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' };
  expect((await account.post('/user/knowledgebases', { name: 'Mine' }, from)).status).toBe(201);
});

test('public routes ignore the cookie', async () => {
  const answer = await browser.with({ 'x-csrf-token': '' }).ask('POST', '/conversations', {});
  expect(answer.status).toBe(400);
});
