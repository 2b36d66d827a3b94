import { busyCpuSeconds } from '../../scripts/testing/processes.ts';
import { modeLabel } from '../../server/test/kit/campaigns/carrier-modes.ts';
import type { CarrierOrder } from '../../server/test/kit/campaigns/sip-carrier.process.ts';
import { median, pairedRatios, quantile } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { type ClaimContender, claimContenders, OURS } from './claim-order.ts';
import { type ClaimRounds, measureClaims } from './claims.ts';
import { simulateDays } from './days.ts';
import { measureImports } from './imports.ts';
import { runTimers } from './timers.ts';
import { openWallSpeed } from './wall-speed.ts';

const parts = (process.env['BENCH_PARTS'] ?? 'dials,claims,lateness,recovery,utilization,days').split(',');
const sizes = (process.env['BENCH_LEADS'] ?? '10000,100000').split(',').map(Number);
const dialCount = Number(process.env['BENCH_DIALS'] ?? 10_000);
const PER_CAMPAIGN = 100;
/** A person who declines immediately after the first ring. */
const DECLINING: CarrierOrder = { seed: 1, shares: { declines: 1 }, ringMs: 0, talkMs: 0 };
const TARGETS = {
  dialsPerSecond: 500,
  lateness: 1.5,
  recoverySeconds: 3,
  utilization: 0.99,
  raw: 0.3,
  queue: 1,
};
const CLAIM_ROUNDS = 3;
/** Rate limits of the carrier in calls per second: none, and one that gives every lead its own slot. */
const RATES = ['off', '100'];

if (parts.includes('dials')) await dials();
if (parts.includes('claims')) await claims();
if (parts.includes('lateness')) for (const rate of RATES) await lateness(rate);
if (parts.includes('recovery')) await recovery();
if (parts.includes('utilization')) await utilization();
if (parts.includes('days')) await days();
if (parts.includes('import')) await imports();

async function imports(): Promise<void> {
  const count = Number(process.env['BENCH_ROWS'] ?? 500_000);
  const rows = [
    ['', 'seconds', 'rows/s', 'CPU s: server', 'database', 'MB before', 'most', 'others heard', 'ms'],
  ];
  for (const { isDryRun, seconds, cpu, megabytes, others } of await measureImports(count)) {
    rows.push([
      isDryRun ? 'dry run' : 'import',
      figure(seconds),
      figure(count / seconds),
      figure(cpu.server),
      figure(cpu.database),
      figure(megabytes.before),
      figure(megabytes.max),
      JSON.stringify(others.answers),
      figure(others.longestMs),
    ]);
  }
  console.log(markdownTable(rows));
}

/** Real SIP signaling at wall speed to people who decline immediately. */
async function dials(): Promise<void> {
  const target = TARGETS.dialsPerSecond;
  const rows = [
    [
      'processes',
      'dials/s',
      `of the target of ${target}`,
      'CPU µs a dial: dialers',
      'database',
      'other load',
    ],
  ];
  for (const processes of [1, 2, 4]) {
    await using setting = await openWallSpeed(DECLINING, processes);
    const before = { at: performance.now(), busy: busyCpuSeconds(), ...setting.cpu() };
    await setting.start({ campaigns: dialCount / PER_CAMPAIGN, leadsEach: PER_CAMPAIGN });
    const ledger = await setting.ledgerOf(dialCount);
    const after = { at: performance.now(), busy: busyCpuSeconds(), ...setting.cpu() };
    const times = ledger.map(({ dialedAtMs }) => dialedAtMs).sort((one, other) => one - other);
    // Campaigns are started one by one; the middle of the run measures dialing alone.
    const [from, to] = [Math.floor(times.length * 0.25), Math.floor(times.length * 0.75)];
    const seconds = ((times[to] ?? 0) - (times[from] ?? 0)) / 1000;
    const ours = after.dialers - before.dialers + after.database - before.database;
    rows.push([
      String(processes),
      figure((to - from) / seconds),
      figure((to - from) / seconds / target),
      figure(((after.dialers - before.dialers) * 1e6) / ledger.length),
      figure(((after.database - before.database) * 1e6) / ledger.length),
      `${figure(((after.busy - before.busy - ours) / (2 * ((after.at - before.at) / 1000))) * 100)} %`,
    ]);
  }
  console.log(
    `${dialCount} dials ${modeLabel('signaling')}, limiter off (other load includes the carrier)\n`,
  );
  console.log(`${markdownTable(rows)}\n`);
}

/** Claims only, by 1, 4 and 8 processes, compared with a bare table and a queue in alternating turns. */
async function claims(): Promise<void> {
  const rows = [
    [
      'processes',
      '',
      'a second',
      'CPU µs each: processes',
      'database',
      'claim p50',
      'p95',
      'p99',
      'ours / it',
    ],
  ];
  for (const processes of [1, 4, 8]) {
    const measured = await measureClaims(processes, { items: dialCount, rounds: CLAIM_ROUNDS });
    for (const contender of claimContenders) rows.push([String(processes), ...claimRow(measured, contender)]);
  }
  console.log(
    `${dialCount} leads claimed and finished immediately, without a carrier; the last two only claim. Medians of ${CLAIM_ROUNDS} alternating rounds. Aims (ours / baseline): raw ${TARGETS.raw}, queue ${TARGETS.queue}\n`,
  );
  console.log(`${markdownTable(rows)}\n`);
}

function claimRow(measured: ClaimRounds, contender: ClaimContender): string[] {
  const own = measured[contender];
  const ratio = pairedRatios(
    measured[OURS[contender]].map(({ perSecond }) => perSecond),
    own.map(({ perSecond }) => perSecond),
  );
  const claimsMs = own.flatMap((round) => round.claimsMs);
  const quantiles = [0.5, 0.95, 0.99].map((share) => `${figure(quantile(claimsMs, share))} ms`);
  return [
    contender,
    figure(median(own.map(({ perSecond }) => perSecond))),
    figure(median(own.map(({ processesCpu }) => processesCpu))),
    figure(median(own.map(({ databaseCpu }) => databaseCpu))),
    ...(claimsMs.length === 0 ? ['', '', ''] : quantiles),
    figure(ratio.median),
  ];
}

/** Lateness of single due leads, compared with timers of an idle process on the same machine. */
async function lateness(rate: string): Promise<void> {
  const [campaigns, leadsEach, everyMs] = [40, 50, 15];
  const count = campaigns * leadsEach;
  await using setting = await openWallSpeed(DECLINING, 1, { PARLEY_CALLS_PER_SECOND: `sip=${rate}` });
  const firstMs = Date.now() + 15_000;
  const dueMs = Array.from({ length: count }, (_, index) => firstMs + index * everyMs);
  const running = runTimers(dueMs, setting.carrier.port);
  // Lead n of the campaign with index c is the (n × campaigns + c)th of all.
  const ids = await setting.start({
    campaigns,
    leadsEach,
    dueAt: `to_timestamp(${firstMs} / 1000.0) + (n * ${campaigns} + $2::bigint % ${campaigns}) * interval '${everyMs} milliseconds'`,
  });
  const ledger = await setting.ledgerOf(2 * count);
  const timers = await running;
  const { rows: leads } = await setting.database.client.query<{
    phone_number: string;
    n: number;
    campaign_id: string;
  }>(
    `select phone_number, campaign_id, (row_number() over (partition by campaign_id order by id) - 1)::int as n
     from leads where campaign_id = any($1)`,
    [ids],
  );
  const due = new Map(
    leads.map(({ phone_number, n, campaign_id }) => [
      phone_number,
      firstMs + (n * campaigns + (Number(campaign_id) % campaigns)) * everyMs,
    ]),
  );
  const isTimers = ({ fromPort }: { fromPort: number }): boolean => fromPort === timers.port;
  const late = ledger
    .filter((call) => !isTimers(call))
    .map(({ to, dialedAtMs }) => dialedAtMs - (due.get(to) ?? 0));
  const bare = ledger.filter(isTimers).map(({ callId, dialedAtMs }) => dialedAtMs - Number(callId));
  const shares = [0.5, 0.95, 0.99];
  const row = (name: string, values: number[]) => [
    name,
    ...shares.map((share) => `${figure(quantile(values, share))} ms`),
  ];
  const ratios = (to: number[]) => shares.map((share) => figure(quantile(late, share) / quantile(to, share)));
  console.log(
    `${late.length} leads, one due every ${everyMs} ms, calls/s of the carrier: ${rate}; lateness at the carrier ${modeLabel('signaling')}. Aim: at p99 no more than ${TARGETS.lateness} times a bare setTimeout\n`,
  );
  const rows = [
    ['', 'p50', 'p95', 'p99'],
    row('leads', late),
    row('bare setTimeout, what it sends at the carrier', bare),
    row('bare setTimeout', timers.late),
    ['leads / bare, both at the carrier', ...ratios(bare)],
    ['leads at the carrier / bare setTimeout', ...ratios(timers.late)],
  ];
  console.log(`${markdownTable(rows)}\n`);
}

/** Time until the slots of a killed process are used by another. */
async function recovery(): Promise<void> {
  const seconds: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await using setting = await openWallSpeed({ seed: 3, shares: {}, ringMs: 20, talkMs: 600_000 }, 2);
    await setting.start({ campaigns: 10, leadsEach: 40 });
    const full = await setting.ledgerOf(100);
    const [victim] = setting.dialers;
    if (victim === undefined) throw new Error('There are dialers.');
    const held = full.filter(({ fromPort }) => fromPort === victim.sipPort).length;
    const killedAtMs = Date.now();
    await victim.kill();
    const after = await setting.ledgerOf(full.length + held);
    const taken = after.slice(full.length).map(({ dialedAtMs }) => (dialedAtMs - killedAtMs) / 1000);
    if (taken.length < held) throw new Error(`${held - taken.length} slots were lost.`);
    seconds.push(...taken);
  }
  const figures = [0.5, 1].map((share) => `${figure(quantile(seconds, share))} s`);
  console.log(
    `${seconds.length} slots of killed processes used again ${modeLabel('signaling')}: p50, most (target ${TARGETS.recoverySeconds} s): ${figures.join(', ')}\n`,
  );
}

/** Use of the allowed parallelism as seen by the carrier, and its distribution over processes. */
async function utilization(): Promise<void> {
  for (const processes of [1, 2, 4]) {
    for (const [talkMs, talkSpreadMs] of [
      [1300, 3000],
      [2800, 0],
    ] as const) {
      const order = { seed: 4, shares: {}, ringMs: 200, talkMs, talkSpreadMs };
      const { share, ofProcesses } = await usedShare(order, processes);
      const length = talkSpreadMs === 0 ? 'exactly 3 s' : '1.5 to 4.5 s';
      const parts = ofProcesses.map((part) => `${figure(part * 100)} %`).join(', ');
      console.log(
        `Utilization of 10 × 10 calls of ${length} while leads wait ${modeLabel('signaling')}, processes: ${processes} (${parts} of the calls): ${figure(share * 100)} % (target ${TARGETS.utilization * 100} %)\n`,
      );
    }
  }
}

async function usedShare(
  order: CarrierOrder,
  processes: number,
): Promise<{ share: number; ofProcesses: number[] }> {
  const [campaigns, cap, leadsEach] = [10, 10, 150];
  await using setting = await openWallSpeed(order, processes);
  await setting.start({ campaigns, leadsEach });
  const ledger = await setting.ledgerOf(campaigns * leadsEach);
  const begins = ledger.map(({ dialedAtMs }) => dialedAtMs).sort((one, other) => one - other);
  // From full use of all slots until the first campaign may run out of leads.
  const [fromMs, toMs] = [begins[2 * campaigns * cap] ?? 0, begins[begins.length - 3 * campaigns * cap] ?? 0];
  const usedMs = ledger.reduce((sum, { dialedAtMs, endedAtMs }) => {
    const end = Math.min(endedAtMs ?? toMs, toMs);
    return sum + Math.max(0, end - Math.max(dialedAtMs, fromMs));
  }, 0);
  const ofProcesses = setting.dialers.map(
    ({ sipPort }) => ledger.filter(({ fromPort }) => fromPort === sipPort).length / ledger.length,
  );
  return { share: usedMs / ((toMs - fromMs) * campaigns * cap), ofProcesses };
}

async function days(): Promise<void> {
  const rows = [
    ['leads', 'dials', 'days', 'leads/s', 'statements a lead', 'CPU ms a lead', 'other load', 'violations'],
  ];
  for (const leads of sizes) {
    const {
      dials: made,
      seconds,
      statements,
      cpuSeconds,
      otherLoadShare,
      violations,
      ...rest
    } = await simulateDays(leads);
    rows.push([
      String(leads),
      String(made),
      String(rest.days),
      figure(leads / seconds),
      figure(statements / leads),
      figure((cpuSeconds * 1000) / leads),
      `${figure(otherLoadShare * 100)} %`,
      String(Object.values(violations).reduce((sum, count) => sum + count, 0)),
    ]);
  }
  console.log(
    `Days of campaigns ${modeLabel('virtual')}; violations (outside hours, twice, over the cap, lost): target 0\n`,
  );
  console.log(`${markdownTable(rows)}\n`);
}
