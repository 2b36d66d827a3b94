import { beforeAll, expect, test } from 'vitest';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

const PATH = '/user/pronunciations';
const GIF = { word: 'GIF', pronunciation: 'dʒɪf', alphabet: 'ipa' };
const NGINX = { word: 'nginx', pronunciation: 'engine x', alphabet: 'spelling' };

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

test('a new account has no pronunciations, and a saved list replaces the previous one', async () => {
  expect((await account.get(PATH)).body).toEqual({ data: [] });
  const saved = await account.put(PATH, { data: [GIF, NGINX] });
  expect([saved.status, saved.body]).toEqual([200, { data: [GIF, NGINX] }]);
  expect((await account.get(PATH)).body).toEqual({ data: [GIF, NGINX] });
  await account.put(PATH, { data: [NGINX] });
  expect((await account.get(PATH)).body).toEqual({ data: [NGINX] });
});

test.each([
  ['no list', {}, 'data'],
  ['an entry without alphabet', { data: [{ word: 'a', pronunciation: 'b' }] }, 'data.0.alphabet'],
  ['the same word in other letters', { data: [NGINX, { ...NGINX, word: 'NginX' }] }, 'data'],
])('%s is refused', async (_, body, field) => {
  const answer = await account.put(PATH, body);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test('an acronym and a word are two entries', async () => {
  const data = ['US', 'us'].map((word) => ({ ...NGINX, word }));
  expect((await account.put(PATH, { data })).status).toBe(200);
});

test('accounts do not share entries', async () => {
  const other = await server.account();
  await other.put(PATH, { data: [GIF] });
  await account.put(PATH, { data: [NGINX] });
  expect((await other.get(PATH)).body).toEqual({ data: [GIF] });
});
