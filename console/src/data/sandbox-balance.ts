import { request } from '../lib/api/request.ts';

/** Sets the account's balance, in dollars. @throws ApiError */
export function setSandboxBalance(amount: number): Promise<unknown> {
  return request('/sandbox/balance', { method: 'PUT', body: { amount } });
}
