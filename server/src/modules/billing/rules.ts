import type { ChargeKind } from '#contract/billing.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { type ModelPrice, type ModelPrices, modelPriceOf } from '../../core/model-prices.ts';
import { dollarsOf } from '../../core/money.ts';
import { type SpeechKind, type SpeechPrices, speechPriceOf } from '../../core/speech-prices.ts';

/** Explanations of ledger rows without a note. */
export const REASONS: Record<ChargeKind, string> = {
  widget_message: 'A visitor’s message in a widget conversation.',
  msgapp_message: 'A message over the messaging channel.',
  sms_message: 'An SMS.',
  call_minute: 'Call minutes.',
  refund: 'Refunded: not delivered.',
  opening: 'Opening balance.',
  credit: 'Funds were added.',
  adjustment: 'The balance was set.',
};

/** Inclusive range of days in the account's time zone; null for no bound. */
export interface DayRange {
  dateFrom: string | null;
  dateTo: string | null;
}

export function dayRange(query: {
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
}): DayRange {
  return { dateFrom: query.date_from ?? null, dateTo: query.date_to ?? null };
}

export function rangeErrors({ dateFrom, dateTo }: DayRange): FieldErrors {
  if (dateFrom === null || dateTo === null || dateFrom <= dateTo) return {};
  return { date_to: ['The date to field must be a date after or equal to date from.'] };
}

/** The price of a model as the API returns it; amounts are null if unknown. */
export function presentModelPrice(
  prices: ModelPrices,
  model: string,
): {
  model: string;
  price: 'free' | 'known' | 'unknown';
  input_per_million_tokens: number | null;
  output_per_million_tokens: number | null;
} {
  const price = modelPriceOf(prices, model);
  return {
    model,
    price: kindOf(price),
    input_per_million_tokens: price === null ? null : dollarsOf(price.inputMicros),
    output_per_million_tokens: price === null ? null : dollarsOf(price.outputMicros),
  };
}

/** The price of a speech provider as the API returns it; the amount is null if unknown. */
export function presentSpeechPrice(
  prices: SpeechPrices,
  kind: SpeechKind,
  provider: string,
): {
  kind: SpeechKind;
  provider: string;
  price: 'free' | 'known' | 'unknown';
  amount: number | null;
} {
  const micros = speechPriceOf(prices, kind, provider);
  const price = micros === null ? 'unknown' : micros === 0 ? 'free' : 'known';
  return { kind, provider, price, amount: micros === null ? null : dollarsOf(micros) };
}

function kindOf(price: ModelPrice | null): 'free' | 'known' | 'unknown' {
  if (price === null) return 'unknown';
  return price.inputMicros === 0 && price.outputMicros === 0 ? 'free' : 'known';
}
