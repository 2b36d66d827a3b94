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

/** `overdue`: the maximum duration is reached, with or without a goodbye. */
export type TimerDecision = SilenceDecision | 'overdue';

export function isOfSilence(decision: TimerDecision): boolean {
  return decision === 'reengage' || decision === 'hang-up-silence' || decision === 'hang-up-initial-silence';
}

/** The contract maximum for one assistant limits the whole call, across handoffs. */
const MAX_CALL_MS = 1_200_000;

export class CallTimers {
  #silence: Silence = FRESH_SILENCE;
  #limits: SilenceLimits | null = null;
  #settings: VoiceSettings | null = null;
  #latestMs = MAX_CALL_MS;
  #hasActed = false;

  /** Applies the limits of an assistant; its maximum duration starts now, unless it already had the call. */
  apply(settings: VoiceSettings, nowMs: number): void {
    if (settings === this.#settings) return;
    this.#settings = settings;
    const maxDurationMs = Math.min(nowMs + settings.maxDurationMs, this.#latestMs);
    const { reengagementIntervalMs, maxSilenceMs, maxInitialSilenceMs } = settings;
    this.#limits = { reengagementIntervalMs, maxSilenceMs, maxInitialSilenceMs, maxDurationMs };
    this.#silence = { ...this.#silence, timeIsOver: false };
  }

  /** Ends the call as if its maximum duration were near: the goodbye starts now. */
  endGracefully(nowMs: number): void {
    this.#latestMs = Math.min(this.#latestMs, nowMs + GOODBYE_MS);
    if (this.#limits === null) return;
    const maxDurationMs = Math.min(this.#limits.maxDurationMs, this.#latestMs);
    this.#limits = { ...this.#limits, maxDurationMs };
  }

  /** Keys and typed text break a silence like speech. */
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
