import { keyEntries, notePressedKeys } from '../../providers/interfaces/pressed-keys.ts';
import type { CallAssistant } from '../call-host.ts';
import type { KeysOutcome } from '../legs/media-leg.ts';
import { stopKeysOf } from './built-in-tools.ts';
import type { CallContext } from './call-context.ts';
import type { CallControl } from './call-control.ts';
import { type CollectedDigits, DigitEntry } from './digit-entry.ts';
import { KeySending, type KeySendingDeps } from './key-sending.ts';

export interface KeypadDeps extends KeySendingDeps {
  call: CallContext;
  assistant: CallAssistant;
}

/** Keys in both directions: those that the customer presses, and those that the assistant sends. */
export class Keypad {
  readonly #call: CallContext;
  readonly #assistant: CallAssistant;
  readonly #entry = new DigitEntry();
  readonly #sending: KeySending;

  constructor({ call, assistant, ...deps }: KeypadDeps) {
    this.#call = call;
    this.#assistant = assistant;
    this.#sending = new KeySending(deps);
  }

  /** True while keys are entered, or wait to be sent. */
  get isActive(): boolean {
    return this.isEntering || this.#sending.isActive;
  }

  /** True while the customer enters keys, or a tool waits for them. */
  get isEntering(): boolean {
    return this.#entry.isActive;
  }

  /** True while a tool waits for keys, or keys wait to be sent. */
  get isUsedByTool(): boolean {
    return this.#entry.isCollecting || this.#sending.isActive;
  }

  pressed(key: string): void {
    this.#entry.press(key, this.#call.nowMs());
  }

  /** Collects keys for a tool. The entry is masked if the assistant is configured so. */
  async collect(
    wanted: Parameters<CallControl['collectDigits']>[0],
    signal: AbortSignal,
  ): Promise<CollectedDigits> {
    const collected = await this.#entry.collect({ ...wanted, nowMs: this.#call.nowMs() }, signal);
    this.#mask(collected.digits);
    return collected;
  }

  stopCollecting(): void {
    this.#entry.stopCollecting();
  }

  /** Sends keys once the words before them have been heard. */
  send(keys: string, signal: AbortSignal): Promise<KeysOutcome> {
    return this.#sending.send(keys, signal);
  }

  /** @param isAsking the assistant is still asking for keys @returns a message with keys that no tool collected */
  typed(isAsking: boolean): string | null {
    const keys = this.#entry.tick(this.#call.nowMs(), isAsking);
    if (keys === null) return null;
    const entries = keyEntries(keys, stopKeysOf(this.#assistant));
    for (const entry of entries) this.#mask(entry);
    return entries.length === 0 ? null : entries.map(notePressedKeys).join(' ');
  }

  sendDue(): void {
    this.#sending.tick();
  }

  /** Replaces `typed` while on hold. */
  tickOnHold(): void {
    this.#entry.tickOnHold();
  }

  close(): void {
    this.#entry.stopCollecting();
    this.#sending.close();
  }

  #mask(keys: string): void {
    if (this.#assistant.settings.maskKeypadInput) this.#call.keypadMask.add(keys);
  }
}
