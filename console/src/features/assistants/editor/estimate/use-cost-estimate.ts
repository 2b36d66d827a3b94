import { useQuery } from '@tanstack/react-query';
import type { Assistant } from '../../../../data/assistants.ts';
import { type Prices, pricesQuery } from '../../../../data/prices.ts';
import { useValues } from '../form/use-values.ts';
import { estimateCosts, type VendorCost } from './estimate-costs.ts';
import { useLatencyEstimate } from './use-latency-estimate.ts';

/** Account and vendor prices for the settings in the form; null while they load. */
export function useCostEstimate(assistant: Assistant): { prices: Prices; vendors: VendorCost[] } | null {
  const { data: prices } = useQuery(pricesQuery);
  const { system_prompt: prompt } = useValues(['system_prompt']);
  const known = useLatencyEstimate(assistant);
  if (prices === undefined || known === null) return null;
  const { mode, providers } = known.latency;
  return { prices, vendors: estimateCosts({ mode, providers, promptLength: prompt.length }, prices) };
}
