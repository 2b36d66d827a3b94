import type { VoiceSettings } from '../settings.ts';
import type { InterruptionRules } from '../turns/interruption.ts';

/** Duration of a quickly spoken word. */
const WORD_MS = 300;

type Guards = Pick<InterruptionRules, 'interruptAfterMs' | 'minWords'>;

/**
 * Interruption thresholds of an assistant. Engines with their own turn detection transcribe too late to count words,
 * so words are converted to time.
 */
export function interruptionGuards(settings: VoiceSettings, hasTurnDetection: boolean): Guards {
  const { interruptAfterMs, minInterruptWords } = settings;
  if (!hasTurnDetection) return { interruptAfterMs, minWords: minInterruptWords };
  return { interruptAfterMs: Math.max(interruptAfterMs, (minInterruptWords ?? 0) * WORD_MS), minWords: null };
}
