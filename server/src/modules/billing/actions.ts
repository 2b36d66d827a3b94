import type { z } from 'zod';
import type { Charge, chargesExportQuery, pricesResponse } from '#contract/billing.ts';
import { selectedIds } from '#contract/export.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Catalog } from '../../core/catalog.ts';
import type { Context } from '../../core/context.ts';
import type { ModelPrices } from '../../core/model-prices.ts';
import { dollarsOf, exactDollars } from '../../core/money.ts';
import { type Prices, priceList } from '../../core/prices.ts';
import type { SpeechPrices } from '../../core/speech-prices.ts';
import type { Database } from '../../db/client.ts';
import { batchesOf, type ExportColumn, exportAnswer, exportOptions } from '../../http/export-answer.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts, StreamedAnswer } from '../../http/route.ts';
import { type DayRange, dayRange, presentModelPrice, presentSpeechPrice, rangeErrors } from './rules.ts';
import {
  type ChargeFilter,
  hasConversation,
  readChargeBatch,
  readChargePage,
  readSummary,
  readUsage,
} from './store.ts';

export interface BillingDependencies {
  database: Database;
  prices: Prices;
  modelPrices: ModelPrices;
  speechPrices: SpeechPrices;
  catalog: Catalog;
}

/** The paginated ledger as JSON text, newest first. */
export async function listCharges(
  { database }: BillingDependencies,
  context: Context,
  about: { filter: ChargeFilter; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const { filter, page, facts } = about;
  return pageEnvelope(facts, page, await readChargePage(database, { userId: context.userId, filter }, page));
}

/** Validates a filter: the range, and that the conversation is the account's. */
export async function checkChargeFilter(
  { database }: BillingDependencies,
  context: Context,
  { conversation, ...range }: DayRange & { conversation: string | null },
): Promise<FieldErrors> {
  const isKnown = conversation === null || (await hasConversation(database, context.userId, conversation));
  return {
    ...rangeErrors(range),
    ...(isKnown ? {} : { conversation: ['The selected conversation is invalid.'] }),
  };
}

/** A file of ledger entries, newest first. */
export function exportCharges(
  { database }: BillingDependencies,
  { userId }: Context,
  query: z.output<typeof chargesExportQuery>,
): StreamedAnswer {
  const { kind = null, conversation = null } = query;
  const filter = { ...dayRange(query), kind, conversation };
  const ids = query.ids == null ? null : selectedIds(query.ids).map(Number);
  return exportAnswer<Charge, Charge>({
    ...exportOptions(query),
    name: 'charges',
    columns: CHARGE_COLUMNS,
    rowsOf: (charge) => [charge],
    batches: batchesOf(CHARGES_PER_BATCH, (beforeId, limit) =>
      readChargeBatch(database, { userId, filter, ids, beforeId }, limit),
    ),
  });
}

const CHARGES_PER_BATCH = 1000;

/** Columns are only added at the end, because programs may read them by position. */
const CHARGE_COLUMNS: readonly ExportColumn<Charge>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ created_at }) => created_at],
  ['kind', ({ kind }) => kind],
  ['amount', ({ amount_exact }) => amount_exact],
  ['balance_effect', ({ balance_effect }) => balance_effect],
  ['why', ({ why }) => why],
  ['conversation_id', ({ conversation_id }) => conversation_id],
  ['message_id', ({ message_id }) => message_id],
  ['reference', ({ reference }) => reference],
];

/** Balance, sums by kind and day, and whether the ledger adds up to the balance, as JSON text. */
export function readBillingSummary(
  { database }: BillingDependencies,
  context: Context,
  range: DayRange,
): Promise<string> {
  return readSummary(database, context.userId, range);
}

/** Usage by language model as JSON text. */
export function readModelUsage(
  { database }: BillingDependencies,
  context: Context,
  range: DayRange,
): Promise<string> {
  return readUsage(database, context.userId, range);
}

/** Prices of this installation, and known vendor prices of models and speech. */
export function listPrices({
  prices,
  modelPrices,
  speechPrices,
  catalog,
}: BillingDependencies): z.output<typeof pricesResponse>['data'] {
  // Realtime models are listed once per mode.
  const models = new Set(catalog.models.filter(({ is_offered }) => is_offered).map(({ code }) => code));
  const speech = catalog.speechProviders.filter(({ is_offered }) => is_offered);
  return {
    currency: 'USD',
    prices: priceList(prices).map(({ name, micros, unit }) => ({
      name,
      amount: dollarsOf(micros),
      amount_exact: exactDollars(micros),
      unit,
    })),
    models: [...models].map((code) => presentModelPrice(modelPrices, code)),
    speech: speech.map(({ kind, code }) => presentSpeechPrice(speechPrices, kind, code)),
  };
}
