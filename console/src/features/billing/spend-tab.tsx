import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { summaryResponse } from '#contract/billing.ts';
import { CHARGE_WORDS } from '../../components/charge-words.ts';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { TopUpAdvice } from '../../components/top-up-advice.tsx';
import { type DateRange, summaryQuery } from '../../data/billing.ts';
import { formatCalendarDay, formatCount, formatMoney } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { BalanceChange } from './balance-change.tsx';
import { BalanceProof } from './balance-proof.tsx';

export function SpendTab({ range }: { range: DateRange }) {
  const summary = useQuery(summaryQuery(range));
  return (
    <Loaded query={summary}>
      {({ balance, in_range, by_kind, by_day, proof }) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <RangeCard range={in_range} change={Number(proof.effect_in_range)} />
          <Card title={t('Current balance')}>
            <p className="font-semibold text-3xl tabular-nums tracking-tight">{formatMoney(balance)}</p>
            <p className="mt-1 text-ink-soft text-sm">
              <TopUpAdvice />
            </p>
            <BalanceProof proof={proof} />
          </Card>
          <Card title={t('By type')} className="lg:col-span-2">
            {by_kind.length === 0 ? (
              <p className="text-ink-soft">{t('The balance didn’t change in this period.')}</p>
            ) : (
              <dl className="grid gap-2">
                {by_kind.map(({ kind, count, amount }) => (
                  <div key={kind} className="grid grid-cols-[1fr_auto_6rem] gap-4">
                    <dt>{CHARGE_WORDS[kind]}</dt>
                    <dd className="text-ink-soft tabular-nums">{count > 1 && `${formatCount(count)} ×`}</dd>
                    <dd className="text-right tabular-nums">
                      <BalanceChange dollars={-amount} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </Card>
          <div className="lg:col-span-2">
            <DataTable
              label={t('Spend by day')}
              rows={by_day.toReversed()}
              rowKey={({ date }) => date}
              rowHeightPx={40}
              columns={[
                {
                  title: t('Day'),
                  width: 'minmax(8rem,1fr)',
                  cell: ({ date }) => formatCalendarDay(date),
                },
                {
                  title: t('Entries'),
                  width: '5rem',
                  align: 'right',
                  cell: ({ count }) => formatCount(count),
                },
                {
                  title: t('Spent'),
                  width: '7rem',
                  align: 'right',
                  cell: ({ spent }) => formatMoney(spent),
                },
                {
                  title: t('Added', undefined, 'amount'),
                  width: '7rem',
                  align: 'right',
                  cell: ({ added }) => (added === 0 ? '–' : formatMoney(added)),
                },
                {
                  title: t('Change', undefined, 'noun'),
                  width: '8rem',
                  align: 'right',
                  cell: ({ amount }) => <BalanceChange dollars={-amount} />,
                },
              ]}
            />
          </div>
        </div>
      )}
    </Loaded>
  );
}

type InRange = z.output<typeof summaryResponse>['data']['in_range'];

/** Balance changes in the period. `spent` equals the dashboard's figure. */
function RangeCard({ range: { spent, added }, change }: { range: InRange; change: number }) {
  const figures = [
    { name: t('Spent'), dollars: spent, size: 'text-3xl' },
    { name: t('Added', undefined, 'amount'), dollars: added, size: 'text-xl' },
    { name: t('Change', undefined, 'noun'), dollars: change, size: 'text-xl' },
  ];
  return (
    <Card title={t('This period')}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {figures.map(({ name, dollars, size }) => (
          <div key={name} className="flex flex-col justify-between gap-1">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className={`font-semibold tabular-nums tracking-tight ${size}`}>{formatMoney(dollars)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-ink-soft text-sm">
        {t('Spent: charges minus refunds. Added: credits, adjustments and the opening balance.')}
      </p>
    </Card>
  );
}
