import { randomBytes } from 'node:crypto';
import type { Server } from '../compose.ts';
import type { Config, Secrets } from '../config/config.ts';
import { ensureOwner } from '../modules/accounts/actions.ts';
import { createDemo } from './demo-assistant.ts';

/**
 * What the first start of an installation adds: the owner, and the demo assistant with its knowledgebase.
 * `newPassword` is the one that was made up just now; null when the owner existed or the password was given.
 */
export async function prepareInstallation(
  server: Server,
  config: Config,
  secrets: Secrets,
): Promise<{ email: string; newPassword: string | null }> {
  const password = secrets.ownerPassword ?? randomBytes(12).toString('base64url');
  const email = config.ownerEmail ?? 'owner@localhost';
  const timezone = config.ownerTimezone;
  const owner = await ensureOwner(server.dependencies.accounts, { email, password, timezone });
  await createDemo(server, owner.id);
  return { email: owner.email, newPassword: owner.isNew && secrets.ownerPassword === null ? password : null };
}
