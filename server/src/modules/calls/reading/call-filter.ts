import type { z } from 'zod';
import type { callsQuery } from '#contract/calls.ts';
import { phonePart } from '../../../core/phone-part.ts';
import type { Executor } from '../../../db/client.ts';
import { findSourceIds } from '../../search/actions.ts';
import type { CallFilter, CallSort } from './read-calls.ts';

/** The filter of a list or export. */
export async function callFilter(
  database: Executor,
  userId: number,
  query: Omit<z.output<typeof callsQuery>, 'page' | 'per_page' | 'order_by' | 'direction'>,
): Promise<CallFilter> {
  return {
    status: query.status ?? null,
    type: query.type ?? null,
    phoneNumber: phonePart(query.phone_number),
    search: await searchOf(database, userId, query.search),
    assistantId: query.assistant_id ?? null,
    campaignId: query.campaign_id ?? null,
    leadId: query.lead_id ?? null,
    externalId: query.external_id ?? null,
    dateFrom: query.date_from ?? null,
    dateTo: query.date_to ?? null,
    updatedFrom: query.updated_from ?? null,
    updatedTo: query.updated_to ?? null,
  };
}

/** The order of a list: newest first, or for scheduled calls the next one first. */
export function callSort({
  order_by,
  direction,
  status,
}: Pick<z.output<typeof callsQuery>, 'order_by' | 'direction' | 'status'>): CallSort {
  if (order_by == null && direction == null && status === 'scheduled') return 'next';
  return `${order_by ?? 'created_at'} ${direction ?? 'desc'}`;
}

async function searchOf(
  database: Executor,
  userId: number,
  text: string | null | undefined,
): Promise<CallFilter['search']> {
  if (text == null) return null;
  return {
    ids: await findSourceIds(database, { userId, kind: 'call', words: text }),
    number: phonePart(text),
  };
}
