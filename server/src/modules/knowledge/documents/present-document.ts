import type { z } from 'zod';
import type { createdDocument, document } from '#contract/knowledge.ts';
import { statusLabels, typeLabels } from '../rules.ts';
import type { DocumentRow } from './document-store.ts';

export function presentCreatedDocument(row: DocumentRow): z.output<typeof createdDocument> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    type_label: typeLabels[row.type],
    status: row.status,
    status_label: statusLabels[row.status],
    created_at: row.created_at,
  };
}

export function presentDocument(row: DocumentRow): z.output<typeof document> {
  return {
    ...presentCreatedDocument(row),
    updated_at: row.updated_at,
    error: row.error,
    warning: warningOf(row),
    last_read_at: row.last_read_at,
    stage: row.stage,
    progress: { done: row.progress_done, total: row.progress_total },
  };
}

/** A failed refresh is reported first; the warning about the current passages still applies. */
function warningOf({ refresh_error, warning }: DocumentRow): string | null {
  if (refresh_error === null) return warning;
  const failure = `The last refresh failed, so the earlier passages stay in use. ${refresh_error}`;
  return warning === null ? failure : `${failure}\n${warning}`;
}
