import { AppError } from '../core/errors.ts';
import { findAccount, issueToken } from '../modules/accounts/actions.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireOption } from './terminal.ts';

/** Prints only the token, for use in scripts. */
export async function createKey({ options }: Command): Promise<number> {
  const email = requireOption(options, 'email');
  const name = requireOption(options, 'name');
  const token = await withDatabase(async (database) => {
    const account = await findAccount(database, email);
    if (account === null)
      throw new AppError('not-found', `There is no account with the email address ${email}.`);
    return issueToken(database, { userId: account.id, kind: 'api-key', name, expiresAt: null });
  });
  process.stdout.write(`${token.token}\n`);
  return 0;
}
