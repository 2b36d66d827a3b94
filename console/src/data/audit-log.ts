import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { auditEntryPage, auditEntryResponse } from '#contract/audit-log.ts';
import { request } from '../lib/api/request.ts';
import { type PageQuery, ROWS_PER_PAGE } from './pages/use-paged-rows.ts';

export type AuditEntry = z.output<typeof auditEntryPage>['data'][number];

export interface AuditFilter {
  /** Part of a name. */
  actor: string | undefined;
  action: string | undefined;
  object_type: string | undefined;
  /** Days of the account, inclusive. */
  date_from: string | undefined;
  date_to: string | undefined;
}

/** Entries, newest first. */
export function auditPages(filter: AuditFilter): PageQuery<AuditEntry> {
  return (page) => ({
    queryKey: ['audit-log', filter, page],
    queryFn: ({ signal }) =>
      request<z.output<typeof auditEntryPage>>('/user/audit-log', {
        query: { ...filter, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
  });
}

export function auditEntryQuery(id: number) {
  return queryOptions({
    queryKey: ['audit-log', id],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof auditEntryResponse>>(`/user/audit-log/${id}`, { signal })).data,
    retry: false,
  });
}
