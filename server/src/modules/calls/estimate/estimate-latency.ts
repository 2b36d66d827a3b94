import type { z } from 'zod';
import type { assistantLatencyResponse } from '#contract/calls.ts';
import type { TurnSetup } from '../../../voice/call-event.ts';
import { TYPICAL_TURN_WAIT_MS, typicalLatency } from './typical-latency.ts';

export type LatencyPart = z.output<typeof assistantLatencyResponse>['data']['parts'][number];

/** Average of one part over answers with the same provider. */
export interface MeasuredPart {
  name: LatencyPart['name'];
  /** Measured in the assistant's own calls, otherwise in other calls of its account. */
  isOwn: boolean;
  answers: number;
  milliseconds: number;
}

export type EstimatedSetup = Omit<TurnSetup, 'endpointSilenceMs'>;

interface Known {
  setup: EstimatedSetup;
  pauseMs: number;
  measured: readonly MeasuredPart[];
}

/**
 * Estimates the time from the customer's last sound to the first sound of the answer, by part. With `vad` the wait is
 * the configured pause. Other parts use the assistant's own measurements, then the account's, then typical values.
 */
export function estimateLatency({ setup, pauseMs, measured }: Known): LatencyPart[] {
  const names =
    setup.mode === 'pipeline'
      ? (['wait', 'transcript', 'model', 'speech'] as const)
      : (['wait', 'model'] as const);
  return names.map((name) => {
    if (name === 'wait' && setup.endpointType === 'vad') {
      return { name, milliseconds: pauseMs, source: 'setting', answers: 0 };
    }
    const typicalMs = typicalMsOf(name, setup);
    if (typicalMs === null) return { name, milliseconds: null, source: 'unknown', answers: 0 };
    const own = measured.find((part) => part.name === name && part.isOwn);
    const found = own ?? measured.find((part) => part.name === name);
    if (found === undefined) return { name, milliseconds: typicalMs, source: 'typical', answers: 0 };
    const { milliseconds, answers } = found;
    return { name, milliseconds, source: found.isOwn ? 'assistant' : 'account', answers };
  });
}

/** Null if the setup has no such part. */
function typicalMsOf(name: LatencyPart['name'], setup: EstimatedSetup): number | null {
  const { mode, model, transcriber, synthesizer } = setup;
  const isPipeline = mode === 'pipeline';
  switch (name) {
    case 'wait':
      return isPipeline ? TYPICAL_TURN_WAIT_MS.pipeline : TYPICAL_TURN_WAIT_MS.realtime;
    case 'transcript':
      return transcriber === null ? null : typicalLatency('transcript', transcriber);
    case 'speech':
      return synthesizer === null ? null : typicalLatency('speech', synthesizer);
    case 'model':
      if (model === null) return null;
      if (isPipeline) return typicalLatency('model', model);
      if (mode === 'multimodal') return typicalLatency('realtime', model);
      // In `dualplex` mode a TTS provider speaks the model's words.
      return synthesizer === null
        ? null
        : typicalLatency('realtime', model) + typicalLatency('speech', synthesizer);
  }
}
