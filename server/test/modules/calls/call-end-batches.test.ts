import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { endCallBatch } from '../../../src/modules/calls/endings/end-call-batch.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { mobileNumber } from '../../kit/calls.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let assistantId: number;
let numberId: number;
let processId: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  assistantId = (await createAssistant(account, { type: 'outbound', post_call_evaluation: false })).id;
  numberId = await insertNumber(account);
  const [process] = await server.database.query<{ id: string }>('select id from processes');
  processId = process?.id ?? '';
});

/** Inserts an answered call in which the customer said `said`. */
async function activeCall(said: string): Promise<{ callId: number; phone: string }> {
  const phone = mobileNumber();
  const [call] = await server.database.query<{ id: number }>(
    `insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
       phone_number_id, carrier_call_id, answered_at, process_id)
     values ($1, $2, 'outbound', 'in-progress', $3, 30000, '{}', $4, 'c', clock_timestamp(), $5) returning id`,
    [account.userId, assistantId, phone, numberId, processId],
  );
  const callId = call?.id ?? 0;
  await server.database.query(
    `insert into call_transcript (user_id, call_id, sender, content, said_at)
     values ($1, $2, 'human', $3, clock_timestamp())`,
    [account.userId, callId, said],
  );
  return { callId, phone };
}

/** Ends the calls. @returns the number of statements */
async function end(callIds: readonly number[]): Promise<number> {
  const { database } = server;
  let statements = 0;
  const counting: Database = {
    ...database,
    transaction: (work) =>
      database.transaction((transaction) =>
        work({
          ...transaction,
          query: (text, values) => {
            statements += 1;
            return transaction.query(text, values);
          },
        }),
      ),
  };
  await endCallBatch(
    {
      ...server.dependencies.calls,
      database: counting,
      pricedCarriers: ['sandbox'],
      processId,
      prices: { ...server.dependencies.calls.prices, callMinuteMicros: 0 },
      recordEvent: async () => undefined,
      origin: () => 'http://localhost',
    },
    callIds.map((callId) => ({
      callId,
      change: {
        type: 'ended',
        outcome: 'ended_by_customer',
        reason: 'said goodbye',
        at: new Date(),
        cause: null,
      },
      answeredBy: 'human',
      failureCode: null,
    })),
  );
  return statements;
}

test('ends many calls with as many statements as one call, blacklists opt-outs and requests prices', async () => {
  const [one, ...many] = await Promise.all(Array.from({ length: 9 }, () => activeCall('Yes, thank you.')));
  const unwilling = await activeCall('Please do not call me again.');
  const costs = () =>
    server.database.query<{ payload: { callId: number } }>(
      `select payload from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'calls:carrier-cost' and job.run_at > clock_timestamp() + interval '5 seconds'`,
    );
  const ofOne = await end([one?.callId ?? 0]);
  expect(await end(many.map(({ callId }) => callId))).toBe(ofOne);
  await end([unwilling.callId]);
  const asked = (await costs()).map(({ payload }) => payload.callId).sort((a, b) => a - b);
  const all = [one, ...many, unwilling].flatMap((call) => (call === undefined ? [] : [call.callId]));
  expect(asked).toEqual(all.sort((a, b) => a - b));
  const listed = await account.get('/user/blacklist');
  expect(listed.body.data).toMatchObject([{ phone_number: unwilling.phone, call_id: unwilling.callId }]);
});
