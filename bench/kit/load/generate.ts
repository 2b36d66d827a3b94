import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../statistics.ts';
import { type Connection, openConnection } from './connection.ts';
import type { LoadJob, LoadResult } from './job.ts';
import { requestBytes } from './request.ts';

/** Sends a job's requests from this process and counts the responses. */
export async function generateLoad(job: LoadJob): Promise<LoadResult> {
  const tally = new Tally();
  const bytes = requestBytes(job.request);
  const lanes = await Promise.all(
    Array.from({ length: job.connections }, () => openLane(job.port, bytes, tally)),
  );
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + job.seconds * 1000;
  if (job.ratePerSecond === undefined) await asFastAsPossible(lanes, endsAt);
  else await atFixedRate(lanes, { startedAt, endsAt, ratePerSecond: job.ratePerSecond, tally });
  const seconds = (performance.now() - startedAt) / 1000;
  const used = process.cpuUsage(usedBefore);
  const result = tally.result({ seconds, cpuSeconds: (used.user + used.system) / 1e6 });
  for (const lane of lanes) lane.connection.close();
  return result;
}

/** One connection and the scheduled time of its current request. */
interface Lane {
  connection: Connection;
  dueAt: number;
  isFree: boolean;
  /** Called for each response. */
  next: (lane: Lane) => void;
  bytes: Buffer;
}

class Tally {
  readonly #statuses: Record<string, number> = {};
  readonly #latenciesMs: number[] = [];
  failures = 0;
  lateStarts = 0;

  count(status: number, latencyMs: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#latenciesMs.push(latencyMs);
  }

  result(time: { seconds: number; cpuSeconds: number }): LoadResult {
    return {
      answers: this.#latenciesMs.length,
      ...time,
      statuses: { ...this.#statuses },
      failures: this.failures,
      lateStarts: this.lateStarts,
      p50Ms: quantile(this.#latenciesMs, 0.5),
      p99Ms: quantile(this.#latenciesMs, 0.99),
      maxMs: quantile(this.#latenciesMs, 1),
    };
  }
}

async function openLane(port: number, bytes: Buffer, tally: Tally): Promise<Lane> {
  const onAnswer = (status: number) => {
    tally.count(status, performance.now() - lane.dueAt);
    lane.isFree = true;
    lane.next(lane);
  };
  const onFailure = () => {
    tally.failures += 1;
  };
  const connection = await openConnection(port, onAnswer, onFailure);
  const lane: Lane = { connection, dueAt: 0, isFree: true, next: () => {}, bytes };
  return lane;
}

function start(lane: Lane, dueAt: number): void {
  lane.dueAt = dueAt;
  lane.isFree = false;
  lane.connection.send(lane.bytes);
}

async function asFastAsPossible(lanes: readonly Lane[], endsAt: number): Promise<void> {
  for (const lane of lanes) {
    lane.next = () => {
      const now = performance.now();
      if (now < endsAt) start(lane, now);
    };
    start(lane, performance.now());
  }
  await wait(endsAt - performance.now());
}

async function atFixedRate(
  lanes: readonly Lane[],
  pace: { startedAt: number; endsAt: number; ratePerSecond: number; tally: Tally },
): Promise<void> {
  const free = [...lanes];
  const overdue: number[] = [];
  for (const lane of lanes) {
    lane.next = () => {
      const dueAt = overdue.shift();
      if (dueAt === undefined) free.push(lane);
      else start(lane, dueAt);
    };
  }
  let sent = 0;
  for (let now = performance.now(); now < pace.endsAt; now = performance.now()) {
    // The first request is due at the start.
    const due = Math.floor(((now - pace.startedAt) / 1000) * pace.ratePerSecond) + 1;
    for (; sent < due; sent += 1) {
      const dueAt = pace.startedAt + (sent / pace.ratePerSecond) * 1000;
      const lane = free.pop();
      if (lane === undefined) {
        pace.tally.lateStarts += 1;
        overdue.push(dueAt);
      } else start(lane, dueAt);
    }
    await wait(1);
  }
}
