import type { z } from 'zod';
import type { AuditEntry, auditLogExportQuery, auditLogQuery } from '#contract/audit-log.ts';
import { selectedIds } from '#contract/export.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { batchesOf, type ExportColumn, exportAnswer, exportOptions } from '../../http/export-answer.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts, StreamedAnswer } from '../../http/route.ts';
import type { AuditDependencies } from './dependencies.ts';
import { type AuditFilter, insertExport, readEntries, readEntryBatch } from './store.ts';

/** The audit log as JSON text, newest first. */
export async function listEntries(
  { database }: AuditDependencies,
  { userId }: Context,
  about: { query: z.output<typeof auditLogQuery>; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const { query, page, facts } = about;
  return pageEnvelope(facts, page, await readEntries(database, { userId, filter: filterOf(query) }, page));
}

/** An entry as JSON text. Throws `not-found`. */
export async function readEntry(
  { database }: AuditDependencies,
  { userId }: Context,
  id: number,
): Promise<string> {
  const about = { userId, filter: filterOf({}), ids: [id], beforeId: null };
  const [entry] = await readEntryBatch(database, about, 1);
  if (entry === undefined) throw notFound('Entry');
  return entry.item;
}

/** A file of entries, newest first. */
export function exportEntries(
  { database }: AuditDependencies,
  { userId }: Context,
  query: z.output<typeof auditLogExportQuery>,
): StreamedAnswer {
  const filter = filterOf(query);
  const ids = query.ids == null ? null : selectedIds(query.ids).map(Number);
  return exportAnswer<AuditEntry, AuditEntry>({
    ...exportOptions(query),
    name: 'audit-log',
    columns: COLUMNS,
    rowsOf: (entry) => [entry],
    batches: batchesOf(ENTRIES_PER_BATCH, (beforeId, limit) =>
      readEntryBatch(database, { userId, filter, ids, beforeId }, limit),
    ),
  });
}

/** Records the download of a list, which changes nothing that a trigger could see. */
export async function recordExport(
  { database }: AuditDependencies,
  { userId }: Context,
  exported: { operationId: string; filter: string },
): Promise<void> {
  await insertExport(database, { userId, ...exported });
}

function filterOf(query: Omit<z.output<typeof auditLogQuery>, 'page' | 'per_page'>): AuditFilter {
  return {
    actor: query.actor ?? null,
    action: query.action ?? null,
    objectType: query.object_type ?? null,
    objectId: query.object_id ?? null,
    dateFrom: query.date_from ?? null,
    dateTo: query.date_to ?? null,
  };
}

const ENTRIES_PER_BATCH = 500;

/** Columns are only added at the end, because programs may read them by position. */
const COLUMNS: readonly ExportColumn<AuditEntry>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at }) => created_at],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => actor.name],
  ['address', ({ address }) => address],
  ['action', ({ action }) => action],
  ['object_type', ({ object }) => object.type],
  ['object_id', ({ object }) => object.id],
  ['object_name', ({ object }) => object.name],
  ['changes', ({ changes }) => changes],
];
