import { useQuery } from '@tanstack/react-query';
import type { Assistant } from '../../../../data/assistants.ts';
import { pricesQuery } from '../../../../data/prices.ts';
import { formatMilliseconds, formatMoney } from '../../../../lib/format/format.ts';
import { useLatencyEstimate } from './use-latency-estimate.ts';

/** Both figures in one line, for as long as the card is folded. */
export function EstimateFigures({ assistant }: { assistant: Assistant }) {
  const { data: prices } = useQuery(pricesQuery);
  const { totalMs } = useLatencyEstimate(assistant).estimate;
  const minute = prices?.prices.find(({ name }) => name === 'call_minute')?.amount;
  return (
    <span className="mt-1 block text-ink-soft text-sm tabular-nums group-open/estimate:hidden">
      {totalMs === null ? 'Answer not measured yet' : `Answer in about ${formatMilliseconds(totalMs)}`}
      {minute !== undefined && ` · ${formatMoney(minute)} a minute`}
    </span>
  );
}
