import type { z } from 'zod';
import type { createApiKeyRequest } from '#contract/accounts.ts';
import { includesRole } from '#contract/roles.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../core/context.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { requireRole } from '../../http/route-role.ts';
import { type AccountDependencies, issueApiKey } from '../accounts/actions.ts';
import { lockCaller } from '../accounts/tokens/lock-caller.ts';
import { deleteKey, findDatedKeys, findKeys } from './store.ts';

export type ApiKeyDependencies = Pick<AccountDependencies, 'database' | 'lastUsed' | 'clock'>;

/** Refuses keys that have already expired. */
export function checkApiKey(
  { clock }: Pick<ApiKeyDependencies, 'clock'>,
  input: Partial<z.output<typeof createApiKeyRequest>>,
): FieldErrors {
  const isPast = input.expires_at != null && new Date(input.expires_at) <= clock.now();
  return isPast ? { expires_at: ['The expires at field must be a date in the future.'] } : {};
}

export async function createApiKey(
  { database }: Pick<ApiKeyDependencies, 'database'>,
  { userId, actor }: Pick<Context, 'userId' | 'actor'>,
  input: z.output<typeof createApiKeyRequest>,
) {
  const { name, expires_at } = input;
  const role = input.role ?? 'admin';
  const expiresAt = expires_at == null ? null : new Date(expires_at);
  const createdBy = actor.kind === 'account' ? (actor.person?.id ?? null) : null;
  return database.transaction(async (transaction) => {
    const held = await lockCaller(transaction, { userId, actor }, 'admin');
    if (!includesRole(held, role)) {
      throw invalid({ role: [`You cannot give a key the role ${role}. Your role is ${held}.`] });
    }
    const { token, created_at } = await issueApiKey(transaction, {
      userId,
      role,
      name,
      expiresAt,
      createdBy,
    });
    return { name, token, created_at };
  });
}

export async function listApiKeys({ database, lastUsed }: ApiKeyDependencies, context: Context) {
  await lastUsed.flush();
  return findKeys(database, context.userId);
}

/** Keys with their expiry dates, which the list in the API contract omits. */
export async function listDatedKeys(
  { database, lastUsed }: Pick<AccountDependencies, 'database' | 'lastUsed'>,
  context: Context,
) {
  await lastUsed.flush();
  return findDatedKeys(database, context.userId);
}

export async function deleteApiKey(
  { database }: ApiKeyDependencies,
  context: Context,
  id: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const held = await lockCaller(transaction, context, 'admin');
    const role = await deleteKey(transaction, context.userId, id);
    if (role === null) throw notFound('API key');
    // Rolls the deletion back.
    requireRole(held, role);
  });
}
