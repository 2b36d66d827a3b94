import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { DayFigures } from '../../data/statistics.ts';
import { formatCount, formatMoney, formatShare, formatTenths } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { callsOf, errorsOf } from './figures.ts';
import { type Period, sumOf, trendOf } from './periods.ts';

interface StatisticTilesProps {
  current: readonly DayFigures[];
  before: readonly DayFigures[];
  period: Period;
}

const TILES: readonly {
  label: string;
  figure: (day: DayFigures) => number;
  format: (value: number) => string;
  /** Whether an increase is good; absent if neutral. */
  isMoreGood?: boolean;
}[] = [
  { label: t('Calls'), figure: callsOf, format: formatCount, isMoreGood: true },
  {
    label: t('Call minutes'),
    figure: ({ call_minutes }) => call_minutes,
    // Show a first short call as a fraction instead of 0.
    format: (minutes) =>
      minutes > 0 && minutes < 10 ? formatTenths(minutes) : formatCount(Math.round(minutes)),
    isMoreGood: true,
  },
  {
    label: t('Conversations'),
    figure: ({ conversations }) => conversations,
    format: formatCount,
    isMoreGood: true,
  },
  { label: t('Spend'), figure: ({ spend }) => spend, format: formatMoney },
  { label: t('Errors'), figure: errorsOf, format: formatCount, isMoreGood: false },
];

/** Totals of the period, compared with the previous one. */
export function StatisticTiles({ current, before, period }: StatisticTilesProps) {
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
      {TILES.map(({ label, figure, format, isMoreGood }) => {
        const value = sumOf(current, figure);
        const valueBefore = sumOf(before, figure);
        return (
          <div key={label} className="min-w-0 rounded-xl border border-line bg-surface px-5 py-4">
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="mt-1">
              <span className="block truncate font-semibold text-2xl tabular-nums tracking-tight">
                {format(value)}
              </span>
              <Trend
                trend={trendOf(value, valueBefore)}
                isMoreGood={isMoreGood}
                words={t('{value} in the previous {days} days', { value: format(valueBefore), days: period })}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface TrendProps {
  trend: number | null;
  isMoreGood: boolean | undefined;
  /** The previous value. */
  words: string;
}

function Trend({ trend, isMoreGood, words }: TrendProps) {
  const Icon = trend === null || trend === 0 ? Minus : trend > 0 ? TrendingUp : TrendingDown;
  const isGood = isMoreGood !== undefined && trend !== null && trend !== 0 && trend > 0 === isMoreGood;
  const isBad = isMoreGood !== undefined && trend !== null && trend !== 0 && !isGood;
  const look = isGood ? 'text-good' : isBad ? 'text-bad' : 'text-ink-soft';
  return (
    <span className={`mt-1 flex items-start gap-1 text-xs ${look}`}>
      <Icon className="mt-px size-3.5 shrink-0" aria-hidden />
      <span>
        {trend !== null && trend !== 0 && (
          <>
            {trend > 0 ? '+' : '−'}
            {formatShare(Math.abs(trend))}{' '}
          </>
        )}
        <span className="text-ink-soft">{words}</span>
      </span>
    </span>
  );
}
