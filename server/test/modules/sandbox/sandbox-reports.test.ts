import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxReportsHandler } from '../../../src/compose/sandbox-reports.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // No process runs jobs here, so that they stay visible.
  const environment = { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  server = await startTestServer({ environment });
});
afterAll(() => server.stop());

const message = (name: string) => ({
  statusUrl: 'http://127.0.0.1/callback',
  reference: name,
  providerMessageId: name,
  errorCode: null,
  states: ['sent', 'delivered'],
});
const job = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };

interface Waiting {
  references: string[];
  states: string[];
}

const waitingJobs = (): Promise<Waiting[]> =>
  server.database.query(
    `select array(select one ->> 'reference' from json_array_elements(payload -> 'messages') one) as references,
       array(select state from json_array_elements_text(payload -> 'messages' -> 0 -> 'states') state) as states
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where identifier = 'sandbox:reports' order by job.id`,
  );

test('a message whose report fails does not delay others', async () => {
  const { database } = server;
  const handler = sandboxReportsHandler(database, systemClock, [
    async (_url, report) => {
      if (report.kind === 'status' && report.reference === 'broken')
        throw new Error('The listener is broken.');
      return true;
    },
  ]);
  await handler.run({ messages: ['one', 'broken', 'two'].map(message) }, job);
  expect(await waitingJobs()).toEqual([
    { references: ['one', 'two'], states: ['delivered'] },
    { references: ['broken'], states: ['sent', 'delivered'] },
  ]);
  // A single message is retried like any job.
  await expect(handler.run({ messages: [message('broken')] }, job)).rejects.toThrow('broken');
  expect((await waitingJobs()).length).toBe(2);
});
