import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Executor } from '../db/client.ts';

export interface Allowance {
  isAllowed: boolean;
  limit: number;
  /** Requests left according to this process; other processes may have used more. */
  remaining: number;
  /** When the budget resets or, after a refusal, when the next request may pass, according to the database's clock. */
  resetAt: Date;
  /** Whole seconds until `resetAt`, at least one. */
  retryAfterSeconds: number;
}

interface Block {
  left: number;
  /** The window has no more budget to take in the database. */
  isLast: boolean;
  /** Budget left in the database after this block was taken. */
  unclaimed: number;
  resetAt: Date;
  /** The window's end on this process's monotonic clock. */
  endsAtMs: number;
}

export interface RateLimiter {
  /** A limit per fixed window. Processes take the budget in blocks, so most requests need no database access. */
  takeFromBudget(key: string, limit: number, windowMs: number): Promise<Allowance>;
  /** A limit that is exact in every sliding window across processes, with one statement per request. */
  takeFromWindow(key: string, limit: number, windowMs: number): Promise<Allowance>;
}

type Durations = Pick<Clock, 'monotonicMs'>;

/** Blocks keep small limits exact and large ones cheap. */
const BLOCKS_PER_WINDOW = 60;
/** Bounds memory when a process sees many tokens. */
const MAX_BLOCKS = 10_000;

/** Windows follow the database's clock. A row dated in its future is ignored and overwritten. */
export function createRateLimiter(database: Executor, clock: Durations): RateLimiter {
  const budget: Budget = { database, clock, blocks: new Map(), refills: new Map() };
  return {
    takeFromBudget: (key, limit, windowMs) => takeFromBudget(budget, key, { limit, windowMs }),
    takeFromWindow: (key, limit, windowMs) => takeFromWindow(database, key, { limit, windowMs }),
  };
}

/** The error for a refused allowance. */
export function tooManyRequests(allowance: Allowance): AppError {
  return new AppError('rate-limited', 'Too many requests. Please slow down.', {
    retryAfterSeconds: allowance.retryAfterSeconds,
    retryAt: allowance.resetAt,
    limit: allowance.limit,
  });
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

interface Rule {
  limit: number;
  windowMs: number;
}

interface Budget {
  database: Executor;
  clock: Durations;
  blocks: Map<string, Block>;
  /** Running refills. Concurrent requests share one instead of each taking a block. */
  refills: Map<string, Promise<Block>>;
}

async function takeFromBudget(budget: Budget, key: string, rule: Rule): Promise<Allowance> {
  let block = budget.blocks.get(key);
  while (block === undefined || hasEnded(budget, block) || (block.left === 0 && !block.isLast)) {
    block = await refill(budget, key, rule);
  }
  const isAllowed = block.left > 0;
  if (isAllowed) block.left -= 1;
  return {
    isAllowed,
    limit: rule.limit,
    remaining: block.left + block.unclaimed,
    resetAt: block.resetAt,
    retryAfterSeconds: secondsOf(block.endsAtMs - budget.clock.monotonicMs()),
  };
}

function hasEnded({ clock }: Budget, { endsAtMs }: Block): boolean {
  return clock.monotonicMs() >= endsAtMs;
}

async function refill(budget: Budget, key: string, rule: Rule): Promise<Block> {
  const underWay = budget.refills.get(key);
  if (underWay !== undefined) return underWay;
  const refilling = takeBlock(budget, key, rule).finally(() => budget.refills.delete(key));
  budget.refills.set(key, refilling);
  const block = await refilling;
  if (budget.blocks.size >= MAX_BLOCKS) budget.blocks.clear();
  budget.blocks.set(key, block);
  return block;
}

function blockSize(limit: number): number {
  return Math.max(1, Math.floor(limit / BLOCKS_PER_WINDOW));
}

async function takeBlock({ database, clock }: Budget, key: string, rule: Rule): Promise<Block> {
  const size = blockSize(rule.limit);
  // A window starts with its first request. The time is read after the row is locked, so it never goes backwards.
  const [row] = await database.query<{ used: number; ends_at: Date; left_ms: number }>(
    `insert into rate_counters as counter (key, used, expires_at)
     values ($1, $2, clock_timestamp() + $4 * interval '1 millisecond')
     on conflict (key) do update set (used, expires_at) = (
       select case when is_open then least(counter.used, $3) + excluded.used else excluded.used end,
         case when is_open then counter.expires_at else at + $4 * interval '1 millisecond' end
       from (select at, counter.expires_at > at
           and counter.expires_at <= at + $4 * interval '1 millisecond' as is_open
         from (select clock_timestamp() as at) as now) as state)
     returning used, expires_at as ends_at,
       (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as left_ms`,
    [key, size, rule.limit, rule.windowMs],
  );
  if (row === undefined) throw new Error('The rate limit statement returned no row.');
  return {
    left: Math.max(0, Math.min(size, rule.limit - (row.used - size))),
    isLast: row.used >= rule.limit,
    unclaimed: Math.max(0, rule.limit - row.used),
    resetAt: row.ends_at,
    // At least one millisecond, or a block of a window that ends now would be refilled endlessly.
    endsAtMs: clock.monotonicMs() + Math.max(1, Math.ceil(row.left_ms)),
  };
}

async function takeFromWindow(database: Executor, key: string, rule: Rule): Promise<Allowance> {
  // The row stores the request times of the window, at most `limit`.
  const [row] = await database.query<{ granted: boolean; used: number; reset_at: Date; left_ms: number }>(
    `insert into rate_windows as w (key, stamps, granted_to, expires_at)
     select $1, array[at], $2::uuid, at + $3 * interval '1 millisecond' from (select clock_timestamp() as at) as now
     on conflict (key) do update set (stamps, granted_to, expires_at) = (
       select case when cardinality(passes) < $4 then passes || at else passes end,
         case when cardinality(passes) < $4 then $2::uuid else w.granted_to end,
         at + $3 * interval '1 millisecond'
       from (select at, array(
           select stamp from unnest(w.stamps) as stamp
           where stamp > at - $3 * interval '1 millisecond' and stamp <= at order by stamp) as passes
         from (select clock_timestamp() as at) as now) as counted)
     returning granted_to = $2::uuid as granted, cardinality(stamps) as used,
       stamps[1] + $3 * interval '1 millisecond' as reset_at,
       (extract(epoch from stamps[1] + $3 * interval '1 millisecond' - clock_timestamp()) * 1000)::float8 as left_ms`,
    [key, randomUUID(), rule.windowMs, rule.limit],
  );
  if (row === undefined) throw new Error('The rate limit statement returned no row.');
  return {
    isAllowed: row.granted,
    limit: rule.limit,
    remaining: Math.max(0, rule.limit - row.used),
    resetAt: row.reset_at,
    retryAfterSeconds: secondsOf(row.left_ms),
  };
}
