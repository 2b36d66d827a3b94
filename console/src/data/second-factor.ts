import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  recoveryCodesResponse,
  secondFactorResponse,
  setUpSecondFactorResponse,
} from '#contract/second-factor.ts';
import { request } from '../lib/api/request.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['members', 'second-factor'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof secondFactorResponse>>('/user/second-factor', { signal })).data,
});

export type Setup = z.output<typeof setUpSecondFactorResponse>['data'];

export async function setUpSecondFactor(password: string): Promise<Setup> {
  const options = { method: 'POST', body: { password } } as const;
  return (await request<z.output<typeof setUpSecondFactorResponse>>('/user/second-factor', options)).data;
}

/** @returns recovery codes, which the server shows only once */
export function confirmSecondFactor(code: string): Promise<string[]> {
  return codesFrom('/user/second-factor/confirm', code);
}

/** @returns recovery codes in place of the previous ones */
export function renewRecoveryCodes(code: string): Promise<string[]> {
  return codesFrom('/user/second-factor/recovery-codes', code);
}

async function codesFrom(path: string, code: string): Promise<string[]> {
  const options = { method: 'POST', body: { code } } as const;
  return (await request<z.output<typeof recoveryCodesResponse>>(path, options)).data.recovery_codes;
}

export function turnOffSecondFactor(body: { password: string; code: string }): Promise<unknown> {
  return request('/user/second-factor/turn-off', { method: 'POST', body });
}

export function requireSecondFactor(isRequired: boolean): Promise<unknown> {
  return request('/user/second-factor/requirement', { method: 'PUT', body: { required: isRequired } });
}
