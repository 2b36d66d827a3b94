import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

const ENVELOPE = [
  'current_page data first_page_url from last_page last_page_url links next_page_url path per_page',
  'prev_page_url to total',
]
  .join(' ')
  .split(' ');

let server: TestServer;
let account: Client;
let path: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  path = `${server.api}/user/assistants/get`;
  await createAssistant(account);
  for (let copy = 1; copy <= 29; copy += 1) await createAssistant(account, { name: `Copy ${copy}` });
});

describe('the pagination envelope', () => {
  test('has the contract’s keys in order, in both lists', async () => {
    for (const list of ['/user/assistants/get', '/user/conversations']) {
      expect(Object.keys((await account.get(list)).body)).toEqual(ENVELOPE);
    }
  });

  test('describes the first page: 10 assistants, newest first', async () => {
    const { body } = await account.get('/user/assistants/get');
    const { data, links, ...rest } = body;
    expect(rest).toEqual({
      current_page: 1,
      first_page_url: `${path}?page=1`,
      from: 1,
      last_page: 3,
      last_page_url: `${path}?page=3`,
      next_page_url: `${path}?page=2`,
      path,
      per_page: 10,
      prev_page_url: null,
      to: 10,
      total: 30,
    });
    expect(data.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Copy ${29 - index}`),
    );
    expect(links).toEqual([
      { url: null, label: '&laquo; Previous', active: false },
      { url: `${path}?page=1`, label: '1', active: true },
      { url: `${path}?page=2`, label: '2', active: false },
      { url: `${path}?page=3`, label: '3', active: false },
      { url: `${path}?page=2`, label: 'Next &raquo;', active: false },
    ]);
  });

  test('returns every item once with any page size', async () => {
    for (const perPage of [1, 7, 30, 100]) {
      const ids: number[] = [];
      let next: string | null = `/user/assistants/get?per_page=${perPage}`;
      while (next !== null) {
        const { body }: { body: { data: { id: number }[]; next_page_url: string | null } } =
          await account.get(next);
        ids.push(...body.data.map(({ id }) => id));
        next = body.next_page_url?.slice(server.api.length) ?? null;
      }
      expect(new Set(ids).size).toBe(30);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    }
  });

  test('has gaps without URLs between distant pages', async () => {
    const { body } = await account.get('/user/assistants/get?per_page=1&page=15');
    const labels = body.links.map(({ label }: { label: string }) => label);
    expect(labels).toEqual('&laquo; Previous,1,2,...,12,13,14,15,16,17,18,...,29,30,Next &raquo;'.split(','));
    for (const { url, label, active } of body.links) {
      expect(url === null).toBe(label === '...');
      expect(active).toBe(label === '15');
    }
  });

  test('keeps the other query parameters in its URLs, once each', async () => {
    const query = 'page=2&per_page=4&q=a%20b&page=2';
    const { status, body } = await account.get(`/user/assistants/get?${query.replace('&page=2', '')}`);
    expect(status).toBe(200);
    expect(body.next_page_url).toBe(`${path}?per_page=4&q=a%20b&page=3`);
    expect(body.prev_page_url).toBe(`${path}?per_page=4&q=a%20b&page=1`);
    expect(body.path).toBe(path);
    const asking = await account.get('/user/assistants/get?per_page=4&q=a?b=c&z=?');
    expect(asking.body.next_page_url).toBe(`${path}?per_page=4&q=a?b=c&z=?&page=2`);
  });

  test('of a page beyond the last has no items and the same totals', async () => {
    const { status, body } = await account.get('/user/assistants/get?page=999');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      current_page: 999,
      data: [],
      from: null,
      to: null,
      last_page: 3,
      total: 30,
      next_page_url: null,
    });
  });

  test('of an empty list has one page', async () => {
    const { body } = await (await server.account()).get('/user/assistants/get');
    expect(body).toMatchObject({ data: [], from: null, to: null, last_page: 1, total: 0, current_page: 1 });
    expect(body.links).toHaveLength(3);
  });

  test.each(['per_page', 'page'])('refuses %s out of range, without clamping', async (name) => {
    const above = name === 'per_page' ? ['101', '1e2'] : ['9999999999999999999999'];
    for (const list of ['/user/assistants/get', '/user/conversations']) {
      for (const value of ['0', '-1', '1.5', 'x', 'null', '%00', ...above]) {
        const answer = await account.get(`${list}?${name}=${value}`);
        expect(answer.status, `${list} ${name}=${value}`).toBe(422);
        expect(Object.keys(answer.body.errors)).toEqual([name]);
      }
      for (const value of ['', '1', '100', '+7']) {
        expect((await account.get(`${list}?${name}=${encodeURIComponent(value)}`)).status).toBe(200);
      }
      const twice = await account.get(`${list}?${name}=1&${name}=2`);
      expect(twice.status).toBe(422);
    }
    const both = await account.get('/user/conversations?page=0&per_page=0&type=x&date_from=y');
    expect(Object.keys(both.body.errors).sort()).toEqual(['date_from', 'page', 'per_page', 'type']);
  });
});
