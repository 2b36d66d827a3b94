import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import { cloneDatabase, type TestDatabase } from '../../../../test/kit/test-server.ts';
import { someEvent } from '../../../../test/kit/webhook-sink.ts';
import { type Database, openDatabase } from '../../../db/client.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { createNotifier, type Notifier } from '../../../work/notifier.ts';
import { createDeliveryListener } from '../events.ts';
import { Dispatcher } from './dispatcher.ts';
import { ExpectedDeliveries } from './expected-deliveries.ts';

const processId = '00000000-0000-4000-8000-000000000001';
const MAX_EXPECTED = 64;

let own: TestDatabase;
let database: Database;
let userId = 0;
let clock: ManualClock;
let notifier: Notifier;
let expected: ExpectedDeliveries;
let dispatcher: Dispatcher;
/** Runs before the dispatcher's query for its own claims. */
let beforeLook: () => Promise<void>;
/** Every request waits until this resolves. */
let answers: PromiseWithResolvers<void>;
let requests = 0;

beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
  const [user] = await database.query<{ id: number }>(
    `insert into users (name, email) values ('A', 'a@example.com') returning id`,
  );
  userId = user?.id ?? 0;
});
beforeEach(async () => {
  await database.query('delete from webhook_deliveries');
  clock = manualClock();
  beforeLook = async () => undefined;
  answers = Promise.withResolvers<void>();
  requests = 0;
  notifier = createNotifier({ database, processId, onFailure: () => undefined });
  expected = new ExpectedDeliveries(clock);
  const query: Database['query'] = async (text, values) => {
    if (/process_id = \$1/.test(text)) await beforeLook();
    return database.query(text, values);
  };
  const outbound: OutboundClient = {
    addressProblem: () => null,
    request: async ({ url }) => {
      requests += 1;
      await answers.promise;
      return { kind: 'response', status: 204, headers: {}, body: Buffer.alloc(0), truncated: false, url };
    },
    stream: async () => new Response(null),
    close: async () => undefined,
  };
  dispatcher = new Dispatcher({
    database: { ...database, query },
    clock,
    log: silentLog,
    processId,
    notifier,
    expected,
    outbound,
    keys: { keysFor: async () => [] },
    secretBox: { decrypt: () => '[]' },
    userAgent: 'Parley/0',
    random: () => 0.5,
  });
});
afterEach(async () => {
  answers.resolve();
  await dispatcher.drain();
  await dispatcher.abandon();
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const record = (webhookUrl: string, meanwhile = async (): Promise<void> => undefined): Promise<void> =>
  database.transaction(async (transaction) => {
    await createDeliveryListener({ clock, notifier, expected })(
      transaction,
      someEvent(userId, { webhookUrl }),
    );
    await meanwhile();
  });

/** Advances the clock when the dispatcher sleeps, so that it wakes. */
async function advance(byMs: number): Promise<void> {
  await eventually(
    async () => clock.sleeping(),
    (count) => count > 0,
  );
  clock.advance(byMs);
}

test('does not resend deliveries that are recorded during the search for lost claims', async () => {
  // This delivery is announced but never adopted, so the dispatcher searches for its claim.
  expect(expected.announce({ id: 'msg_lost', url: 'http://d.example/' })).toBe(processId);
  let looks = 0;
  beforeLook = async () => {
    looks += 1;
    if (looks === 1) await record('http://a.example/');
  };
  await eventually(
    async () => {
      await advance(60_000);
      return requests;
    },
    (count) => count > 0,
  );
  // A second search has started, so the first one is finished.
  expected.announce({ id: 'msg_lost_too', url: 'http://d.example/' });
  await eventually(
    async () => {
      // Again and again: the dispatcher may still be storing when another loop sleeps.
      await advance(60_000);
      return looks;
    },
    (count) => count > 1,
  );
  const rows = await database.query<{ process_id: string | null }>(
    'select process_id from webhook_deliveries',
  );
  expect(rows).toEqual([{ process_id: processId }]);
  expect(requests).toBe(1);
});

test('frees the slot of a delivery immediately when its transaction rolls back', async () => {
  for (let count = 0; count < MAX_EXPECTED; count += 1) {
    const undone = record('http://b.example/', () => Promise.reject(new Error('Undone.')));
    await expect(undone).rejects.toThrow('Undone.');
  }
  expect(expected.announce({ id: 'msg_next', url: 'http://d.example/' })).toBe(processId);
});

test('frees the slot of a delivery immediately if its endpoint is disabled', async () => {
  await database.query(
    `insert into webhook_targets (user_id, url, disabled_at, disabled_reason)
     values ($1, 'http://c.example/', now(), 'gone')`,
    [userId],
  );
  for (let count = 0; count < MAX_EXPECTED; count += 1) await record('http://c.example/');
  expect(expected.announce({ id: 'msg_next', url: 'http://d.example/' })).toBe(processId);
  expect(requests).toBe(0);
});
