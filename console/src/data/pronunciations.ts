import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Pronunciation, pronunciationList } from '#contract/pronunciations.ts';
import { request } from '../lib/api/request.ts';

const PATH = '/user/pronunciations';

type PronunciationList = z.output<typeof pronunciationList>;

/** Pronunciations for all assistants of the account. */
export const pronunciationsQuery = queryOptions({
  queryKey: ['pronunciations'],
  queryFn: async ({ signal }) => (await request<PronunciationList>(PATH, { signal })).data,
});

export function savePronunciations(data: readonly Pronunciation[]): Promise<PronunciationList> {
  return request(PATH, { method: 'PUT', body: { data } });
}
