import { randomBytes } from 'node:crypto';
import type { PreparedServer } from '../compose.ts';
import type { Config, Secrets } from '../config/config.ts';
import { ensureOwner } from '../modules/accounts/actions.ts';
import { createDemo } from './demo-assistant.ts';

export interface Owner {
  email: string;
  /** Made up by this start; null: the owner existed, or the password was given. */
  newPassword: string | null;
}

/** Adds what an installation has from its first start on: the owner, and the demo assistant with its knowledgebase. */
export async function prepareInstallation(
  server: PreparedServer,
  config: Config,
  secrets: Secrets,
): Promise<Owner> {
  const password = secrets.ownerPassword ?? randomBytes(12).toString('base64url');
  const email = config.ownerEmail ?? 'owner@localhost';
  const timezone = config.ownerTimezone;
  const owner = await ensureOwner(server.dependencies.accounts, { email, password, timezone });
  await createDemo(server, owner.id);
  return { email: owner.email, newPassword: owner.isNew && secrets.ownerPassword === null ? password : null };
}
