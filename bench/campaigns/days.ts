import pg from 'pg';
import { busyCpuSeconds, cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import { checkLedger, type LedgerEntry } from '../../server/test/kit/campaigns/dial-ledger.ts';
import { wallClock } from '../../server/test/kit/campaigns/local-hours.ts';
import { startSimulation } from '../../server/test/kit/campaigns/simulated-days.ts';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { addLeads, createCampaign, createOutboundAssistant, startCampaign } from './many-leads.ts';

/** The last Friday before European summer time. */
const START = new Date('2026-03-27T06:00:00Z');
const END = new Date('2026-04-30T00:00:00Z');
const LEADS_EACH = 2000;
const [OPENS, CLOSES] = [9 * 60, 12 * 60];

export interface DaysFigures {
  leads: number;
  dials: number;
  seconds: number;
  statements: number;
  days: number;
  cpuSeconds: number;
  otherLoadShare: number;
  /** Broken rules in the carrier's ledger, and leads that were not finished; all must be 0. */
  violations: { outsideHours: number; doubleDials: number; repeated: number; overCap: number; lost: number };
}

/** Campaigns over several days and a clock change, on a simulated clock and without audio. */
export async function simulateDays(leads: number): Promise<DaysFigures> {
  await using database = await openBenchDatabase();
  const connection: pg.PoolConfig = { connectionString: database.url };
  const simulation = await startSimulation({
    connection,
    start: START,
    seed: 5,
    faults: 0.1,
    granularityMs: 5000,
  });
  const { account, clock, watch, ledger } = simulation;
  const pool = new pg.Pool(connection);
  try {
    await account.post('/sandbox/phone-numbers', { phone_number: '+12025550100', type: 'normal' });
    const assistant_id = await createOutboundAssistant(account);
    const campaigns = Math.ceil(leads / LEADS_EACH);
    for (let index = 0; index < campaigns; index += 1) {
      const campaignId = await createCampaign(account, {
        assistant_id,
        timezone: 'Europe/Bucharest',
        max_retries: 2,
        retry_interval: 1440,
        allowed_hours_start_time: '09:00',
        allowed_hours_end_time: '11:59',
      });
      const count = Math.min(LEADS_EACH, leads - index * LEADS_EACH);
      const about = { userId: account.userId, campaignId, first: index * LEADS_EACH, count };
      await addLeads(pool, { ...about, dueAt: `'${START.toISOString()}'` });
      await startCampaign(account, campaignId);
    }
    await pool.query('analyze');
    const before = { at: performance.now(), statements: watch.statements(), ...cpu(database.pid) };
    await clock.run(END);
    const seconds = (performance.now() - before.at) / 1000;
    const after = cpu(database.pid);
    const cpuSeconds = after.ours - before.ours;
    const { rows } = await pool.query<{ attempt_id: string; campaign_id: number }>(
      'select attempt_id, campaign_id from calls',
    );
    const { rows: lost } = await pool.query<{ count: number }>(
      `select count(*)::int as count from leads where status not in ('completed', 'reached-max-retries', 'blacklisted')`,
    );
    const owners = new Map(rows.map((row) => [row.attempt_id, String(row.campaign_id)]));
    const verdict = checkLedger(ledger, {
      keyOf: ({ attemptId }) => owners.get(attemptId) ?? 'unknown',
      isAllowed,
    });
    return {
      leads,
      dials: ledger.length,
      seconds,
      statements: watch.statements() - before.statements,
      cpuSeconds,
      days: new Set(ledger.map(({ dialedAt }) => dialedAt.toISOString().slice(0, 10))).size,
      otherLoadShare: Math.max(0, after.busy - before.busy - cpuSeconds) / (2 * seconds),
      violations: {
        outsideHours: verdict.outsideHours,
        doubleDials: verdict.doubleDials,
        repeated: verdict.repeatedAttempts,
        overCap: [...verdict.maxAtOnce.values()].filter((max) => max > 10).length,
        lost: lost[0]?.count ?? leads,
      },
    };
  } finally {
    await pool.end();
    await simulation.stop();
  }
}

/** CPU seconds of this process, of the database, and of the machine. */
function cpu(databasePid: number): { ours: number; busy: number } {
  return {
    ours: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + cpuSecondsOfTree(databasePid),
    busy: busyCpuSeconds(),
  };
}

const ZONES: readonly [prefix: string, zone: string][] = [
  ['+40', 'Europe/Bucharest'],
  ['+44', 'Europe/London'],
  ['+91', 'Asia/Kolkata'],
  ['+49', 'Europe/Berlin'],
];

function isAllowed({ to, dialedAt }: LedgerEntry): boolean {
  const zone = ZONES.find(([prefix]) => to.startsWith(prefix))?.[1] ?? 'UTC';
  const campaign = wallClock(dialedAt, 'Europe/Bucharest').minute;
  const called = wallClock(dialedAt, zone).minute;
  return campaign >= OPENS && campaign < CLOSES && called >= 8 * 60 && called < 21 * 60;
}
