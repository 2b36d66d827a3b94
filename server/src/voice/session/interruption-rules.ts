import type { VoiceSettings } from '../settings.ts';
import type { InterruptionRules } from '../turns/interruption.ts';

/** How long a word takes, spoken quickly. */
const WORD_MS = 300;

type Guards = Pick<InterruptionRules, 'interruptAfterMs' | 'minWords'>;

/**
 * What an assistant's settings ask of an interruption. An engine that finds turns understands words when they are over, which is
 * too late: there the time counts that so many words take.
 */
export function interruptionGuards(settings: VoiceSettings, findsTurns: boolean): Guards {
  const { interruptAfterMs, minInterruptWords } = settings;
  if (!findsTurns) return { interruptAfterMs, minWords: minInterruptWords };
  return { interruptAfterMs: Math.max(interruptAfterMs, (minInterruptWords ?? 0) * WORD_MS), minWords: null };
}
