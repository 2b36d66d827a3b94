import type { ModelCallRecord } from '../../../agent/turn.ts';
import { type ModelPrices, modelCallCost } from '../../../core/model-prices.ts';

/** A call of a model as it is stored. */
export interface PricedModelCall extends ModelCallRecord {
  /** What the vendor takes for it, in millionths of a dollar, as an exact decimal; null: not known. */
  costMicros: string | null;
}

export function priceCalls(prices: ModelPrices, calls: readonly ModelCallRecord[]): PricedModelCall[] {
  return calls.map((call) => ({ ...call, costMicros: modelCallCost(prices, call) }));
}
