import type { CallAction } from '../calls/call-control.ts';

/** An engine that answers by itself may still be about to say its last words. */
const LAST_WORDS_WITHIN_MS = 1500;

interface Pending {
  action: CallAction;
  orderedMs: number;
  spoke: boolean;
}

/** What is done with the call once the assistant has finished. */
export class PendingAction {
  #pending: Pending | null = null;
  /** What the customer seemed not to want any more. */
  #cancelled: Pending | null = null;

  get isSet(): boolean {
    return this.#pending !== null;
  }

  get isEnding(): boolean {
    return this.#pending?.action.type === 'end-call';
  }

  /** False: there is one already. */
  set(action: CallAction, orderedMs: number): boolean {
    if (this.#pending !== null) return false;
    this.#pending = { action, orderedMs, spoke: false };
    this.#cancelled = null;
    return true;
  }

  /** The customer wants something else: the call does not end. */
  cancel(): void {
    if (!this.isEnding) return;
    this.#cancelled = this.#pending;
    this.#pending = null;
  }

  /** It was a noise: what was ordered stands. */
  restore(): void {
    this.#pending ??= this.#cancelled;
    this.#cancelled = null;
  }

  /** What was cancelled stays so. */
  forget(): void {
    this.#cancelled = null;
  }

  /** The assistant has said something. */
  spoke(): void {
    if (this.#pending !== null) this.#pending.spoke = true;
  }

  /** What is to be done now that nothing is being said; it is done once. */
  take(facts: { nowMs: number; isExpectingWords: boolean }): { action: CallAction; spoke: boolean } | null {
    const pending = this.#pending;
    if (pending === null) return null;
    const isEarly = facts.nowMs - pending.orderedMs < LAST_WORDS_WITHIN_MS;
    if (!pending.spoke && facts.isExpectingWords && isEarly) return null;
    this.#pending = null;
    return pending;
  }
}
