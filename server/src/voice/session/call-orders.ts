import type { CallAction, CallControl } from '../calls/call-control.ts';
import type { KeysOutcome, MediaLeg } from '../legs/media-leg.ts';
import type { CallContext } from './call-context.ts';
import { DigitEntry } from './digit-entry.ts';
import type { FloorLock } from './floor-lock.ts';
import { PendingAction } from './pending-action.ts';

interface OrderDeps {
  call: CallContext;
  leg: Pick<MediaLeg, 'sendDigits'>;
  lock: FloorLock;
  /** False: something is being done with the call already, and the customer is not answered. */
  isListening(): boolean;
}

/** What the model orders of the call beside words: what is done once it has spoken, keys in both directions. */
export class CallOrders implements CallControl {
  readonly #deps: OrderDeps;
  readonly #digits = new DigitEntry();
  readonly #pending = new PendingAction();

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** Something is ordered, or keys come. */
  get isActive(): boolean {
    return this.#pending.isSet || this.#digits.isActive;
  }

  get isSet(): boolean {
    return this.#pending.isSet;
  }

  /** The call is to end after the assistant's words. */
  get isEnding(): boolean {
    return this.#pending.isEnding;
  }

  get isCollecting(): boolean {
    return this.#digits.isCollecting;
  }

  afterReply(action: CallAction): boolean {
    const { call, lock, isListening } = this.#deps;
    // An engine that hears the customer all the same may order things over what is being done already.
    const isSet = isListening() && this.#pending.set(action, call.nowMs());
    if (isSet && action.type !== 'end-call') lock.hold();
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

  /** @param isAsking the assistant still says what is to be entered; @returns keys that nobody collected */
  looseKeys(isAsking: boolean): string | null {
    return this.#digits.tick(this.#deps.call.nowMs(), isAsking);
  }

  /** Nobody can press keys for 20 ms. */
  standStill(): void {
    this.#digits.standStill();
  }

  /** The customer wants something else: the call does not end, and what would have gone on from the keys is over. */
  cancel(): void {
    this.#pending.cancel();
    this.#digits.giveUp();
  }

  /** Who seemed to want something else has said nothing: the call ends as it was to. */
  restore(): void {
    this.#pending.restore();
  }

  /** Something was said since: what was cancelled stays so. */
  forget(): void {
    this.#pending.forget();
  }

  /** The assistant has said something. */
  spoke(): void {
    this.#pending.spoke();
  }

  /** What is to be done now that nobody speaks; it is done once. `isExpectingWords`: the last words may still come. */
  take(isExpectingWords: boolean): { action: CallAction; spoke: boolean } | null {
    return this.#pending.take({ nowMs: this.#deps.call.nowMs(), isExpectingWords });
  }

  close(): void {
    this.#digits.giveUp();
  }
}
