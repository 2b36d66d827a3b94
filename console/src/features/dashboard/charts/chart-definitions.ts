import type { DayFigures } from '../../../data/statistics.ts';
import { formatCount, formatMilliseconds, formatMoney } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ChartName } from '../dashboard-search.ts';
import { answeredOf, failedOf, unansweredOf } from '../figures.ts';

export interface Series {
  label: string;
  /** A color token of `style.css`. Red and amber are for alarms. */
  color: string;
  /** Null if the day has no value. */
  figure: (day: DayFigures) => number | null;
}

export interface ChartDefinition {
  /** Identifies the chart in the URL. */
  name: ChartName;
  title: string;
  /** Bars of a day are stacked; lines connect days. */
  shape: 'bars' | 'lines';
  series: readonly Series[];
  format: (value: number) => string;
}

export const CHARTS: readonly ChartDefinition[] = [
  {
    name: 'calls',
    title: t('Calls'),
    shape: 'bars',
    format: formatCount,
    series: [
      { label: t('Answered', undefined, 'count'), color: 'accent', figure: answeredOf },
      { label: t('Not answered'), color: 'chart-quiet', figure: unansweredOf },
      { label: t('Failed', undefined, 'count'), color: 'chart-other', figure: failedOf },
    ],
  },
  {
    name: 'conversations',
    title: t('Conversations'),
    shape: 'lines',
    format: formatCount,
    series: [
      { label: t('Conversations'), color: 'accent', figure: ({ conversations }) => conversations },
      { label: t('Messages'), color: 'info', figure: ({ messages }) => messages },
    ],
  },
  {
    name: 'spend',
    title: t('Spend'),
    shape: 'bars',
    format: formatMoney,
    series: [{ label: t('Spend'), color: 'accent', figure: ({ spend }) => spend }],
  },
  {
    name: 'errors',
    title: t('Errors'),
    shape: 'bars',
    format: formatCount,
    series: [
      { label: t('Calls'), color: 'chart-other', figure: ({ failed_calls }) => failed_calls },
      { label: t('Webhooks'), color: 'info', figure: ({ failed_deliveries }) => failed_deliveries },
      { label: t('Documents'), color: 'chart-quiet', figure: ({ failed_documents }) => failed_documents },
    ],
  },
  {
    name: 'latency',
    title: t('Response time in calls'),
    shape: 'lines',
    format: formatMilliseconds,
    series: [
      { label: t('Median'), color: 'accent', figure: ({ latency_p50_ms }) => latency_p50_ms },
      { label: t('95th percentile'), color: 'chart-other', figure: ({ latency_p95_ms }) => latency_p95_ms },
    ],
  },
];
