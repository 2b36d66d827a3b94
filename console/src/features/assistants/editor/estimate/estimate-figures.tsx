import type { Assistant } from '../../../../data/assistants.ts';
import { formatMilliseconds } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { chargeWords, vendorWords } from './cost-words.ts';
import { useCostEstimate } from './use-cost-estimate.ts';
import { useLatencyEstimate } from './use-latency-estimate.ts';

/** The figures in one line, shown while the card is collapsed. */
export function EstimateFigures({ assistant }: { assistant: Assistant }) {
  const known = useLatencyEstimate(assistant);
  const costs = useCostEstimate(assistant);
  const totalMs = known?.estimate.totalMs ?? null;
  const minute = costs?.prices.prices.find(({ name }) => name === 'call_minute')?.amount;
  const figures = [
    known !== null &&
      (totalMs === null
        ? t('Answer time unknown')
        : t('Answer in about {time}', { time: formatMilliseconds(totalMs) })),
    minute !== undefined && chargeWords(minute),
    costs !== null && t('vendors: {cost}', { cost: vendorWords(costs.vendors) }),
  ];
  return (
    <span className="mt-1 block text-ink-soft text-sm tabular-nums group-open/estimate:hidden">
      {figures.filter((figure) => figure !== false).join(' · ')}
    </span>
  );
}
