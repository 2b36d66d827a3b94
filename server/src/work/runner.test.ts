import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseProxy, startDatabaseProxy } from '../../test/kit/database-proxy.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { systemClock } from '../core/clock.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { defineJob, enqueue, enqueueAll, handleJob } from './define-job.ts';
import { type JobRunner, startJobRunner } from './runner.ts';

const noteJob = defineJob({ name: 'test:note', payload: z.object({ word: z.string() }), maxAttempts: 5 });

let own: TestDatabase;
/** The test's own connections, which bypass the proxy and never break. */
let database: Database;
let proxy: DatabaseProxy;
let proxied: Database;
let runner: JobRunner | undefined;
let done: string[];
let pools: string[];
let warnings: string[];
let errors: string[];
/** Called with the id of each worker pool, which starts once the promise resolves. */
let greet: (poolId: string) => Promise<void>;

beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
  proxy = await startDatabaseProxy(own.connection);
  proxied = openDatabase(proxy.connection, () => undefined);
});
afterEach(async () => {
  await proxy.restore();
  await runner?.stop();
});
afterAll(async () => {
  await proxied.close();
  await proxy.close();
  await database.close();
  await own.drop();
});

async function start(run: (word: string) => Promise<void> = async () => undefined): Promise<void> {
  done = [];
  pools = [];
  warnings = [];
  errors = [];
  greet = async () => undefined;
  const handler = handleJob(noteJob, async ({ word }) => {
    await run(word);
    done.push(word);
  });
  runner = await startJobRunner({
    database: proxied,
    handlers: [handler],
    schedules: [],
    concurrentJobs: 3,
    log: {
      ...silentLog,
      warn: (_fields, word) => void warnings.push(word),
      error: (_fields, word) => void errors.push(word),
    },
    clock: systemClock,
    onPool: (poolId) => {
      pools.push(poolId);
      return greet(poolId);
    },
  });
}

const add = (word: string) => enqueue(database, noteJob, { payload: { word } });
const untilDone = (word: string) =>
  eventually(
    async () => done,
    (words) => words.includes(word),
  );

/** Waits until the queue is empty, that is, until the completion of all jobs is stored. */
async function untilStored(): Promise<void> {
  await eventually(
    () => database.query('select from graphile_worker._private_jobs'),
    (rows) => rows.length === 0,
  );
}

test('runs jobs after a database failure, including those added during the failure', async () => {
  await start();
  await add('before');
  await untilDone('before');
  // The completion is stored a moment later. If it were lost, the job would rightly run again.
  await untilStored();
  await proxy.cut();
  await add('meanwhile');
  await proxy.restore();
  await untilDone('meanwhile');
  await add('after');
  await untilDone('after');
  expect(done).toEqual(['before', 'meanwhile', 'after']);
});

/** A job that runs while the database goes down and comes up again, so that its runner ends for good. */
function torn(): { tear(): Promise<void>; untilTorn(): Promise<void> } {
  const begun = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<void>();
  return {
    tear: async () => {
      begun.resolve();
      await broken.promise;
      await proxied.query('select 1');
    },
    untilTorn: async () => {
      await begun.promise;
      await proxy.cut();
      broken.resolve();
      await eventually(
        async () => warnings,
        (words) => words.some((word) => /job runner (failed|ended)/.test(word)),
      );
      await proxy.restore();
    },
  };
}

test('reruns a job that was interrupted by a database failure', async () => {
  const { tear, untilTorn } = torn();
  let runs = 0;
  await start(async () => {
    runs += 1;
    if (runs === 1) await tear();
  });
  await add('torn');
  await untilTorn();
  await untilDone('torn');
  // The runner that could not store the job's completion has ended for good.
  expect(pools.length).toBeGreaterThan(1);
  await untilStored();
});

test('stops a replacement runner that starts during shutdown', async () => {
  const { tear, untilTorn } = torn();
  const placed = Promise.withResolvers<void>();
  await start(tear);
  greet = () => placed.promise;
  await add('torn');
  await untilTorn();
  await eventually(
    async () => pools,
    ({ length }) => length > 1,
  );
  const stopped = runner?.stop();
  placed.resolve();
  await stopped;
  await eventually(
    async () => proxied.pool.totalCount - proxied.pool.idleCount,
    (held) => held === 0,
  );
  await database.query('select graphile_worker.force_unlock_workers($1)', [pools]);
  await database.query('delete from graphile_worker._private_jobs');
});

test('replaces a runner that could not store the results of several jobs', async () => {
  const allRun = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  let runs = 0;
  await start(async (word) => {
    runs += 1;
    if (runs === 3) allRun.resolve();
    if (runs > 3) return;
    await cut.promise;
    // Ends later, so that its result is stored separately.
    if (word === 'second') await untilLost(1);
    if (word === 'third') {
      await untilLost(2);
      throw new Error('This job has no result.');
    }
  });
  const untilLost = (results: number) =>
    eventually(
      async () => errors.filter((error) => error.startsWith('Failed to complete jobs')).length,
      (lost) => lost === results,
    );
  await enqueueAll(
    database,
    noteJob,
    ['first', 'second', 'third'].map((word) => ({ payload: { word }, key: word })),
  );
  await allRun.promise;
  await proxy.cut();
  cut.resolve();
  await untilLost(2);
  await proxy.restore();
  await eventually(
    async () => pools.length,
    (started) => started > 1,
  );
  await untilStored();
});

test('stops a replacement runner that could not be registered', async () => {
  const { tear, untilTorn } = torn();
  let isTorn = false;
  await start(async (word) => {
    if (word === 'torn' && !isTorn) {
      isTorn = true;
      await tear();
    }
  });
  greet = async () => {
    if (pools.length === 2) throw new Error('The process could not be registered.');
  };
  await add('torn');
  await untilTorn();
  await untilDone('torn');
  await eventually(
    async () => pools,
    ({ length }) => length > 2,
  );
  await untilStored();
  await runner?.stop();
  await eventually(
    async () => proxied.pool.totalCount - proxied.pool.idleCount,
    (held) => held === 0,
  );
});

test('adds many jobs in one statement and replaces a waiting job with the same key', async () => {
  await enqueueAll(database, noteJob, []);
  await enqueueAll(database, noteJob, [
    { payload: { word: 'one' }, key: 'a' },
    { payload: { word: 'two' }, key: 'b' },
  ]);
  await enqueueAll(database, noteJob, [{ payload: { word: 'two, mended' }, key: 'b' }]);
  await start();
  await untilDone('one');
  await untilDone('two, mended');
  expect(done).toHaveLength(2);
});

test('a shutdown during the last attempt is not a failure: another process runs the job', async () => {
  const lastJob = defineJob({ name: 'test:last', payload: z.object({}), maxAttempts: 1 });
  const begun = Promise.withResolvers<void>();
  const errors: string[] = [];
  const startWith = (run: (signal: AbortSignal) => Promise<void>): Promise<JobRunner> =>
    startJobRunner({
      database,
      schedules: [],
      concurrentJobs: 1,
      clock: systemClock,
      onPool: async () => undefined,
      handlers: [handleJob(lastJob, (_payload, { signal }) => run(signal))],
      log: { ...silentLog, error: (_fields, word) => void errors.push(word) },
    });
  runner = await startWith(async (signal) => {
    const cutOff = new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
    begun.resolve();
    await cutOff;
  });
  await enqueue(database, lastJob, { payload: {} });
  await begun.promise;
  await runner.stop();
  expect(errors).toEqual([]);
  const again = Promise.withResolvers<void>();
  runner = await startWith(async () => again.resolve());
  await again.promise;
  await untilStored();
});
