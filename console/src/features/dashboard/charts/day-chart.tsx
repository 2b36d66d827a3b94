import { type PointerEvent, useState } from 'react';
import type { DayFigures } from '../../../data/statistics.ts';
import { formatCalendarDay, formatShortDay } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { axisTicks } from './axis-ticks.ts';
import type { ChartDefinition } from './chart-definitions.ts';

interface DayChartProps {
  chart: ChartDefinition;
  days: readonly DayFigures[];
}

/** As many labels as fit on a phone. */
const MOST_DAY_LABELS = 6;

/** The chart only; screen readers use its table. */
export function DayChart({ chart, days }: DayChartProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const ticks = axisTicks(highestOf({ chart, days }), chart.name !== 'spend');
  const hover = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    setHovered(Math.min(Math.max(index, 0), days.length - 1));
  };
  return (
    <div
      role="img"
      aria-label={t('{title} by day, chart', { title: chart.title })}
      className="grid size-full grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 pt-2 text-ink-soft text-xs"
    >
      <div className="flex flex-col-reverse justify-between text-right tabular-nums">
        {ticks.map((tick) => (
          <span key={tick} className="flex h-0 items-center justify-end">
            {chart.format(tick)}
          </span>
        ))}
      </div>
      <div className="relative" onPointerMove={hover} onPointerLeave={() => setHovered(null)}>
        <Plot chart={chart} days={days} ticks={ticks} hovered={hovered} />
        {hovered !== null && days[hovered] !== undefined && (
          <DayFiguresTip chart={chart} day={days[hovered]} position={(hovered + 0.5) / days.length} />
        )}
      </div>
      <DayLabels days={days} />
    </div>
  );
}

/** Coordinates: one unit of width per day, height 1 for the highest tick. Strokes don't scale with the stretched view box. */
function Plot({ chart, days, ticks, hovered }: DayChartProps & { ticks: number[]; hovered: number | null }) {
  const top = ticks.at(-1) ?? 1;
  return (
    <svg
      aria-hidden
      className="absolute inset-0 size-full overflow-visible"
      viewBox={`0 0 ${days.length} 1`}
      preserveAspectRatio="none"
    >
      {hovered !== null && <rect x={hovered} width={1} height={1} fill="var(--sunken)" />}
      {ticks.map((tick) => (
        <path
          key={tick}
          d={`M0 ${1 - tick / top}H${days.length}`}
          stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {chart.shape === 'bars' ? (
        <Bars chart={chart} days={days} top={top} />
      ) : (
        <Lines chart={chart} days={days} top={top} />
      )}
    </svg>
  );
}

function Bars({ chart, days, top }: DayChartProps & { top: number }) {
  const width = days.length > 10 ? 0.7 : 0.4;
  return days.map((day, index) => {
    let below = 0;
    return (
      <g key={day.day}>
        {chart.series.map(({ label, color, figure }) => {
          const height = (figure(day) ?? 0) / top;
          below += height;
          const x = index + (1 - width) / 2;
          return (
            <rect key={label} x={x} y={1 - below} width={width} height={height} fill={`var(--${color})`} />
          );
        })}
      </g>
    );
  });
}

function Lines({ chart, days, top }: DayChartProps & { top: number }) {
  return chart.series.map(({ label, color, figure }) => {
    // Lines skip days without a value.
    const points = days.flatMap((day, index) => {
      const value = figure(day);
      return value === null ? [] : [`${index + 0.5} ${1 - value / top}`];
    });
    const stroke = { stroke: `var(--${color})`, fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
    return (
      <g key={label}>
        <path
          d={points.length > 0 ? `M${points.join('L')}` : ''}
          strokeWidth={2}
          strokeLinejoin="round"
          {...stroke}
        />
        {/* Dots are zero-length lines: a circle would be stretched. */}
        <path
          d={points.map((point) => `M${point}h0`).join('')}
          strokeWidth={5}
          strokeLinecap="round"
          {...stroke}
        />
      </g>
    );
  });
}

function DayLabels({ days }: Pick<DayChartProps, 'days'>) {
  const every = Math.ceil(days.length / MOST_DAY_LABELS);
  return (
    <div className="relative col-start-2 h-5">
      {days.map(
        ({ day }, index) =>
          index % every === Math.floor(every / 2) && (
            <span
              key={day}
              className="absolute bottom-0 -translate-x-1/2 whitespace-nowrap"
              style={{ left: `${((index + 0.5) / days.length) * 100}%` }}
            >
              {formatShortDay(day)}
            </span>
          ),
      )}
    </div>
  );
}

interface DayFiguresTipProps {
  chart: ChartDefinition;
  day: DayFigures;
  /** Horizontal position from 0 to 1. */
  position: number;
}

/** Tooltip with the figures of the hovered day, on the side with more space. */
function DayFiguresTip({ chart, day, position }: DayFiguresTipProps) {
  const side = position > 0.5 ? { right: `${(1 - position) * 100}%` } : { left: `${position * 100}%` };
  return (
    <div
      className="pointer-events-none absolute top-0 z-10 mx-3 whitespace-nowrap rounded-lg border border-line bg-raised px-3 py-2 text-ink"
      style={side}
    >
      <p className="mb-1 text-ink-soft">{formatCalendarDay(day.day)}</p>
      {chart.series.map(({ label, figure }) => {
        const value = figure(day);
        return (
          <p key={label} className="flex justify-between gap-4">
            {label} <span className="tabular-nums">{value === null ? '–' : chart.format(value)}</span>
          </p>
        );
      })}
    </div>
  );
}

function highestOf({ chart, days }: DayChartProps): number {
  const heights = days.flatMap((day) => {
    const figures = chart.series.map(({ figure }) => figure(day) ?? 0);
    return chart.shape === 'bars' ? [figures.reduce((sum, figure) => sum + figure, 0)] : figures;
  });
  return Math.max(0, ...heights);
}
