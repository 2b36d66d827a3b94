import type { CallContext } from './call-context.ts';
import type { CallAction, CallControl } from './call-control.ts';
import { DigitEntry } from './digit-entry.ts';
import { PendingAction } from './pending-action.ts';

/** Call actions that the model has requested for after its reply, and the keys of the customer. */
export class CallActions {
  readonly #call: CallContext;
  readonly #digits = new DigitEntry();
  readonly #pending = new PendingAction();

  constructor(call: CallContext) {
    this.#call = call;
  }

  /** True if an action is scheduled, or keys are being entered. */
  get isActive(): boolean {
    return this.#pending.isSet || this.#digits.isActive;
  }

  get isSet(): boolean {
    return this.#pending.isSet;
  }

  /** True if the call ends after the current reply. */
  get isEnding(): boolean {
    return this.#pending.isEnding;
  }

  get isCollecting(): boolean {
    return this.#digits.isCollecting;
  }

  /** @returns false if an action is already scheduled */
  schedule(action: CallAction): boolean {
    return this.#pending.set(action, this.#call.nowMs());
  }

  collectDigits: CallControl['collectDigits'] = (wanted, signal) =>
    this.#digits.collect({ ...wanted, nowMs: this.#call.nowMs() }, signal);

  pressed(digit: string): void {
    this.#digits.press(digit, this.#call.nowMs());
  }

  /** @param isAsking the assistant is still asking for the keys @returns keys that no tool collected */
  unclaimedKeys(isAsking: boolean): string | null {
    return this.#digits.tick(this.#call.nowMs(), isAsking);
  }

  /** Replaces `tick` while on hold. */
  tickOnHold(): void {
    this.#digits.tickOnHold();
  }

  /** Cancels the hang-up and the key entry, because the customer continues the conversation. */
  cancel(): void {
    this.#pending.cancel();
    this.#digits.stopCollecting();
  }

  /** Restores the canceled hang-up, because the interruption was noise. */
  restore(): void {
    this.#pending.restore();
  }

  /** Makes the cancellation final, because the conversation has continued. */
  forget(): void {
    this.#pending.forget();
  }

  spoke(): void {
    this.#pending.spoke();
  }

  /** Takes the action to run now, once. `isExpectingWords` if the assistant may still speak. */
  take(isExpectingWords: boolean): { action: CallAction; spoke: boolean } | null {
    return this.#pending.take({ nowMs: this.#call.nowMs(), isExpectingWords });
  }

  close(): void {
    this.#digits.stopCollecting();
  }
}
