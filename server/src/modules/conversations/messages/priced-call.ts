import type { ModelCallRecord } from '../../../agent/turn.ts';
import { type ModelPrices, modelCallCost } from '../../../core/model-prices.ts';

/** A stored model call. */
export interface PricedModelCall extends ModelCallRecord {
  /** Vendor cost in millionths of a dollar, as an exact decimal; null if unknown. */
  costMicros: string | null;
}

export function priceCalls(prices: ModelPrices, calls: readonly ModelCallRecord[]): PricedModelCall[] {
  return calls.map((call) => ({ ...call, costMicros: modelCallCost(prices, call) }));
}
