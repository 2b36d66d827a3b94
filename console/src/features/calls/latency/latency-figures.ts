import type { Call } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';

export type Turn = Call['latency'][number];

/** The steps of a response, in order. */
export const STEPS = [
  { name: 'endpoint', label: t('End of turn') },
  { name: 'transcript', label: t('Transcript', undefined, 'latency') },
  { name: 'model', label: t('Model') },
  { name: 'speech', label: t('Speech', undefined, 'latency') },
  { name: 'other', label: t('Other') },
] as const;

export type StepName = (typeof STEPS)[number]['name'];

/** Time that one step took. */
export interface Segment {
  name: StepName;
  ms: number;
}

/** Steps of a turn with their durations; steps without a duration are omitted. */
export function segmentsOf(turn: Turn): Segment[] {
  const known: Segment[] = [
    { name: 'endpoint', ms: turn.endpoint_ms ?? 0 },
    { name: 'transcript', ms: turn.transcript_ms ?? 0 },
    { name: 'model', ms: turn.model_ms ?? 0 },
    { name: 'speech', ms: turn.speech_ms ?? 0 },
  ];
  const rest = turn.total_ms - known.reduce((sum, { ms }) => sum + ms, 0);
  return [...known, { name: 'other' as const, ms: rest }].filter(({ ms }) => ms > 0);
}

/** Nearest-rank percentile, `share` from 0 to 1; null for an empty list. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
