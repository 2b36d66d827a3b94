import type { VoiceSettings } from '../settings.ts';
import {
  FRESH_SILENCE,
  GOODBYE_MS,
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
  #latestMs = LONGEST_CALL_MS;
  #hasActed = false;

  /** From now on an assistant's own limits count; its longest duration begins now. */
  follow(settings: VoiceSettings, nowMs: number): void {
    const maxDurationMs = Math.min(nowMs + settings.maxDurationMs, this.#latestMs);
    const { reengagementIntervalMs, maxSilenceMs, maxInitialSilenceMs } = settings;
    this.#limits = { reengagementIntervalMs, maxSilenceMs, maxInitialSilenceMs, maxDurationMs };
    this.#silence = { ...this.#silence, timeIsOver: false };
  }

  /** The call ends as by its longest duration: with a goodbye, which begins now. */
  leave(nowMs: number): void {
    this.#latestMs = Math.min(this.#latestMs, nowMs + GOODBYE_MS);
    if (this.#limits === null) return;
    const maxDurationMs = Math.min(this.#limits.maxDurationMs, this.#latestMs);
    this.#limits = { ...this.#limits, maxDurationMs };
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
