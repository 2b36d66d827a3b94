import { oneOf, present } from '../../lib/search/search-values.ts';
import { PERIODS, type Period } from './periods.ts';

const CHART_NAMES = ['calls', 'conversations', 'spend', 'errors', 'latency'] as const;
export type ChartName = (typeof CHART_NAMES)[number];

export interface DashboardSearch {
  days?: Period;
  /** Charts shown as tables: `calls.errors`. */
  tables?: string;
}

export function dashboardSearch({ days, tables }: Record<string, unknown>): DashboardSearch {
  return present({ days: oneOf(PERIODS, Number(days)), tables: tablesText(tablesIn(tables)) });
}

export function tablesIn(tables: unknown): ChartName[] {
  const named = typeof tables === 'string' ? tables.split('.') : [];
  return CHART_NAMES.filter((name) => named.includes(name));
}

/** Toggles a chart in the `tables` parameter. */
export function withTable(tables: string | undefined, name: ChartName): string | undefined {
  const shown = tablesIn(tables);
  return tablesText(shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name]);
}

function tablesText(names: readonly ChartName[]): string | undefined {
  return CHART_NAMES.filter((name) => names.includes(name)).join('.') || undefined;
}
