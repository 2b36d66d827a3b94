import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  campaignLimitsResponse,
  campaignMonitorResponse,
  campaignProgressResponse,
} from '#contract/campaign-monitor.ts';
import type { campaignReportResponse } from '#contract/campaign-report.ts';
import type { campaignStartCheckResponse } from '#contract/campaign-start.ts';
import type {
  CreateCampaign,
  campaign,
  campaignListResponse,
  campaignResponse,
  saveCampaignResponse,
  UpdateCampaign,
  updateStatusResponse,
} from '#contract/campaigns.ts';
import { request } from '../lib/api/request.ts';

export type Campaign = z.output<typeof campaign>;
export type CampaignLimits = z.output<typeof campaignLimitsResponse>['data'];
export type CampaignProgress = z.output<typeof campaignProgressResponse>['data'][number];
export type CampaignMonitor = z.output<typeof campaignMonitorResponse>['data'];
export type CampaignStartCheck = z.output<typeof campaignStartCheckResponse>['data'];
export type CampaignReport = z.output<typeof campaignReportResponse>['data'];

export const campaignListQuery = queryOptions({
  queryKey: ['campaigns', 'all'],
  queryFn: ({ signal }) => request<z.output<typeof campaignListResponse>>('/user/campaigns', { signal }),
});

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof campaignResponse>>(`/user/campaign/${id}`, { signal })).data,
  });
}

/** The operator's limits, which change only with a restart. */
export const campaignLimitsQuery = queryOptions({
  queryKey: ['campaigns', 'limits'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof campaignLimitsResponse>>('/user/campaigns/limits', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Progress of each campaign. */
export const campaignProgressQuery = queryOptions({
  queryKey: ['campaigns', 'progress'],
  meta: { topics: ['calls', 'leads'], restMs: 5_000 },
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof campaignProgressResponse>>('/user/campaigns/progress', { signal })).data,
});

/** Current activity of a campaign. */
export function campaignMonitorQuery(id: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id, 'monitor'],
    meta: { topics: ['calls', 'leads'], restMs: 2_000 },
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof campaignMonitorResponse>>(`/user/campaign/${id}/monitor`, { signal }))
        .data,
  });
}

/** Facts for the decision to start; read again each time that they are shown. */
export function campaignStartCheckQuery(id: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id, 'start-check'],
    meta: { topics: ['leads'], restMs: 5_000 },
    queryFn: async ({ signal }) =>
      (
        await request<z.output<typeof campaignStartCheckResponse>>(`/user/campaign/${id}/start-check`, {
          signal,
        })
      ).data,
    staleTime: 0,
  });
}

/** Results of a campaign, and numbers of leads by status. */
export function campaignReportQuery(id: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id, 'report'],
    meta: { topics: ['calls', 'leads'], restMs: 5_000 },
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof campaignReportResponse>>(`/user/campaign/${id}/report`, { signal }))
        .data,
  });
}

export function createCampaign(
  body: CreateCampaign,
  idempotencyKey: string,
): Promise<z.output<typeof saveCampaignResponse>> {
  return request('/user/campaigns', { method: 'POST', body, idempotencyKey });
}

export function changeCampaign(
  id: string,
  body: UpdateCampaign,
): Promise<z.output<typeof saveCampaignResponse>> {
  return request(`/user/campaign/${id}`, { method: 'PUT', body });
}

export function deleteCampaign(id: string): Promise<unknown> {
  return request(`/user/campaign/${id}`, { method: 'DELETE' });
}

export function setCampaignStatus(
  id: number,
  action: 'start' | 'stop',
): Promise<z.output<typeof updateStatusResponse>> {
  return request('/user/campaigns/update-status', { method: 'POST', body: { campaign_id: id, action } });
}
