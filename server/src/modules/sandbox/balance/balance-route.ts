import { balanceResponse, setBalanceRequest } from '#contract/billing.ts';
import { dollarsOf, exactDollars, microsOf } from '../../../core/money.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { type BalanceDependencies, setBalance } from '../../accounts/balance/adjust.ts';

/** Sets the account's balance; the difference becomes a ledger row. */
export function balanceRoute(dependencies: BalanceDependencies): Route {
  return defineRoute({
    tag: 'Sandbox',
    access: 'account',
    errors: 'message',
    method: 'PUT',
    path: '/sandbox/balance',
    summary: 'Set the balance of the account',
    body: setBalanceRequest,
    success: { status: 200, schema: balanceResponse },
    handle: async ({ userId }, { body }) => {
      const balanceMicros = microsOf(body.amount);
      const note = body.note ?? 'The balance was set in the sandbox.';
      await setBalance(dependencies, { userId, balanceMicros, note });
      return {
        message: 'Balance set successfully.',
        data: { balance: dollarsOf(balanceMicros), balance_exact: exactDollars(balanceMicros) },
      };
    },
  });
}
