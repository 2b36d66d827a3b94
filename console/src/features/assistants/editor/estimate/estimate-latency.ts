import type { AssistantLatency } from '../../../../data/assistants.ts';
import type { AssistantValues } from '../form/assistant-values.ts';

export type PartName = 'wait' | 'transcript' | 'model' | 'speech';

export interface LatencyPart {
  name: PartName;
  milliseconds: number;
  /** `setting`: follows from what is set here; `measured`: the mean of the last answers. */
  source: 'setting' | 'measured';
}

export interface LatencyEstimate {
  /** What is known, in the order in which it passes. */
  parts: LatencyPart[];
  /** Null as long as only the wait is known. */
  totalMs: number | null;
  /** Answers that were measured. */
  answers: number;
}

type Settings = Pick<AssistantValues, 'endpoint_type' | 'endpoint_sensitivity'>;

/**
 * From the customer's last sound to the first of the answer. With `vad` the wait is the pause that is set, whatever it
 * was when answers were measured; with `ai` it is a judgement, which only measuring knows.
 *
 * @param measured null: none of this mode
 */
export function estimateLatency(settings: Settings, measured: AssistantLatency | null): LatencyEstimate {
  const rest = measuredParts(measured);
  const wait = waitPart(settings, measured);
  const parts = wait === null ? rest : [wait, ...rest];
  const isWhole = wait !== null && rest.length > 0;
  return {
    parts,
    totalMs: isWhole ? parts.reduce((sum, part) => sum + part.milliseconds, 0) : null,
    answers: measured?.answers ?? 0,
  };
}

function waitPart(settings: Settings, measured: AssistantLatency | null): LatencyPart | null {
  const pauseMs = Math.round(Number(settings.endpoint_sensitivity) * 1000);
  if (settings.endpoint_type === 'vad') {
    return Number.isFinite(pauseMs) ? { name: 'wait', milliseconds: pauseMs, source: 'setting' } : null;
  }
  const measuredMs = measured?.endpoint_ms ?? null;
  return measuredMs === null ? null : { name: 'wait', milliseconds: measuredMs, source: 'measured' };
}

function measuredParts(measured: AssistantLatency | null): LatencyPart[] {
  if (measured === null) return [];
  const values: readonly (readonly [PartName, number | null])[] = [
    ['transcript', measured.transcript_ms],
    ['model', measured.model_ms],
    ['speech', measured.speech_ms],
  ];
  return values.flatMap(([name, milliseconds]) =>
    milliseconds === null ? [] : [{ name, milliseconds, source: 'measured' as const }],
  );
}
