import { expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { startTestServer } from '../kit/test-server.ts';

test('an API-only process enqueues the cleanup of a dead process', async () => {
  const server = await startTestServer({
    environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
  const waiting = async (): Promise<string[]> => {
    const text = 'select key from graphile_worker.jobs where key is not null order by key';
    return (await server.database.query<{ key: string }>(text)).map(({ key }) => key);
  };
  expect(await waiting()).not.toContain('calls:settle');
  await server.database.query(
    `insert into processes (id, role, host, pid, beat_at)
     values (gen_random_uuid(), 'voice', 'x', 1, clock_timestamp() - interval '3 seconds')`,
  );
  const ordered = await eventually(waiting, (keys) => keys.includes('calls:settle'));
  expect(ordered).toEqual(expect.arrayContaining(['conversations:settle-turns', 'sms:settle-hand-overs']));
  await server.stop();
});
