import type { VoiceSettings } from '../settings.ts';
import {
  FRESH_SILENCE,
  type Silence,
  type SilenceDecision,
  type SilenceFacts,
  type SilenceLimits,
  watchSilence,
} from '../turns/silence.ts';

/** `overdue`: the limit is reached, goodbye or not. */
export type TimerDecision = SilenceDecision | 'overdue';

/** Of a customer who says nothing. */
export function isOfSilence(decision: TimerDecision): boolean {
  return decision === 'reengage' || decision === 'hang-up-silence' || decision === 'hang-up-initial-silence';
}

/** No call is longer than the contract lets any assistant speak, however many take it over. */
const LONGEST_CALL_MS = 1_200_000;

/** The timers of one call. */
export class CallTimers {
  #silence: Silence = FRESH_SILENCE;
  #limits: SilenceLimits | null = null;
  #hasActed = false;

  /** From now on an assistant's own limits count; its longest duration begins now. */
  follow(settings: VoiceSettings, nowMs: number): void {
    const maxDurationMs = Math.min(nowMs + settings.maxDurationMs, LONGEST_CALL_MS);
    const { reengagementIntervalMs, maxSilenceMs, maxInitialSilenceMs } = settings;
    this.#limits = { reengagementIntervalMs, maxSilenceMs, maxInitialSilenceMs, maxDurationMs };
    this.#silence = { ...this.#silence, timeIsOver: false };
  }

  /** The customer has pressed a key or typed: that breaks a silence like a word of theirs. */
  customerActed(): void {
    this.#hasActed = true;
  }

  watch(facts: SilenceFacts): TimerDecision {
    const limits = this.#limits;
    if (limits === null) return 'none';
    if (facts.nowMs >= limits.maxDurationMs) return 'overdue';
    const { state, decision } = watchSilence(
      this.#silence,
      this.#hasActed ? { ...facts, customer: true } : facts,
      limits,
    );
    this.#silence = state;
    this.#hasActed = false;
    return decision;
  }
}
