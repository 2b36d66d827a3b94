import { useQuery } from '@tanstack/react-query';
import { CHARGE_WORDS } from '../../components/charge-words.ts';
import { Loaded } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { type DateRange, summaryQuery } from '../../data/billing.ts';
import { formatCalendarDay, formatCount, formatMoney } from '../../lib/format/format.ts';
import { BalanceChange } from './balance-change.tsx';
import { BalanceProof } from './balance-proof.tsx';

export function SpendTab({ range }: { range: DateRange }) {
  const summary = useQuery(summaryQuery(range));
  return (
    <Loaded query={summary}>
      {({ balance, by_kind, by_day, proof }) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <Card title="Balance">
            <p className="font-semibold text-3xl tabular-nums tracking-tight">{formatMoney(balance)}</p>
            <BalanceProof proof={proof} />
          </Card>
          <Card title="By kind">
            {by_kind.length === 0 ? (
              <p className="text-ink-soft">Nothing changed the balance in this time.</p>
            ) : (
              <dl className="grid gap-2">
                {by_kind.map(({ kind, count, amount }) => (
                  <div key={kind} className="grid grid-cols-[1fr_auto_6rem] gap-4">
                    <dt>{CHARGE_WORDS[kind]}</dt>
                    <dd className="text-ink-soft tabular-nums">{formatCount(count)} ×</dd>
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
              label="Spend by day"
              rows={by_day.toReversed()}
              rowKey={({ date }) => date}
              rowHeightPx={40}
              columns={[
                {
                  title: 'Day',
                  width: 'minmax(8rem,1fr)',
                  cell: ({ date }) => formatCalendarDay(date),
                },
                { title: 'Rows', width: '8rem', align: 'right', cell: ({ count }) => formatCount(count) },
                {
                  title: 'Balance',
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
