import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { createAssistant } from '../kit/assistants.ts';
import { closeGate, WAIT_AT_GATE } from '../kit/database-gate.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { clientOf, cloneDatabase, startTestServer, type TestDatabase } from '../kit/test-server.ts';

let installation: TestDatabase;
let database: Database;
beforeEach(async () => {
  installation = await cloneDatabase();
  database = openDatabase(installation.connection, () => undefined);
});
afterEach(async () => {
  await database.close();
  await installation.drop();
});

test('a server that is killed between a change and its entry leaves neither', async () => {
  const before = await startTestServer({ beside: installation });
  const account = await before.account();
  const { id } = await createAssistant(account, { name: 'Support' });
  await before.stop();
  await database.script(`create function wait_at_gate() returns trigger language plpgsql as
    $$ begin ${WAIT_AT_GATE} return new; end $$;
    create trigger wait_at_gate after insert on audit_log for each row execute function wait_at_gate()`);
  const openGate = await closeGate(installation.connection);
  const server = await startServerProcess(installation.connection);
  endsWithTest(server.kill);
  const saving = clientOf(server.api, account.token).put(`/user/assistant/${id}`, { name: 'Lost' });
  const refused = expect(saving).rejects.toThrow();
  await eventually(
    () =>
      database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      ),
    ({ length }) => length === 1,
  );
  await server.kill();
  await refused;
  await openGate();
  // Waits for the end of the transaction that has changed the row.
  expect(
    await database.transaction((transaction) =>
      transaction.query('select name from assistants where id = $1 for update', [id]),
    ),
  ).toEqual([{ name: 'Support' }]);
  expect(
    await database.query(`select from audit_log where user_id = $1 and action = 'updated'`, [account.userId]),
  ).toEqual([]);
});
