import type { KeysOutcome, MediaLeg } from '../legs/media-leg.ts';
import type { CallContext } from './call-context.ts';
import type { CallAction, CallControl } from './call-control.ts';
import { DigitEntry } from './digit-entry.ts';
import { PendingAction } from './pending-action.ts';
import type { TurnLock } from './turn-lock.ts';

interface CallActionDeps {
  call: CallContext;
  leg: Pick<MediaLeg, 'sendDigits'>;
  lock: TurnLock;
  /** False while an action is running and the customer is not being answered. */
  isListening(): boolean;
}

/** Call actions and DTMF requested by the model: actions that run after the reply, and keys in both directions. */
export class CallActions implements CallControl {
  readonly #deps: CallActionDeps;
  readonly #digits = new DigitEntry();
  readonly #pending = new PendingAction();

  constructor(deps: CallActionDeps) {
    this.#deps = deps;
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

  afterReply(action: CallAction): boolean {
    const { call, lock, isListening } = this.#deps;
    // The engine may still call tools while an action is running.
    const isSet = isListening() && this.#pending.set(action, call.nowMs());
    if (isSet && action.type !== 'end-call') lock.lock();
    return isSet;
  }

  collectDigits: CallControl['collectDigits'] = (wanted, signal) =>
    this.#digits.collect({ ...wanted, nowMs: this.#deps.call.nowMs() }, signal);

  sendDigits(digits: string): Promise<KeysOutcome> {
    return this.#deps.leg.sendDigits(digits);
  }

  pressed(digit: string): void {
    this.#digits.press(digit, this.#deps.call.nowMs());
  }

  /** @param isAsking the assistant is still asking for the keys @returns keys that no tool collected */
  unclaimedKeys(isAsking: boolean): string | null {
    return this.#digits.tick(this.#deps.call.nowMs(), isAsking);
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
    return this.#pending.take({ nowMs: this.#deps.call.nowMs(), isExpectingWords });
  }

  close(): void {
    this.#digits.stopCollecting();
  }
}
