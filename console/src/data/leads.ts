import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { callPage } from '#contract/calls.ts';
import type {
  CreateLead,
  importLeadsQuery,
  importLeadsResponse,
  lead,
  leadPage,
  leadResponse,
  leadsQuery,
  saveLeadResponse,
  UpdateLead,
} from '#contract/leads.ts';
import { request } from '../lib/api/request.ts';
import { upload } from '../lib/api/upload.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type Lead = z.output<typeof lead>;
export type LeadCall = z.output<typeof callPage>['data'][number];
export type ImportReport = z.output<typeof importLeadsResponse>['data'];

type LeadFilter = Omit<z.input<typeof leadsQuery>, 'campaign_id' | 'page' | 'per_page'>;

/** Leads of a campaign, newest first. */
export function leadPages(campaignId: string, filter: LeadFilter): PageQuery<Lead> {
  return (page) => ({
    queryKey: ['leads', 'page', campaignId, filter, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof leadPage>>('/user/leads', {
        query: { campaign_id: campaignId, ...filter, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

export function leadQuery(id: number) {
  return queryOptions({
    queryKey: ['leads', 'one', id],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof leadResponse>>(`/user/leads/${id}`, { signal })).data,
  });
}

/** The last 100 calls to the numbers of a lead, newest first. */
export function leadCallsQuery(id: number) {
  return queryOptions({
    queryKey: ['calls', 'of-lead', id],
    queryFn: async ({ signal }) =>
      (
        await request<z.output<typeof callPage>>('/user/calls', {
          query: { lead_id: id, per_page: 100 },
          signal,
        })
      ).data,
  });
}

export function createLead(
  body: CreateLead,
  idempotencyKey: string,
): Promise<z.output<typeof saveLeadResponse>> {
  return request('/user/lead', { method: 'POST', body, idempotencyKey });
}

export function changeLead(id: number, body: UpdateLead): Promise<z.output<typeof saveLeadResponse>> {
  return request(`/user/leads/${id}`, { method: 'PUT', body });
}

export function deleteLead(id: number): Promise<unknown> {
  return request(`/user/leads/${id}`, { method: 'DELETE' });
}

export type ImportSettings = Partial<z.output<typeof importLeadsQuery>>;

/** Imports leads from a CSV file, or previews the import. @throws ApiError */
export async function importLeads(
  campaignId: string,
  file: Blob,
  options: {
    settings: ImportSettings;
    onProgress: (sent: number, total: number) => void;
    signal: AbortSignal;
    idempotencyKey: string;
  },
): Promise<ImportReport> {
  const { settings, ...rest } = options;
  const query = new URLSearchParams(
    Object.entries(settings).flatMap(([name, value]) =>
      value === null || value === undefined || value === false ? [] : [[name, String(value)]],
    ),
  );
  const path = `/user/campaign/${campaignId}/leads/import?${query}`;
  const answer = await upload<z.output<typeof importLeadsResponse>>(path, file, {
    contentType: 'text/csv',
    ...rest,
  });
  return answer.data;
}

/** Download path of all leads of a campaign with their results. */
export function leadExportPath(campaignId: string): string {
  return `/api/user/campaign/${campaignId}/leads/export`;
}
