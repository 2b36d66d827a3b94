import { useQuery } from '@tanstack/react-query';
import { pricesQuery } from '../../../../data/prices.ts';
import { formatMoney } from '../../../../lib/format/format.ts';
import { ManageLink } from '../form/manage-link.tsx';
import { useValues } from '../form/use-values.ts';

const SHOWN: readonly (readonly [string, string])[] = [
  ['call_minute', 'A minute of a call'],
  ['widget_message', 'A message in the widget'],
  ['msgapp_message', 'A message in a messenger'],
];

/** What this installation charges for it; what vendors of models take besides is told under usage. */
export function CostEstimate() {
  const { data: prices } = useQuery(pricesQuery);
  const { max_duration } = useValues(['max_duration']);
  if (prices === undefined) return null;
  const amounts = new Map(prices.prices.map(({ name, amount }) => [name, amount]));
  const minute = amounts.get('call_minute');
  const minutes = Math.ceil(Number(max_duration) / 60);
  return (
    <details>
      <summary className="cursor-pointer font-medium text-sm">
        Costs
        {minute !== undefined && (
          <span className="float-right font-normal tabular-nums">{formatMoney(minute)} a minute</span>
        )}
      </summary>
      <dl className="mt-2 grid gap-1 text-sm">
        {SHOWN.map(([name, label]) => {
          const amount = amounts.get(name);
          if (amount === undefined) return null;
          return (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="tabular-nums">{formatMoney(amount)}</dd>
            </div>
          );
        })}
        {minute !== undefined && Number.isFinite(minutes) && (
          <div className="flex justify-between gap-3">
            <dt className="text-ink-soft">The longest call ({minutes} min)</dt>
            <dd className="tabular-nums">{formatMoney(minute * minutes)}</dd>
          </div>
        )}
      </dl>
      <p className="mt-2 text-ink-soft text-xs">
        From this installation’s price table. What models and carriers cost besides stands under{' '}
        <ManageLink to="/billing">Usage & billing</ManageLink>.
      </p>
    </details>
  );
}
