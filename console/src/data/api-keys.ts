import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { createApiKeyResponse } from '#contract/accounts.ts';
import type { consoleKeysResponse } from '#contract/console.ts';
import type { Role } from '#contract/roles.ts';
import { request } from '../lib/api/request.ts';

export type ApiKey = z.output<typeof consoleKeysResponse>['data'][number];

export const apiKeyListQuery = queryOptions({
  queryKey: ['api_keys'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof consoleKeysResponse>>('/console/api-keys', { signal })).data,
});

/** @param fields `expires_at`: ISO 8601; null for a key that never expires */
export async function createApiKey(
  fields: { name: string; expires_at: string | null; role: Role },
  idempotencyKey: string,
): Promise<z.output<typeof createApiKeyResponse>['api_key']> {
  const options = { method: 'POST', body: fields, idempotencyKey } as const;
  return (await request<z.output<typeof createApiKeyResponse>>('/user/api-keys', options)).api_key;
}

export function deleteApiKey(id: number): Promise<unknown> {
  return request(`/user/api-keys/${id}`, { method: 'DELETE' });
}
