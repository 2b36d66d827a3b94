import { z } from 'zod';
import { dollars } from '#contract/billing.ts';
import { text } from '#contract/fields.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { invalid } from '../core/errors.ts';
import { exactDollars, MAX_BALANCE_DOLLARS, microsOf } from '../core/money.ts';
import { findAccount } from '../modules/accounts/actions.ts';
import { creditBalance } from '../modules/accounts/balance/adjust.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireOption } from './terminal.ts';

const creditOptions = z.object({
  amount: dollars(MAX_BALANCE_DOLLARS).refine((value) => value !== 0, {
    error: ':field must be more than 0.',
  }),
  note: text(255).nullish(),
});

/** Adds money to an account as a ledger row, and prints the new balance. */
export async function creditFromTerminal({ options }: Command): Promise<number> {
  const email = requireOption(options, 'email');
  const amount = requireOption(options, 'amount');
  const checked = validate(creditOptions, normalizeInput({ amount, note: options['note'] }));
  if (!checked.ok) throw invalid(checked.fields);
  const balanceMicros = await withDatabase(async (database) => {
    const account = await findAccount(database, email);
    return creditBalance(
      { database },
      {
        userId: account.id,
        amountMicros: microsOf(checked.value.amount),
        note: checked.value.note ?? 'Funds were added.',
      },
    );
  });
  process.stdout.write(`The balance of ${email} is now ${exactDollars(balanceMicros)} USD.\n`);
  return 0;
}
