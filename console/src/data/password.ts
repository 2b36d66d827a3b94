import type { z } from 'zod';
import type { changePasswordRequest } from '#contract/console.ts';
import { request } from '../lib/api/request.ts';

export function changePassword(body: z.input<typeof changePasswordRequest>): Promise<unknown> {
  return request('/console/password', { method: 'PUT', body });
}
