import type { z } from 'zod';
import type { CallItem, callsExportQuery } from '#contract/calls.ts';
import { selectedIds } from '#contract/export.ts';
import type { Context } from '../../../core/context.ts';
import type { Executor } from '../../../db/client.ts';
import { batchesOf, type ExportColumn, exportAnswer, exportOptions } from '../../../http/export-answer.ts';
import type { StreamedAnswer } from '../../../http/route.ts';
import { callFilter } from './call-filter.ts';
import { readCallBatch } from './read-calls.ts';

/** Transcripts of calls are long. */
const CALLS_PER_BATCH = 100;

/** A file of calls, newest first. */
export async function exportCalls(
  { database }: { database: Executor },
  { userId }: Context,
  { query, origin }: { query: z.output<typeof callsExportQuery>; origin: string },
): Promise<StreamedAnswer> {
  const filter = await callFilter(database, userId, query);
  const ids = query.ids == null ? null : selectedIds(query.ids).map(Number);
  return exportAnswer<CallItem, CallItem>({
    ...exportOptions(query),
    name: 'calls',
    columns: COLUMNS,
    rowsOf: (call) => [call],
    batches: batchesOf(CALLS_PER_BATCH, (beforeId, limit) =>
      readCallBatch(database, { userId, filter, origin, ids, beforeId }, limit),
    ),
  });
}

const SPEAKERS = { bot: 'Assistant', human: 'Customer' } as const;

/** Columns are only added at the end, because programs may read them by position. */
const COLUMNS: readonly ExportColumn<CallItem>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at }) => created_at],
  ['type', ({ type }) => type],
  ['status', ({ status }) => status],
  ['client_phone_number', ({ client_phone_number }) => client_phone_number],
  ['assistant_phone_number', ({ assistant_phone_number }) => assistant_phone_number],
  ['assistant_id', ({ assistant_id }) => assistant_id],
  ['assistant_name', ({ assistant_name }) => assistant_name],
  ['campaign_id', ({ campaign_id }) => campaign_id],
  ['campaign_name', ({ campaign_name }) => campaign_name],
  ['lead_id', ({ lead_id }) => lead_id],
  ['lead_external_id', ({ lead_external_id }) => lead_external_id],
  ['external_id', ({ external_id }) => external_id],
  ['duration_seconds', ({ duration }) => duration],
  ['answered_by', ({ answered_by }) => answered_by],
  ['voicemail_left', ({ voicemail_left }) => voicemail_left],
  ['total_cost', ({ total_cost }) => total_cost],
  ['carrier_cost', ({ carrier_cost }) => carrier_cost],
  ['recording_url', ({ recording_url }) => recording_url],
  ['evaluation', ({ evaluation }) => evaluation],
  ['variables', ({ variables }) => variables],
  ['transcript', ({ transcript }) => transcript.map(spoken).join('\n')],
];

function spoken({ sender, speaker, text }: CallItem['transcript'][number]): string {
  return `${speaker === 'supervisor' ? 'Supervisor' : SPEAKERS[sender]}: ${text}`;
}
