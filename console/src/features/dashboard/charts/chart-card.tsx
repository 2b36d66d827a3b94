import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/layout/card.tsx';
import type { DayFigures } from '../../../data/statistics.ts';
import { formatCalendarDay } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ChartDefinition } from './chart-definitions.ts';

interface ChartCardProps {
  chart: ChartDefinition;
  days: readonly DayFigures[];
  isTable: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A chart with a legend, or the same figures as a table. */
export function ChartCard({ chart, days, isTable, onToggle, children }: ChartCardProps) {
  const isEmpty = days.every((day) => chart.series.every(({ figure }) => !figure(day)));
  return (
    <Card
      title={chart.title}
      actions={
        <Button
          size="small"
          variant={isTable ? 'secondary' : 'quiet'}
          icon={<Table2 />}
          aria-pressed={isTable}
          aria-label={t('{title} as table', { title: chart.title })}
          onClick={onToggle}
        >
          {t('Table')}
        </Button>
      }
    >
      {isTable ? (
        <DayTable chart={chart} days={days} />
      ) : (
        <>
          <ul aria-label={t('Legend')} className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
            {chart.series.map(({ label, color }) => (
              <li key={label} className="flex items-center gap-1.5">
                <span
                  aria-hidden
                  className="size-2.5 rounded-sm"
                  style={{ backgroundColor: `var(--${color})` }}
                />
                {label}
              </li>
            ))}
          </ul>
          <div className="relative h-52">
            {children}
            {isEmpty && (
              <p className="absolute inset-0 grid place-items-center text-ink-soft text-sm">
                <span className="rounded bg-raised px-2">{t('No data in this period.')}</span>
              </p>
            )}
          </div>
        </>
      )}
    </Card>
  );
}

function DayTable({ chart, days }: Pick<ChartCardProps, 'chart' | 'days'>) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('{title} by day', { title: chart.title })}
      className="h-60 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t('{title} by day', { title: chart.title })}</caption>
        <thead className="sticky top-0 bg-sunken text-ink-soft text-xs">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {t('Day')}
            </th>
            {chart.series.map(({ label }) => (
              <th key={label} scope="col" className="px-3 py-2 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-line border-t">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {formatCalendarDay(day.day)}
              </th>
              {chart.series.map(({ label, figure }) => (
                <td key={label} className="px-3 py-1.5 text-right">
                  {formatted(figure(day), chart)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatted(value: number | null, { format }: ChartDefinition): string {
  return value === null ? '–' : format(value);
}
