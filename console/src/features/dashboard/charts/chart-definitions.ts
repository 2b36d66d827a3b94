import type { DayFigures } from '../../../data/statistics.ts';
import { formatCount, formatMilliseconds, formatMoney } from '../../../lib/format/format.ts';
import type { ChartName } from '../dashboard-search.ts';
import { failedOf, missedOf, spokenOf } from '../figures.ts';

export interface Series {
  label: string;
  /** A token of `style.css`. */
  colour: string;
  /** Null: there is nothing to show of that day. */
  figure: (day: DayFigures) => number | null;
}

export interface ChartDefinition {
  /** In the address. */
  name: ChartName;
  title: string;
  /** Bars of one day stand on each other; lines go from day to day. */
  shape: 'bars' | 'lines';
  series: readonly Series[];
  format: (value: number) => string;
}

export const CHARTS: readonly ChartDefinition[] = [
  {
    name: 'calls',
    title: 'Calls',
    shape: 'bars',
    format: formatCount,
    series: [
      { label: 'Spoken with', colour: 'accent', figure: spokenOf },
      { label: 'Not reached', colour: 'warn', figure: missedOf },
      { label: 'Failed', colour: 'bad', figure: failedOf },
    ],
  },
  {
    name: 'conversations',
    title: 'Conversations',
    shape: 'lines',
    format: formatCount,
    series: [
      { label: 'Conversations', colour: 'accent', figure: ({ conversations }) => conversations },
      { label: 'Messages', colour: 'info', figure: ({ messages }) => messages },
    ],
  },
  {
    name: 'spend',
    title: 'Spend',
    shape: 'bars',
    format: formatMoney,
    series: [{ label: 'Spend', colour: 'accent', figure: ({ spend }) => spend }],
  },
  {
    name: 'errors',
    title: 'Errors',
    shape: 'bars',
    format: formatCount,
    series: [
      { label: 'Calls', colour: 'bad', figure: ({ failed_calls }) => failed_calls },
      { label: 'Webhooks', colour: 'warn', figure: ({ failed_deliveries }) => failed_deliveries },
      { label: 'Documents', colour: 'info', figure: ({ failed_documents }) => failed_documents },
    ],
  },
  {
    name: 'latency',
    title: 'Time to answer in calls',
    shape: 'lines',
    format: formatMilliseconds,
    series: [
      { label: 'Half within', colour: 'accent', figure: ({ latency_p50_ms }) => latency_p50_ms },
      { label: '95 % within', colour: 'warn', figure: ({ latency_p95_ms }) => latency_p95_ms },
    ],
  },
];
