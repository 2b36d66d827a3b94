import type { Assistant } from '../../../../data/assistants.ts';
import { formatMilliseconds, formatMoney } from '../../../../lib/format/format.ts';
import { wholeCost } from './estimate-costs.ts';
import { useCostEstimate } from './use-cost-estimate.ts';
import { useLatencyEstimate } from './use-latency-estimate.ts';

/** The figures in one line, for as long as the card is folded. */
export function EstimateFigures({ assistant }: { assistant: Assistant }) {
  const known = useLatencyEstimate(assistant);
  const costs = useCostEstimate(assistant);
  const totalMs = known?.estimate.totalMs ?? null;
  const minute = costs?.prices.prices.find(({ name }) => name === 'call_minute')?.amount;
  const figures = [
    known !== null &&
      (totalMs === null ? 'Answer: time not known' : `Answer in about ${formatMilliseconds(totalMs)}`),
    minute !== undefined && `${formatMoney(minute)} a minute`,
    costs !== null && vendorWords(wholeCost(costs.vendors)),
  ];
  return (
    <span className="mt-1 block text-ink-soft text-sm tabular-nums group-open/estimate:hidden">
      {figures.filter((figure) => figure !== false).join(' · ')}
    </span>
  );
}

function vendorWords(perMinute: number | null): string {
  if (perMinute === null) return 'vendors not all known';
  return perMinute === 0 ? 'vendors free' : `vendors about ${formatMoney(perMinute)}`;
}
