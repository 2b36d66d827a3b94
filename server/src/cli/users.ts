import { z } from 'zod';
import { emailAddress, registerRequest } from '#contract/accounts.ts';
import { timezone } from '#contract/fields.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { readConfig } from '../config/config.ts';
import { invalid } from '../core/errors.ts';
import { addUser, changePassword, changeTimezone } from '../modules/accounts/actions.ts';
import { resetSecondFactor } from '../modules/accounts/second-factor/second-factor-actions.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { generatePassword, requireOption } from './terminal.ts';

const newUser = registerRequest.extend({ timezone: timezone().nullish() });
const zoneOfUser = z.object({ email: emailAddress, timezone: timezone() });

export async function addUserFromTerminal({ options }: Command): Promise<number> {
  const email = requireOption(options, 'email');
  const made = options['password'] === undefined ? generatePassword() : null;
  const input = {
    email,
    name: options['name'] ?? email.split('@')[0],
    password: options['password'] ?? made,
    timezone: options['timezone'],
  };
  const checked = validate(newUser, normalizeInput(input));
  if (!checked.ok) throw invalid(checked.fields);
  const { config } = readConfig();
  const { id } = await withDatabase((database) =>
    addUser({ database, initialBalanceMicros: config.initialBalanceMicros }, checked.value),
  );
  const zone = checked.value.timezone ?? 'UTC';
  process.stdout.write(`Account ${id} is ready: ${email}, time zone ${zone}\n`);
  if (made !== null) process.stdout.write(`Password (shown only once): ${made}\n`);
  return 0;
}

export async function setTimezoneFromTerminal({ options }: Command): Promise<number> {
  const email = requireOption(options, 'email');
  const zone = requireOption(options, 'timezone');
  const checked = validate(zoneOfUser, normalizeInput({ email, timezone: zone }));
  if (!checked.ok) throw invalid(checked.fields);
  await withDatabase((database) => changeTimezone(database, checked.value.email, checked.value.timezone));
  process.stdout.write(`Times for ${email} are now shown in ${zone}.\n`);
  return 0;
}

export async function setPasswordFromTerminal({ options }: Command): Promise<number> {
  const email = requireOption(options, 'email');
  const made = options['password'] === undefined ? generatePassword() : null;
  const input = { email, name: 'unchanged', password: options['password'] ?? made };
  const checked = validate(registerRequest, normalizeInput(input));
  if (!checked.ok) throw invalid(checked.fields);
  await withDatabase((database) => changePassword(database, checked.value.email, checked.value.password));
  process.stdout.write(
    `Changed the password of ${email}. All sessions were logged out; API keys remain valid.\n`,
  );
  if (made !== null) process.stdout.write(`Password (shown only once): ${made}\n`);
  return 0;
}

export async function turnOffSecondFactorFromTerminal({ options }: Command): Promise<number> {
  const email = requireOption(options, 'email');
  const wasOn = await withDatabase((database) => resetSecondFactor(database, email));
  process.stdout.write(
    wasOn ? `Turned off the second factor of ${email}.\n` : `${email} has no second factor.\n`,
  );
  return 0;
}
