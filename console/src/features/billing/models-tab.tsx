import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { EmptyState, Loaded } from '../../components/feedback/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { type DateRange, usageQuery } from '../../data/billing.ts';
import { formatCount, formatMoney } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';

/** Model usage and its cost. Vendors bill it directly; it is not charged to the balance. */
export function ModelsTab({ range }: { range: DateRange }) {
  const usage = useQuery(usageQuery(range));
  return (
    <Loaded query={usage}>
      {({ models, total }) =>
        models.length === 0 ? (
          <EmptyState
            icon={<Cpu />}
            title={t('No model usage')}
            text={t('No model requests were made in this period.')}
          />
        ) : (
          <DataTable
            label={t('Models')}
            rows={models}
            rowKey={({ model }) => model}
            footer={t('{count, plural, one {Total: # request} other {Total: # requests}}, {cost}', {
              count: total.calls,
              cost: costWords(total),
            })}
            columns={[
              { title: t('Model'), width: 'minmax(10rem,2fr)', cell: ({ model }) => model },
              {
                title: t('Requests'),
                width: '7rem',
                align: 'right',
                cell: ({ calls }) => formatCount(calls),
              },
              {
                title: t('Failed', undefined, 'count'),
                width: '6rem',
                align: 'right',
                cell: ({ failed_calls }) => formatCount(failed_calls),
              },
              {
                title: t('Input tokens'),
                width: '8rem',
                align: 'right',
                cell: ({ input_tokens }) => formatCount(input_tokens),
              },
              {
                title: t('Output tokens'),
                width: '8rem',
                align: 'right',
                cell: ({ output_tokens }) => formatCount(output_tokens),
              },
              { title: t('Cost'), width: '9rem', align: 'right', cell: costWords },
            ]}
          />
        )
      }
    </Loaded>
  );
}

/** A partly known cost is a lower bound. */
function costWords({ cost, known_cost }: { cost: number | null; known_cost: number }): string {
  if (cost !== null) return formatMoney(cost);
  return known_cost > 0 ? t('at least {amount}', { amount: formatMoney(known_cost) }) : t('unknown');
}
