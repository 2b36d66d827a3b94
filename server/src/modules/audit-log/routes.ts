import { z } from 'zod';
import {
  auditEntryPage,
  auditEntryResponse,
  auditLogExportQuery,
  auditLogQuery,
} from '#contract/audit-log.ts';
import { pathId } from '#contract/fields.ts';
import { checkSelectedIds, EXPORTED } from '../../http/export-answer.ts';
import { pageRequest } from '../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import { dayRange, rangeErrors } from '../billing/rules.ts';
import { exportEntries, listEntries, readEntry } from './actions.ts';
import type { AuditDependencies } from './dependencies.ts';

const shared = { tag: 'Audit log', access: 'account', errors: 'message', method: 'GET' } as const;
const PAGE_SIZE = 50;

export function auditLogRoutes(dependencies: AuditDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      operationId: 'auditLog.list',
      description:
        'Changes of settings, logins and exports. Values of secrets are never recorded. Entries cannot be changed or deleted. The server removes them after its retention period, 400 days by default.',
      path: '/user/audit-log',
      summary: 'List who changed what, newest first',
      query: auditLogQuery,
      success: { status: 200, schema: auditEntryPage },
      check: (_context, { query }) => rangeErrors(dayRange(query)),
      handle: async (context, { query, facts }) => {
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(await listEntries(dependencies, context, { query, page, facts }));
      },
    }),
    defineRoute({
      ...shared,
      operationId: 'auditLog.get',
      path: '/user/audit-log/:id',
      resource: 'Entry',
      params: z.object({ id: pathId() }),
      summary: 'Read an entry of the audit log',
      success: { status: 200, schema: auditEntryResponse },
      handle: async (context, { params: { id } }) =>
        new RawJson(`{"data":${await readEntry(dependencies, context, id)}}`),
    }),
    defineRoute({
      ...shared,
      operationId: 'auditLog.export',
      description:
        'Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete.',
      path: '/user/audit-log/export',
      summary: 'Export the audit log as CSV or JSON Lines',
      query: auditLogExportQuery,
      success: EXPORTED,
      check: (_context, { query }) => ({ ...checkSelectedIds(query.ids), ...rangeErrors(dayRange(query)) }),
      handle: async (context, { query }) => exportEntries(dependencies, context, query),
    }),
  ];
}
