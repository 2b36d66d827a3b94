import type { VoiceSettings } from '../settings.ts';
import {
  FRESH_SILENCE,
  type Silence,
  type SilenceDecision,
  type SilenceFacts,
  watchSilence,
} from '../turns/silence.ts';

/** How long the goodbye at the longest duration may take. */
const GOODBYE_WITHIN_MS = 10_000;

/** `overdue`: the time is over and the goodbye did not end. */
export type TimerDecision = SilenceDecision | 'overdue';

/** The timers of one call. */
export class CallTimers {
  #silence: Silence = FRESH_SILENCE;

  watch(facts: SilenceFacts, settings: VoiceSettings): TimerDecision {
    if (facts.nowMs >= settings.maxDurationMs + GOODBYE_WITHIN_MS) return 'overdue';
    const { state, decision } = watchSilence(this.#silence, facts, settings);
    this.#silence = state;
    return decision;
  }
}
