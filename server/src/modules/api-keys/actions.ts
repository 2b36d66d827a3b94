import type { z } from 'zod';
import type { createApiKeyRequest } from '#contract/accounts.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { type AccountDependencies, issueApiKey } from '../accounts/actions.ts';
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
  const expiresAt = expires_at == null ? null : new Date(expires_at);
  const { token, created_at } = await issueApiKey(database, {
    userId,
    role: 'admin',
    name,
    expiresAt,
    createdBy: actor.kind === 'account' ? (actor.person?.id ?? null) : null,
  });
  return { name, token, created_at };
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
  const isDeleted = await deleteKey(database, context.userId, id);
  if (!isDeleted) throw notFound('API key');
}
