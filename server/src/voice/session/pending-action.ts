import type { CallAction } from './call-control.ts';

/** Engines with their own turn detection may still be about to speak. */
const LAST_WORDS_WITHIN_MS = 1500;

interface Pending {
  action: CallAction;
  orderedMs: number;
  spoke: boolean;
}

export class PendingAction {
  #pending: Pending | null = null;
  /** The action that a possible interruption has canceled. */
  #canceled: Pending | null = null;

  get isSet(): boolean {
    return this.#pending !== null;
  }

  get isEnding(): boolean {
    return this.#pending?.action.type === 'end-call';
  }

  /** @returns false if an action is already pending */
  set(action: CallAction, orderedMs: number): boolean {
    if (this.#pending !== null) return false;
    this.#pending = { action, orderedMs, spoke: false };
    this.#canceled = null;
    return true;
  }

  /** Cancels a hang-up, because the customer continues the conversation. */
  cancel(): void {
    if (!this.isEnding) return;
    this.#canceled = this.#pending;
    this.#pending = null;
  }

  /** Restores the action, because the interruption was noise. */
  restore(): void {
    this.#pending ??= this.#canceled;
    this.#canceled = null;
  }

  /** Makes the cancellation final. */
  forget(): void {
    this.#canceled = null;
  }

  spoke(): void {
    if (this.#pending !== null) this.#pending.spoke = true;
  }

  /** Takes the action to run now, once. */
  take(facts: { nowMs: number; isExpectingWords: boolean }): { action: CallAction; spoke: boolean } | null {
    const pending = this.#pending;
    if (pending === null) return null;
    const isEarly = facts.nowMs - pending.orderedMs < LAST_WORDS_WITHIN_MS;
    if (!pending.spoke && facts.isExpectingWords && isEarly) return null;
    this.#pending = null;
    return pending;
  }
}
