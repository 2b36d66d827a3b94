import { request } from '../lib/api/request.ts';

/** Sets what the account has, in dollars. @throws ApiError */
export function setSandboxBalance(amount: number): Promise<unknown> {
  return request('/sandbox/balance', { method: 'PUT', body: { amount } });
}
