import type { Executor } from '../db/client.ts';
import { auditBalances } from '../modules/accounts/balance/audit.ts';
import type { Finding } from './finding.ts';

/** Checks that the ledger rows of every account add up to its balance. */
export async function checkLedger(database: Pick<Executor, 'query'>): Promise<Finding> {
  const { accounts, unexplained } = await auditBalances(database);
  if (unexplained.length === 0) {
    return { isFine: true, text: `Ledger: all balances match their rows (accounts: ${accounts})` };
  }
  const text =
    `Ledger: the balances of ${unexplained.join(', ')} do not match their rows. ` +
    'They were changed directly in the database. Compare GET /user/billing/summary.';
  return { isFine: false, text };
}
