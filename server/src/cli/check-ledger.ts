import type { Executor } from '../db/client.ts';
import { auditBalances } from '../modules/accounts/actions.ts';
import type { Finding } from './finding.ts';

/** Whether the rows of every account make its balance. */
export async function checkLedger(database: Pick<Executor, 'query'>): Promise<Finding> {
  const { accounts, unexplained } = await auditBalances(database);
  if (unexplained.length === 0) {
    return { isFine: true, text: `Ledger: its rows explain every balance (accounts: ${accounts})` };
  }
  const text =
    `Ledger: the balances of ${unexplained.join(', ')} are not what their rows say. ` +
    'Something has changed them in the database itself: compare GET /user/billing/summary.';
  return { isFine: false, text };
}
