import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { createSecretBox } from '../core/secret-box.ts';
import { type Database, type Executor, openDatabase } from '../db/client.ts';
import {
  createIdempotencyStore,
  digest,
  type IdempotencyStore,
  type IdempotentRequest,
  requestFingerprint,
  scopedKey,
} from './idempotency.ts';

let own: TestDatabase;
let database: Database;
let userId: number;
const processId = randomUUID();
const failures: unknown[] = [];

beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
  const [row] = await database.query<{ id: number }>(
    `insert into users (name, email) values ('T', 't@example.com') returning id`,
  );
  userId = row?.id ?? 0;
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const request = (key: string): IdempotentRequest => ({
  userId,
  key,
  fingerprint: requestFingerprint('POST', '/x', { key }),
});

/** A database that fails for statements that begin with `word`. */
function failing(word: string): Executor {
  return {
    ...database,
    query: <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
      text.startsWith(word) ? Promise.reject(new Error('connection lost')) : database.query(text, values),
  };
}

const storeOf = (executor: Executor): IdempotencyStore =>
  createIdempotencyStore({
    database: executor,
    secretBox: createSecretBox('a secret that is known to nobody else'),
    processId,
    onFailure: (error) => void failures.push(error),
  });
const ok = { status: 201, body: '{"n":1}' };
const statusOf = async (key: string): Promise<unknown[]> =>
  database.query('select status, process_id from idempotency_keys where key = $1', [key]);

describe('once', () => {
  test('returns an answer that could not be stored and does not run the work again', async () => {
    const store = storeOf(failing('update'));
    expect(await store.once(request('keep'), async () => ok)).toEqual({ ...ok, isReplay: false });
    expect(failures.splice(0)).toHaveLength(1);
    expect(await statusOf('keep')).toEqual([{ status: null, process_id: processId }]);
  });

  test('rethrows the error of the work even when the key cannot be freed', async () => {
    const store = storeOf(failing('delete'));
    const work = async (): Promise<typeof ok> => {
      throw new Error('the work failed');
    };
    await expect(store.once(request('free'), work)).rejects.toThrow('the work failed');
    expect(failures.splice(0)).toHaveLength(1);
  });

  test.each([
    ['answers', async () => ok],
    ['fails', async () => Promise.reject(new Error('late'))],
  ])('leaves a claim to the process that took it over when the first process %s', async (name, end) => {
    const store = storeOf(database);
    const owner = randomUUID();
    const work = async (): Promise<typeof ok> => {
      await database.query('update idempotency_keys set process_id = $2 where key = $1', [name, owner]);
      return end();
    };
    await store.once(request(name), work).catch(() => undefined);
    expect(await statusOf(name)).toEqual([{ status: null, process_id: owner }]);
  });

  test.each([200, 201, 204, 404, 422])('replays an answer with status %i', async (status) => {
    const store = storeOf(database);
    const answer = { status, body: `${status}` };
    await store.once(request(answer.body), async () => answer);
    const never = async (): Promise<typeof ok> => Promise.reject(new Error('carried out twice'));
    expect(await store.once(request(answer.body), never)).toEqual({ ...answer, isReplay: true });
  });

  test.each([400, 401, 402, 403, 405, 409, 410, 413, 429, 500, 503])(
    'runs the work again after an answer with status %i',
    async (status) => {
      const store = storeOf(database);
      const key = `${status}`;
      await store.once(request(key), async () => ({ status, body: 'refused' }));
      expect(await store.once(request(key), async () => ok)).toEqual({ ...ok, isReplay: false });
    },
  );

  test('refuses to replay an answer that was stored before an upgrade', async () => {
    const store = storeOf(database);
    await store.once(request('upgraded'), async () => ok);
    await database.query(`update idempotency_keys set sealed_body = null where key = 'upgraded'`);
    await expect(store.once(request('upgraded'), async () => ok)).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('hashes equal keys of different scopes differently', () => {
  expect(scopedKey('1', 'a')).toBe(scopedKey('1', 'a'));
  expect(scopedKey('1', 'a')).not.toBe(scopedKey('2', 'a'));
  expect(scopedKey('1', 'a')).toMatch(/^[0-9a-f]{64}$/);
});

test('computes SHA-256', async () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(await digest(Buffer.from([]))).toBe(empty);
});
