import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import { cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import type { BenchDatabase } from '../kit/bench-database.ts';
import { interleave } from '../kit/rounds.ts';
import { CAMPAIGN_CAP } from './claim-leads.ts';
import {
  type ClaimContender,
  type ClaimerOrder,
  type ClaimerReport,
  claimContenders,
} from './claim-order.ts';
import { addLeads, createCampaign, createOutboundAssistant } from './many-leads.ts';
import { openWallSpeed, type WallSpeed } from './wall-speed.ts';

const entry = fileURLToPath(new URL('./claimer.process.ts', import.meta.url));
/** Leads per campaign; few, so that there are enough campaigns for eight processes that claim from ten each at once. */
const LEADS_EACH = 50;
/** Live calls of another campaign, so that the planner does not see an empty table. */
const CALLS_UP = 1000;
/** A run without progress for this long has failed. */
const STUCK_MS = 30_000;

export interface ClaimFigures {
  /** Items per second. */
  perSecond: number;
  claimsMs: number[];
  /** Microseconds per item. */
  processesCpu: number;
  databaseCpu: number;
}

export type ClaimRounds = Record<ClaimContender, ClaimFigures[]>;

/** Leads claimed by several processes on one PostgreSQL, alternating with rows of a bare table and jobs of a queue. */
export async function measureClaims(
  processes: number,
  { items, rounds }: { items: number; rounds: number },
): Promise<ClaimRounds> {
  const campaigns = Math.ceil(items / CAMPAIGN_CAP) + 1;
  const carrier = { seed: 6, shares: {}, ringMs: 0, talkMs: 0 };
  await using setting = await openWallSpeed(carrier, 1, { PARLEY_MAX_CAMPAIGNS: String(campaigns) });
  const { database } = setting;
  await runMigrations({ connectionString: database.url });
  await database.client.query(
    'create table bench_rows (id bigint primary key, state int not null, due_at timestamptz)',
  );
  await database.client.query('create index on bench_rows (id) where state = 0');
  const campaignIds = await createCampaigns(setting, campaigns);
  return await interleave(claimContenders, rounds, async (contender) => {
    const filled = await fill(setting, { contender, campaignIds, items });
    const order = { contender, campaignIds: filled, databaseUrl: database.url };
    return race(setting, { order, processes, items });
  });
}

/** Calls at any hour, without retries. */
async function createCampaigns({ database, account, dialers }: WallSpeed, count: number): Promise<number[]> {
  const assistant_id = await createOutboundAssistant(account);
  const ids: number[] = [];
  while (ids.length < count) {
    ids.push(await createCampaign(account, { assistant_id, max_calls_in_parallel: CAMPAIGN_CAP }));
  }
  for (const dialer of dialers) await dialer.kill();
  await database.client.query(
    `update campaigns set max_retries = 0, status = 'in-progress', started_at = now() - interval '1 minute'`,
  );
  return ids;
}

async function fill(
  { database: { client }, account }: WallSpeed,
  about: { contender: ClaimContender; campaignIds: readonly number[]; items: number },
): Promise<number[]> {
  const { contender, campaignIds, items } = about;
  // If calls do not end, a campaign can claim no more leads than its maximum of concurrent calls.
  const leadsEach = contender === 'parley-claim' ? CAMPAIGN_CAP : LEADS_EACH;
  const filled = campaignIds.slice(0, Math.ceil(items / leadsEach));
  await client.query('truncate calls, leads, bench_rows restart identity cascade');
  await client.query('truncate graphile_worker._private_jobs');
  switch (contender) {
    case 'parley':
    case 'parley-claim':
    case 'tables':
      for (const [index, campaignId] of filled.entries()) {
        const lead = { userId: account.userId, campaignId, first: index * leadsEach, count: leadsEach };
        await addLeads(client, { ...lead, dueAt: `now() - interval '1 minute'` });
      }
      await addCallsThatAreUp(client, account.userId, campaignIds.at(-1));
      break;
    case 'raw':
    case 'raw-claim':
      await client.query(
        'insert into bench_rows select id, 0, now() from generate_series(1, $1::int) as id',
        [items],
      );
      break;
    case 'graphile-worker':
      await client.query(
        `select graphile_worker.add_job('nothing', '{}'::json) from generate_series(1, $1::int)`,
        [items],
      );
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  return filled;
}

async function addCallsThatAreUp(
  client: BenchDatabase['client'],
  userId: number,
  campaignId: number | undefined,
): Promise<void> {
  await client.query(
    `insert into calls (attempt_id, user_id, campaign_id, assistant_id, type, number_provider, client_phone_number, ringing_time_ms,
       variables, status, initiated_at, answered_at)
     select gen_random_uuid(), $1, $2, (select max(id) from assistants), 'outbound', 'sip', '+1555' || lpad(n::text, 7, '0'), 30000,
       '{}', 'in-progress', now(), now()
     from generate_series(1, $3::int) as n`,
    [userId, campaignId, CALLS_UP],
  );
}

/** Runs the claimers until everything is claimed and, for the contenders that also complete, completed. */
async function race(
  { database }: WallSpeed,
  {
    order,
    processes,
    items,
  }: { order: Omit<ClaimerOrder, 'index' | 'of'>; processes: number; items: number },
): Promise<ClaimFigures> {
  const children = await Promise.all(
    Array.from({ length: processes }, (_, index) => startClaimer({ ...order, index, of: processes })),
  );
  try {
    const cpu = () => ({
      database: cpuSecondsOfTree(database.pid),
      processes: children.reduce((sum, { pid = 0 }) => sum + cpuSecondsOfTree(pid), 0),
    });
    const [before, from] = [cpu(), performance.now()];
    let [done, lastMs] = [0, from];
    const claimsMs: number[] = [];
    const finished = new Promise<void>((resolve) => {
      for (const child of children) {
        child.on('message', (report: ClaimerReport) => {
          done += report.done;
          if (report.done > 0) lastMs = performance.now();
          claimsMs.push(...report.claimsMs);
          if (done >= items) resolve();
        });
        child.send('go');
      }
    });
    const stuck = setInterval(() => {
      if (performance.now() - lastMs > STUCK_MS)
        throw new Error(`${order.contender} is stuck at ${done} of ${items}.`);
    }, 1000);
    await finished;
    clearInterval(stuck);
    const after = cpu();
    return {
      perSecond: (items * 1000) / (lastMs - from),
      claimsMs,
      processesCpu: ((after.processes - before.processes) * 1e6) / items,
      databaseCpu: ((after.database - before.database) * 1e6) / items,
    };
  } finally {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }
}

async function startClaimer(order: ClaimerOrder) {
  const child = fork(entry, [JSON.stringify(order)], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}
