import type { VoiceSettings } from '../settings.ts';
import {
  FRESH_SILENCE,
  type Silence,
  type SilenceDecision,
  type SilenceFacts,
  watchSilence,
} from '../turns/silence.ts';

/** `overdue`: the limit is reached, goodbye or not. */
export type TimerDecision = SilenceDecision | 'overdue';

/** The timers of one call. */
export class CallTimers {
  #silence: Silence = FRESH_SILENCE;
  #hasActed = false;

  /** The customer has pressed a key or typed: that breaks a silence like a word of theirs. */
  customerActed(): void {
    this.#hasActed = true;
  }

  watch(facts: SilenceFacts, settings: VoiceSettings): TimerDecision {
    if (facts.nowMs >= settings.maxDurationMs) return 'overdue';
    const { state, decision } = watchSilence(
      this.#silence,
      this.#hasActed ? { ...facts, customer: true } : facts,
      settings,
    );
    this.#silence = state;
    this.#hasActed = false;
    return decision;
  }
}
