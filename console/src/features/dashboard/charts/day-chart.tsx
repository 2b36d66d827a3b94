import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { DayFigures } from '../../../data/statistics.ts';
import { formatShortDay } from '../../../lib/format/format.ts';
import type { ChartDefinition } from './chart-definitions.ts';

interface DayChartProps {
  chart: ChartDefinition;
  days: readonly DayFigures[];
}

const TICK = { fill: 'var(--ink-soft)', fontSize: 12 };
const ANIMATES = false;

/** The picture alone: its table says the same to those who do not see it. */
export function DayChart({ chart, days }: DayChartProps) {
  const rows = days.map((day) => ({
    day: formatShortDay(day.day),
    ...Object.fromEntries(chart.series.map(({ label, figure }) => [label, figure(day)])),
  }));
  return (
    <div role="img" aria-label={`${chart.title} by day, as a chart`} className="size-full">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={rows}
          accessibilityLayer={false}
          margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            // The same number of days between all that are named.
            interval="equidistantPreserveStart"
            minTickGap={24}
            // A line begins at the edge, and half of its first day's name would lie beyond it.
            padding={chart.shape === 'bars' ? {} : { left: 16, right: 16 }}
          />
          <YAxis
            tick={TICK}
            tickLine={false}
            axisLine={false}
            width="auto"
            allowDecimals={chart.title === 'Spend'}
            tickFormatter={chart.format}
          />
          <Tooltip
            isAnimationActive={ANIMATES}
            cursor={{ fill: 'var(--sunken)' }}
            formatter={(value) => chart.format(Number(value))}
            contentStyle={{
              background: 'var(--raised)',
              border: '1px solid var(--line)',
              borderRadius: 8,
              color: 'var(--ink)',
            }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          {chart.series.map(({ label, colour }) =>
            chart.shape === 'bars' ? (
              <Bar
                key={label}
                dataKey={label}
                stackId="all"
                fill={`var(--${colour})`}
                maxBarSize={28}
                isAnimationActive={ANIMATES}
              />
            ) : (
              <Line
                key={label}
                dataKey={label}
                stroke={`var(--${colour})`}
                strokeWidth={2}
                // A day between two without figures has no line.
                dot={{ r: 2, strokeWidth: 0, fill: `var(--${colour})` }}
                connectNulls
                isAnimationActive={ANIMATES}
              />
            ),
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
