import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../components/feedback/states.tsx';
import type { DayFigures } from '../../../data/statistics.ts';
import { ChartCard } from './chart-card.tsx';
import { CHARTS } from './chart-definitions.ts';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

/** The period day by day, each chart with its figures as a table. */
export function ChartGrid({ days }: { days: readonly DayFigures[] }) {
  return (
    <div className="grid gap-5 *:min-w-0 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
      {CHARTS.map((chart) => (
        <ChartCard key={chart.title} chart={chart} days={days}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <DayChart chart={chart} days={days} />
          </Suspense>
        </ChartCard>
      ))}
    </div>
  );
}
