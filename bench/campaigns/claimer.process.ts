import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import { claimLeads, claimLeadsAlone } from './claim-leads.ts';
import type { ClaimerOrder, ClaimerReport } from './claim-order.ts';
import { claimRows } from './claim-rows.ts';
import { claimTables } from './claim-tables.ts';

/** Claims items and completes them, from the start message until it is killed. */
const order: ClaimerOrder = JSON.parse(process.argv[2] ?? '{}');
const report: ClaimerReport = { done: 0, claimsMs: [] };
const record = (done: number, tookMs: number | null): void => {
  report.done += done;
  if (tookMs !== null) report.claimsMs.push(tookMs);
};

const begin = await prepare();
process.once('message', () => {
  void begin().then(send);
  setInterval(send, 20);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

function send(): void {
  process.send?.(report);
  report.done = 0;
  report.claimsMs.length = 0;
}

/** Prepares the work. @returns a function that starts it */
async function prepare(): Promise<() => Promise<unknown>> {
  switch (order.contender) {
    case 'parley':
      return claimLeads(order, record);
    case 'parley-claim':
      return claimLeadsAlone(order, record);
    case 'tables':
      return claimTables(order, record);
    case 'raw':
    case 'raw-claim':
      return claimRows(order, record);
    case 'graphile-worker': {
      const pgPool = new pg.Pool({ connectionString: order.databaseUrl, max: 4 });
      pgPool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
      await pgPool.query('select 1');
      return () => run({ pgPool, taskList: { nothing: () => record(1, null) }, ...GRAPHILE });
    }
  }
}

/** At full speed: jobs are prefetched and completed in batches. */
const GRAPHILE = {
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  preset: {
    worker: {
      concurrentJobs: 100,
      pollInterval: 100,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
};
