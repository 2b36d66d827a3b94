import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../components/feedback/states.tsx';
import type { DayFigures } from '../../../data/statistics.ts';
import { present } from '../../../lib/search/search-values.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { type ChartName, type DashboardSearch, tablesIn, withTable } from '../dashboard-search.ts';
import { ChartCard } from './chart-card.tsx';
import { CHARTS } from './chart-definitions.ts';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

/** All charts of the period. */
export function ChartGrid({ days }: { days: readonly DayFigures[] }) {
  const { tables } = useSearch({ from: '/console/' });
  const navigate = useNavigate({ from: '/' });
  const asTables = tablesIn(tables);
  const toggle = (name: ChartName): void => {
    void navigate({
      search: (before: DashboardSearch) => present({ ...before, tables: withTable(before.tables, name) }),
      ...CHOSEN,
    });
  };
  return (
    <div className="grid gap-5 *:min-w-0 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
      {CHARTS.map((chart) => (
        <ChartCard
          key={chart.name}
          chart={chart}
          days={days}
          isTable={asTables.includes(chart.name)}
          onToggle={() => toggle(chart.name)}
        >
          <Suspense fallback={<Skeleton lines={4} />}>
            <DayChart chart={chart} days={days} />
          </Suspense>
        </ChartCard>
      ))}
    </div>
  );
}
