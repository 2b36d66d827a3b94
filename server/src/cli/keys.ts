import { createApiKeyRequest } from '#contract/accounts.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { systemClock } from '../core/clock.ts';
import { invalid } from '../core/errors.ts';
import { findAccount } from '../modules/accounts/actions.ts';
import { checkApiKey, createApiKey } from '../modules/api-keys/actions.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireOption } from './terminal.ts';

/** Prints only the token, for use in scripts; with `--json` also its name and the time of its creation. */
export async function createKey({ options }: Command): Promise<number> {
  const email = requireOption(options, 'email');
  const input = { name: requireOption(options, 'name'), expires_at: options['expiresAt'] };
  const checked = validate(createApiKeyRequest, normalizeInput(input));
  if (!checked.ok) throw invalid(checked.fields);
  const refused = checkApiKey({ clock: systemClock }, checked.value);
  if (Object.keys(refused).length > 0) throw invalid(refused);
  const key = await withDatabase(async (database) => {
    const { id: userId } = await findAccount(database, email);
    const actor = { kind: 'system', job: 'parley keys' } as const;
    return createApiKey({ database }, { userId, actor }, checked.value);
  });
  const isJson = options['json'] !== undefined;
  process.stdout.write(`${isJson ? JSON.stringify(key, null, 2) : key.token}\n`);
  return 0;
}
