import type { z } from 'zod';
import type { changePasswordRequest } from '#contract/console.ts';
import { request } from '../lib/api/request.ts';

export function changePassword(body: z.input<typeof changePasswordRequest>): Promise<unknown> {
  return request('/console/password', { method: 'PUT', body });
}

/** Sends a link by email, if the address has a login. */
export function requestPasswordReset(email: string): Promise<unknown> {
  return request('/password-resets', { method: 'POST', body: { email } });
}

/** @param token the last part of the link */
export function confirmEmail(token: string): Promise<{ message: string }> {
  return request(`/email-changes/${encodeURIComponent(token)}`, { method: 'POST' });
}

/** @param token the last part of the link */
export function resetPassword(token: string, password: string): Promise<unknown> {
  return request(`/password-resets/${encodeURIComponent(token)}`, { method: 'POST', body: { password } });
}
