import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { EmptyState, Loaded } from '../../components/feedback/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { type DateRange, usageQuery } from '../../data/billing.ts';
import { formatCount, formatMoney } from '../../lib/format/format.ts';

/** What the vendors of models take: it is paid to them, and not of the balance. */
export function ModelsTab({ range }: { range: DateRange }) {
  const usage = useQuery(usageQuery(range));
  return (
    <Loaded query={usage}>
      {({ models, total }) =>
        models.length === 0 ? (
          <EmptyState icon={<Cpu />} title="No model was asked" text="Nothing was answered in this time." />
        ) : (
          <DataTable
            label="Models"
            rows={models}
            rowKey={({ model }) => model}
            footer={`Together ${formatCount(total.calls)} requests, ${costWords(total)}`}
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
                title: 'Tokens in',
                width: '8rem',
                align: 'right',
                cell: ({ input_tokens }) => formatCount(input_tokens),
              },
              {
                title: 'Tokens out',
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

/** A cost that is known in part is at least that. */
function costWords({ cost, known_cost }: { cost: number | null; known_cost: number }): string {
  if (cost !== null) return formatMoney(cost);
  return known_cost > 0 ? `at least ${formatMoney(known_cost)}` : 'not known';
}
