import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { assistant } from '#contract/assistants.ts';
import { request } from '../lib/api/request.ts';

export type Assistant = z.output<typeof assistant>;

/** All of the account's assistants, whole. */
export const allAssistantsQuery = queryOptions({
  queryKey: ['assistants', 'all'],
  queryFn: ({ signal }) => request<Assistant[]>('/user/assistants', { signal }),
});
