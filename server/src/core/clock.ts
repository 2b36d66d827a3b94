/** Time as a dependency: everything that waits or compares times takes a clock, so that tests own it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /** Resolves after `delayMs`; rejects with the signal's reason when aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
