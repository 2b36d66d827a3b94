import type { Database } from '../../../src/db/client.ts';
import { unexplainedMoney } from '../ledger.ts';
import { beyondTheCap, checkLedger, type LedgerEntry } from './dial-ledger.ts';

/** Differences between the carrier's ledger and the database; all must be 0. */
export interface StormVerdict {
  /** Calls outside the legal calling hours. */
  outsideHours: number;
  /** Attempts that reached the carrier twice, and numbers with two concurrent calls. */
  duplicates: number;
  /** Calls that began beyond their campaign's limit. */
  overTheCap: number;
  /** Calls that are missing in the database or stored with another number. */
  unknown: number;
  /** Calls that are missing at the carrier although no process was killed during them. */
  unseen: number;
  /** Callable leads without a final status, and leads with a wrong number of attempts. */
  lost: number;
  /**
   * Leads called more often than their retries allow (some calls cut off by a kill do not count), and calls made before
   * the retry interval had passed.
   */
  overBudget: number;
  /** Completed leads for which no call was answered. */
  completedUnheard: number;
  /** Balances and costs that do not match the charges. */
  unexplainedMoney: number;
}

export interface StormRules {
  cap: number;
  maxRetries: number;
  retryMs: number;
  isAllowed(entry: LedgerEntry): boolean;
  /** SQL condition for leads that may be called at this time of day. */
  isCallable: string;
}

interface StoredCall {
  attempt_id: string;
  campaign_id: number;
  lead_id: number;
  client_phone_number: string;
  failure_cause: string | null;
}

interface StoredLead {
  id: number;
  status: string;
  call_tries: number;
  numbers: number;
  is_callable: boolean;
}

/** Calls that were cut off by a kill do not count as retries, up to this number per lead. */
const MAX_UNCOUNTED = 3;

const FINAL = ['completed', 'reached-max-retries', 'blacklisted'];

/** Compares the carrier's ledger with the database after a storm. */
export async function checkStorm(
  database: Database,
  ledger: readonly LedgerEntry[],
  rules: StormRules,
): Promise<StormVerdict> {
  const calls = await database.query<StoredCall>(
    'select attempt_id, campaign_id, lead_id, client_phone_number, failure_cause from calls',
  );
  const leads = await database.query<StoredLead>(
    `select id, status, call_tries, 1 + (select count(*)::int from lead_contacts where lead_id = leads.id) as numbers,
       ${rules.isCallable} as is_callable from leads`,
  );
  const byAttempt = new Map(calls.map((call) => [call.attempt_id, call]));
  const keyOf = ({ attemptId }: LedgerEntry): string => String(byAttempt.get(attemptId)?.campaign_id);
  const { outsideHours, repeatedAttempts, doubleDials } = checkLedger(ledger, {
    keyOf,
    isAllowed: rules.isAllowed,
  });
  const seen = new Set(ledger.map(({ attemptId }) => attemptId));
  const counts = Map.groupBy(calls, ({ lead_id }) => lead_id);
  const answered = new Set(
    ledger.flatMap(({ attemptId, answeredAt }) =>
      answeredAt === null ? [] : [byAttempt.get(attemptId)?.lead_id],
    ),
  );
  const isLost = ({ id, status, call_tries, is_callable }: StoredLead): boolean =>
    (is_callable && !FINAL.includes(status)) || (counts.get(id)?.length ?? 0) !== call_tries;
  const cutOffs = Map.groupBy(
    calls.filter(({ failure_cause }) => failure_cause === 'process'),
    ({ lead_id }) => lead_id,
  );
  const uncounted = (id: number): number => Math.min(MAX_UNCOUNTED, cutOffs.get(id)?.length ?? 0);
  const isOverBudget = ({ id, call_tries, numbers }: StoredLead): boolean =>
    call_tries - uncounted(id) > (1 + rules.maxRetries) * numbers;
  return {
    outsideHours,
    duplicates: repeatedAttempts + doubleDials,
    overTheCap: beyondTheCap(ledger, rules.cap, keyOf).length,
    unknown: ledger.filter(({ attemptId, to }) => byAttempt.get(attemptId)?.client_phone_number !== to)
      .length,
    unseen: calls.filter(
      ({ attempt_id, failure_cause }) => !seen.has(attempt_id) && failure_cause !== 'process',
    ).length,
    lost: leads.filter(isLost).length,
    overBudget: leads.filter(isOverBudget).length + tooSoon(ledger, rules.retryMs),
    completedUnheard: leads.filter(({ id, status }) => status === 'completed' && !answered.has(id)).length,
    unexplainedMoney: (await unexplainedMoney(database)).length,
  };
}

/** Number of calls that began before the retry interval had passed. */
function tooSoon(ledger: readonly LedgerEntry[], retryMs: number): number {
  const byNumber = Map.groupBy(ledger, ({ to }) => to);
  const gaps = [...byNumber.values()].flatMap((calls) => {
    const begins = calls.map(({ dialedAt }) => dialedAt.getTime()).sort((one, other) => one - other);
    return begins.slice(1).map((atMs, index) => atMs - (begins[index] ?? 0));
  });
  return gaps.filter((gapMs) => gapMs < retryMs).length;
}
