import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database-proxy.ts';
import { eventually } from '../kit/eventually.ts';
import { cloneDatabase, startTestServer, type TestDatabase } from '../kit/test-server.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

test('every request gets 503 with Retry-After during a PostgreSQL outage and works again afterwards', async () => {
  database = await cloneDatabase();
  proxy = await startDatabaseProxy(database.connection);
  const server = await startTestServer({ beside: { ...database, connection: proxy.connection } });
  const account = await server.account();
  expect((await account.get('/user/me')).status).toBe(200);
  await proxy.cut();
  for (const path of ['/user/me', '/user/assistants', '/user/knowledgebases']) {
    const answer = await account.get(path);
    expect(answer.status, path).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.text).toContain('The service is temporarily unavailable. Please try again.');
  }
  const write = await account.post('/user/api-keys', { name: 'x' }, { 'idempotency-key': 'away' });
  expect(write.status).toBe(503);
  expect((await server.visitor.get('/health')).status).toBe(503);
  await proxy.restore();
  await eventually(
    () => account.get('/user/me'),
    ({ status }) => status === 200,
  );
  expect((await account.post('/user/api-keys', { name: 'x' }, { 'idempotency-key': 'away' })).status).toBe(
    201,
  );
  await server.stop();
});

test('requests and the health check get 503 in time while PostgreSQL hangs, and work again afterwards', async () => {
  database = await cloneDatabase();
  proxy = await startDatabaseProxy(database.connection);
  // A busy machine needs more than a second for some statements of a server that starts.
  const connection = { ...proxy.connection, query_timeout: 5000, connectionTimeoutMillis: 5000 };
  const server = await startTestServer({ beside: { ...database, connection } });
  const account = await server.account();
  proxy.freeze();
  const me = await account.get('/user/me');
  expect([me.status, me.headers.get('retry-after')]).toEqual([503, '2']);
  const login = await server.visitor.post('/login', { email: account.email, password: 'correct horse' });
  expect(login.status).toBe(503);
  const health = await server.visitor.get('/health');
  expect([health.status, health.body.status]).toEqual([503, 'unavailable']);
  proxy.thaw();
  // Each of them may first get a connection that broke.
  for (const path of ['/user/me', '/health']) {
    await eventually(
      () => account.get(path),
      ({ status }) => status === 200,
    );
  }
  await server.stop();
});

test('requests and the health check get 503 while the database is read-only, and work again afterwards', async () => {
  database = await cloneDatabase();
  const admin = openDatabase(database.connection, () => undefined);
  proxy = await startDatabaseProxy(database.connection);
  const server = await startTestServer({ beside: { ...database, connection: proxy.connection } });
  const account = await server.account();
  const onlyReads = async (setting: string): Promise<void> => {
    await admin.script(`alter database "${database.connection.database}" ${setting}`);
    // The setting applies to new connections only.
    await proxy.cut();
    await proxy.restore();
  };
  const write = () => account.post('/user/api-keys', { name: 'x' });

  await onlyReads('set default_transaction_read_only = on');
  expect((await write()).status).toBe(503);
  const health = await server.visitor.get('/health');
  expect([health.status, health.body.message]).toEqual([503, 'The database cannot store anything.']);

  await onlyReads('reset default_transaction_read_only');
  await eventually(
    () => server.visitor.get('/health'),
    ({ status }) => status === 200,
  );
  expect((await write()).status).toBe(201);
  expect(await admin.query(`select from installation where name like 'storage check%'`)).toEqual([]);
  await server.stop();
  await admin.close();
});
