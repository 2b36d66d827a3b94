import type { CallContext } from './call-context.ts';
import type { CallAction } from './call-control.ts';

/** Engines with their own turn detection may still be about to speak. */
const LAST_WORDS_WITHIN_MS = 1500;

interface Scheduled {
  action: CallAction;
  orderedMs: number;
  /** The assistant said something since. */
  spoke: boolean;
}

/** The call action that the model has requested for after its reply. */
export class CallActions {
  readonly #call: CallContext;
  #scheduled: Scheduled | null = null;
  /** The hang-up that a possible interruption has canceled. */
  #canceled: Scheduled | null = null;

  constructor(call: CallContext) {
    this.#call = call;
  }

  get isScheduled(): boolean {
    return this.#scheduled !== null;
  }

  /** True if the call ends after the current reply. */
  get isEnding(): boolean {
    return this.#scheduled?.action.type === 'end-call';
  }

  /** @returns false if an action is already scheduled */
  schedule(action: CallAction): boolean {
    if (this.#scheduled !== null) return false;
    this.#scheduled = { action, orderedMs: this.#call.nowMs(), spoke: false };
    this.#canceled = null;
    return true;
  }

  /** Cancels the hang-up, because the customer continues the conversation. */
  cancel(): void {
    if (this.isEnding) {
      this.#canceled = this.#scheduled;
      this.#scheduled = null;
    }
  }

  /** Restores the canceled hang-up, because the interruption was noise. */
  restore(): void {
    this.#scheduled ??= this.#canceled;
    this.#canceled = null;
  }

  /** Makes the cancellation final, because the conversation has continued. */
  forget(): void {
    this.#canceled = null;
  }

  spoke(): void {
    if (this.#scheduled !== null) this.#scheduled.spoke = true;
  }

  /** Takes the action to run now, once. `isExpectingWords` if the assistant may still speak. */
  take(isExpectingWords: boolean): { action: CallAction; spoke: boolean } | null {
    const scheduled = this.#scheduled;
    if (scheduled === null) return null;
    const isEarly = this.#call.nowMs() - scheduled.orderedMs < LAST_WORDS_WITHIN_MS;
    if (!scheduled.spoke && isExpectingWords && isEarly) return null;
    this.#scheduled = null;
    return scheduled;
  }
}
