import type { z } from 'zod';
import type { consoleFeatures, consoleSessionResponse } from '#contract/console.ts';
import type { AccountContext } from '../../core/context.ts';
import type { SessionCookies } from '../../http/session-cookie.ts';
import {
  type AccountDependencies,
  findInstallationOwner,
  readProfile,
  readTimezone,
} from '../accounts/actions.ts';
import { readSessionPerson } from '../accounts/people/profile-actions.ts';
import type { ChangeHub } from './changes/change-hub.ts';
import { readDemoThings } from './demo/demo-things.ts';

export interface ConsoleDependencies {
  accounts: AccountDependencies;
  cookies: SessionCookies;
  version: string;
  /** Public origin of this server, without a trailing slash. */
  origin(): string;
  /** True if `PARLEY_PUBLIC_URL` is set. */
  hasPublicUrl: boolean;
  /** Capabilities that are connected now. */
  features(): z.output<typeof consoleFeatures>;
  changes: ChangeHub;
}

export async function readSession(
  { accounts, version, origin, hasPublicUrl, features }: ConsoleDependencies,
  { userId, actor }: AccountContext,
  csrfToken: string,
): Promise<z.output<typeof consoleSessionResponse>> {
  const [profile, zone, demo, person, owner] = await Promise.all([
    readProfile(accounts, userId),
    readTimezone(accounts, userId),
    readDemoThings(accounts.database, userId),
    readSessionPerson(accounts, actor),
    findInstallationOwner(accounts.database),
  ]);
  return {
    user: { id: userId, ...profile, ...zone },
    role: actor.role,
    ...person,
    csrf_token: csrfToken,
    version,
    public_origin: origin(),
    has_public_url: hasPublicUrl,
    features: features(),
    manages_vendors: actor.role === 'owner' && owner?.id === userId,
    demo,
  };
}
