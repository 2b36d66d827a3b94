import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/layout/card.tsx';
import type { Call } from '../../../data/calls.ts';
import { pricesQuery } from '../../../data/prices.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { type CallLeg, callLegs } from './call-legs.ts';

const AMOUNT = 'whitespace-nowrap py-1.5 pl-3 text-right tabular-nums';

/** Cost of a call by leg, with the amount charged to the account. */
export function LegsCard({ call }: { call: Call }) {
  const { data: prices } = useQuery(pricesQuery);
  const legs = callLegs(call, prices ?? { models: [], speech: [] });
  return (
    <Card title={t('Cost breakdown')}>
      {legs.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('No costs yet.')}</p>
      ) : (
        <>
          <table className="w-full text-sm">
            <caption className="sr-only">{t('Cost breakdown')}</caption>
            <thead>
              <tr className="border-line border-b text-ink-soft text-xs">
                <th scope="col" className="py-1.5 text-left font-medium">
                  {t('Item')}
                </th>
                <th scope="col" className="py-1.5 pl-3 text-right font-medium">
                  {t('Vendor cost')}
                </th>
                <th scope="col" className="py-1.5 pl-3 text-right font-medium">
                  {t('Charged')}
                </th>
              </tr>
            </thead>
            <tbody>
              {legs.map((leg) => (
                <LegRow key={leg.key} leg={leg} />
              ))}
            </tbody>
            <tfoot>
              <tr className="border-line border-t">
                <th scope="row" colSpan={2} className="py-1.5 text-left font-medium">
                  {t('Charged to the account')}
                </th>
                <td className={`${AMOUNT} font-medium`}>{formatMoney(call.total_cost)}</td>
              </tr>
            </tfoot>
          </table>
          <p className="mt-2 text-ink-soft text-xs">
            {t(
              '“Charged” is deducted from the balance. “Vendor cost” is billed to the operator of this server.',
            )}
          </p>
        </>
      )}
    </Card>
  );
}

function LegRow({ leg }: { leg: CallLeg }) {
  const { name, vendor, used, vendorTakes, charged } = leg;
  return (
    <tr className="align-top">
      <th scope="row" className="py-1.5 text-left font-normal">
        {name}
        {vendor !== null && <span className="wrap-anywhere block text-ink-soft text-xs">{vendor}</span>}
        {used !== '' && <span className="block text-ink-soft text-xs tabular-nums">{used}</span>}
      </th>
      <td className={AMOUNT}>
        {vendorTakes === 'unknown' && <span className="text-ink-soft">{t('unknown')}</span>}
        {vendorTakes === null && <span className="text-ink-soft">–</span>}
        {typeof vendorTakes === 'number' && formatMoney(vendorTakes)}
      </td>
      <td className={AMOUNT}>
        {charged === null ? <span className="text-ink-soft">–</span> : formatMoney(charged)}
      </td>
    </tr>
  );
}
