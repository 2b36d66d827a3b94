import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { EmptyState, Loaded } from '../../components/feedback/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { type DateRange, usageQuery } from '../../data/billing.ts';
import { formatCount, formatMoney } from '../../lib/format/format.ts';

/** Model usage and its cost. Vendors bill it directly; it is not charged to the balance. */
export function ModelsTab({ range }: { range: DateRange }) {
  const usage = useQuery(usageQuery(range));
  return (
    <Loaded query={usage}>
      {({ models, total }) =>
        models.length === 0 ? (
          <EmptyState
            icon={<Cpu />}
            title="No model usage"
            text="No model requests were made in this period."
          />
        ) : (
          <DataTable
            label="Models"
            rows={models}
            rowKey={({ model }) => model}
            footer={`Total: ${formatCount(total.calls)} requests, ${costWords(total)}`}
            columns={[
              { title: 'Model', width: 'minmax(10rem,2fr)', cell: ({ model }) => model },
              { title: 'Requests', width: '7rem', align: 'right', cell: ({ calls }) => formatCount(calls) },
              {
                title: 'Failed',
                width: '6rem',
                align: 'right',
                cell: ({ failed_calls }) => formatCount(failed_calls),
              },
              {
                title: 'Input tokens',
                width: '8rem',
                align: 'right',
                cell: ({ input_tokens }) => formatCount(input_tokens),
              },
              {
                title: 'Output tokens',
                width: '8rem',
                align: 'right',
                cell: ({ output_tokens }) => formatCount(output_tokens),
              },
              { title: 'Cost', width: '9rem', align: 'right', cell: costWords },
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
  return known_cost > 0 ? `at least ${formatMoney(known_cost)}` : 'unknown';
}
