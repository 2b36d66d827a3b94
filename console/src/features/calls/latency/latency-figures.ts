import type { Call } from '../../../data/calls.ts';

export type Turn = Call['latency'][number];

/** The steps of an answer, in the order in which they follow each other. */
export const STEPS = [
  { name: 'endpoint', label: 'End of turn' },
  { name: 'transcript', label: 'Transcript' },
  { name: 'model', label: 'Model' },
  { name: 'speech', label: 'Speech' },
  { name: 'other', label: 'Other' },
] as const;

export type StepName = (typeof STEPS)[number]['name'];

/** The part of a turn that a step took. */
export interface Segment {
  name: StepName;
  ms: number;
}

/** What a turn's answer went into; steps that did not happen are left out. */
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

/** The smallest value that at least this share of all do not exceed; null: there is none. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
