import type { AssistantLatency } from '../../../../data/assistants.ts';
import { t } from '../../../../lib/i18n/t.ts';

type LatencyPart = AssistantLatency['parts'][number];

export interface LatencyEstimate {
  /** In the order in which they occur during an answer. */
  parts: LatencyPart[];
  /** Null if any part is unknown. */
  totalMs: number | null;
}

/**
 * The time from the customer's last sound to the first sound of the answer. The server estimates every part; only the
 * pause comes from the form, because it changes with every step of its slider.
 * @param pause seconds, as in the form
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

/** The source of a part's figure, in words. */
export function sourceOf({ source, answers }: Pick<LatencyPart, 'source' | 'answers'>): string {
  switch (source) {
    case 'setting':
      return t('your pause setting');
    case 'assistant':
      return t('{count, plural, one {measured, last answer} other {measured, last # answers}}', {
        count: answers,
      });
    case 'account':
      return t(
        '{count, plural, one {measured, last answer of other assistants} other {measured, last # answers of other assistants}}',
        { count: answers },
      );
    case 'typical':
      return t('typical, not measured');
    case 'unknown':
      return t('not available');
  }
}
