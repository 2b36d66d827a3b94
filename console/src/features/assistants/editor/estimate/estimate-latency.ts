import type { AssistantLatency } from '../../../../data/assistants.ts';

type LatencyPart = AssistantLatency['parts'][number];

export interface LatencyEstimate {
  /** In the order in which they pass. */
  parts: LatencyPart[];
  /** Null as soon as one part is not known. */
  totalMs: number | null;
}

/**
 * From the customer's last sound to the first of the answer. The server tells it for what is chosen; only the pause, which
 * moves with every step of its slider, is taken from the form.
 *
 * @param pause seconds, as they stand in the form
 */
export function estimateLatency(pause: unknown, { parts: told }: AssistantLatency): LatencyEstimate {
  const pauseMs = Math.round(Number(pause) * 1000);
  const parts = told.map((part) =>
    part.source === 'setting' && Number.isFinite(pauseMs) ? { ...part, milliseconds: pauseMs } : part,
  );
  const known = parts.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds]));
  return {
    parts,
    totalMs: known.length < parts.length ? null : known.reduce((sum, milliseconds) => sum + milliseconds, 0),
  };
}

/** Where the figure of a part comes from, in words. */
export function sourceOf({ source, answers }: Pick<LatencyPart, 'source' | 'answers'>): string {
  const count = answers === 1 ? 'last answer' : `last ${answers} answers`;
  switch (source) {
    case 'setting':
      return 'the pause that is set';
    case 'assistant':
      return `measured, ${count}`;
    case 'account':
      return `measured, ${count} of other assistants`;
    case 'typical':
      return 'from the figures of the vendor’s kind, not measured here';
    case 'unknown':
      return 'not offered here';
  }
}
