import { beforeAll, expect, test } from 'vitest';
import { type AuditFilter, readEntries } from '../../../src/modules/audit-log/store.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

const ENTRIES = 10_000;
/** Entries of another account for each one of the account. */
const OTHERS = 10;

let server: TestServer;
let account: Client;
beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  const other = await server.account();
  await server.database.query(
    `insert into audit_log (user_id, actor_kind, actor_name, action, object_type, object_id, created_at)
     select case when n < $3::int * $4::int then $2::bigint else $1::bigint end, 'person', 'Ada', 'updated', 'assistant',
       (n % 1000)::text, clock_timestamp() - n * interval '1 minute'
     from generate_series(0, $3::int * ($4::int + 1) - 1) as n`,
    [account.userId, other.userId, ENTRIES, OTHERS],
  );
  await server.database.script('analyze audit_log');
});

/** The plan of the list with a filter. */
async function planOf(filter: Partial<AuditFilter>): Promise<string> {
  const none = { actor: null, action: null, objectType: null, objectId: null, dateFrom: null, dateTo: null };
  let plan = '';
  const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const rows = await server.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return server.database.query<Row>(text, values);
  };
  const about = { userId: account.userId, filter: { ...none, ...filter } };
  const page = await readEntries({ ...server.database, query }, about, { page: 1, perPage: 50 });
  expect(page.count).toBeGreaterThan(0);
  return plan;
}

test.each<[Partial<AuditFilter>, string]>([
  [{}, 'audit_log_list'],
  [{ objectType: 'assistant', objectId: '7' }, 'audit_log_object'],
  [{ actor: 'ada', action: 'updated' }, 'audit_log_list'],
  [{ dateFrom: '2020-01-01' }, 'audit_log_list'],
])('the list of 10,000 entries with the filter %j reads the index %s', async (filter, index) => {
  const plan = await planOf(filter);
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on audit_log');
});
