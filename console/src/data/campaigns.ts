import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { campaignListResponse } from '#contract/campaigns.ts';
import { request } from '../lib/api/request.ts';

export const campaignListQuery = queryOptions({
  queryKey: ['campaigns', 'all'],
  queryFn: ({ signal }) => request<z.output<typeof campaignListResponse>>('/user/campaigns', { signal }),
});
