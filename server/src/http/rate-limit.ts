import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Executor } from '../db/client.ts';

export interface Allowance {
  isAllowed: boolean;
  limit: number;
  /** Requests left, as far as this process knows. */
  remaining: number;
  /** When the budget is full again, or for a refusal: when the next request may pass. */
  resetAt: Date;
  /** Whole seconds until `resetAt`, at least one. */
  retryAfterSeconds: number;
}

interface Block {
  windowNumber: number;
  left: number;
  /** No process can take another block of this window. */
  isLast: boolean;
  /** What was still to take when this block was taken. */
  unclaimed: number;
}

export interface RateLimiter {
  /** Fixed windows. Processes take the budget in blocks, so that most requests ask no database. */
  takeFromBudget(key: string, limit: number, windowMs: number): Promise<Allowance>;
  /** Exact in every sliding window, over all processes; one statement a request. */
  takeFromWindow(key: string, limit: number, windowMs: number): Promise<Allowance>;
}

/** Blocks keep small limits exact and large ones cheap. */
const BLOCKS_PER_WINDOW = 60;
/** Bounds the memory of a process that sees many tokens. */
const MAX_BLOCKS = 10_000;

export function createRateLimiter(database: Executor, clock: Clock): RateLimiter {
  const budget: Budget = { database, clock, blocks: new Map(), refills: new Map() };
  return {
    takeFromBudget: (key, limit, windowMs) => takeFromBudget(budget, key, { limit, windowMs }),
    takeFromWindow: (key, limit, windowMs) => takeFromWindow({ database, clock }, key, { limit, windowMs }),
  };
}

/** The refusal that goes with an allowance that was not given. */
export function tooManyRequests(allowance: Allowance): AppError {
  return new AppError('rate-limited', 'Too many requests. Please slow down.', {
    retryAfterSeconds: allowance.retryAfterSeconds,
    retryAt: allowance.resetAt,
    limit: allowance.limit,
  });
}

function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}

interface Rule {
  limit: number;
  windowMs: number;
}

interface Budget {
  database: Executor;
  clock: Clock;
  blocks: Map<string, Block>;
  /** Refills under way: requests that arrive meanwhile share one instead of each taking a block. */
  refills: Map<string, Promise<Block>>;
}

async function takeFromBudget(budget: Budget, key: string, rule: Rule): Promise<Allowance> {
  const now = budget.clock.now();
  const windowNumber = Math.floor(now.getTime() / rule.windowMs);
  let block = budget.blocks.get(key);
  while (block === undefined || block.windowNumber < windowNumber || (block.left === 0 && !block.isLast)) {
    block = await refill(budget, key, { rule, windowNumber });
  }
  const isAllowed = block.left > 0;
  if (isAllowed) block.left -= 1;
  const resetAt = new Date((block.windowNumber + 1) * rule.windowMs);
  return {
    isAllowed,
    limit: rule.limit,
    remaining: block.left + block.unclaimed,
    resetAt,
    retryAfterSeconds: secondsUntil(resetAt, now),
  };
}

async function refill(
  budget: Budget,
  key: string,
  want: { rule: Rule; windowNumber: number },
): Promise<Block> {
  const underWay = budget.refills.get(key);
  if (underWay !== undefined) return underWay;
  const refilling = takeBlock(budget.database, key, want).finally(() => budget.refills.delete(key));
  budget.refills.set(key, refilling);
  const block = await refilling;
  if (budget.blocks.size >= MAX_BLOCKS) budget.blocks.clear();
  budget.blocks.set(key, block);
  return block;
}

function blockSize(limit: number): number {
  return Math.max(1, Math.floor(limit / BLOCKS_PER_WINDOW));
}

async function takeBlock(
  database: Executor,
  key: string,
  { rule, windowNumber }: { rule: Rule; windowNumber: number },
): Promise<Block> {
  const size = blockSize(rule.limit);
  // Clocks of processes differ a little: the window never goes back, a late one takes from the newest.
  const [row] = await database.query<{ used: number; window_number: number }>(
    `insert into rate_counters as counter (key, window_number, used, expires_at)
     values ($1, $2, $3, to_timestamp($5))
     on conflict (key) do update set
       used = case when counter.window_number >= excluded.window_number
                   then least(counter.used, $4) + excluded.used else excluded.used end,
       window_number = greatest(counter.window_number, excluded.window_number),
       expires_at = greatest(counter.expires_at, excluded.expires_at)
     returning used, window_number`,
    [key, windowNumber, size, rule.limit, ((windowNumber + 1) * rule.windowMs) / 1000],
  );
  const used = row?.used ?? size;
  const left = Math.max(0, Math.min(size, rule.limit - (used - size)));
  const isLast = used >= rule.limit;
  return {
    windowNumber: row?.window_number ?? windowNumber,
    left,
    isLast,
    unclaimed: Math.max(0, rule.limit - used),
  };
}

async function takeFromWindow(
  parts: { database: Executor; clock: Clock },
  key: string,
  rule: Rule,
): Promise<Allowance> {
  const now = parts.clock.now();
  const request = randomUUID();
  // The row keeps the last `limit` passes; the oldest of them must have left the window.
  const [row] = await parts.database.query<{ granted: boolean; oldest: Date; used: number }>(
    `insert into rate_windows as w (key, stamps, granted_to, expires_at)
     values ($1, array[$2::timestamptz], $3::uuid, $2::timestamptz + $4 * interval '1 millisecond')
     on conflict (key) do update set
       stamps = case when cardinality(w.stamps) < $5
                          or w.stamps[cardinality(w.stamps) - $5 + 1] <= $2::timestamptz - $4 * interval '1 millisecond'
                     then (w.stamps || $2::timestamptz)[greatest(1, cardinality(w.stamps) + 2 - $5):]
                     else w.stamps end,
       granted_to = case when cardinality(w.stamps) < $5
                          or w.stamps[cardinality(w.stamps) - $5 + 1] <= $2::timestamptz - $4 * interval '1 millisecond'
                     then $3::uuid else w.granted_to end,
       expires_at = excluded.expires_at
     returning granted_to = $3::uuid as granted, stamps[1] as oldest,
       (select count(*)::int from unnest(stamps) stamp where stamp > $2::timestamptz - $4 * interval '1 millisecond') as used`,
    [key, now, request, rule.windowMs, rule.limit],
  );
  if (row === undefined) throw new Error('The rate limit statement returned no row.');
  const resetAt = new Date(row.oldest.getTime() + rule.windowMs);
  return {
    isAllowed: row.granted,
    limit: rule.limit,
    remaining: Math.max(0, rule.limit - row.used),
    resetAt,
    retryAfterSeconds: secondsUntil(resetAt, now),
  };
}
