/** Consecutive failed answers before the model counts as lost. */
const MAX_FAILURES = 1;
/** Consecutive tool calls without speech; no real question needs as many, and the caller hears nothing while they run. */
const MAX_SILENT_CALLS = 20;

/** Limits consecutive failures of a realtime model whose session is otherwise healthy. */
export class FailureBudget {
  #failures = 0;
  #silentCalls = 0;

  spoke(): void {
    this.#silentCalls = 0;
  }

  answered(): void {
    this.#failures = 0;
  }

  /** Counts a failed answer. @returns whether to ask the model again */
  allowsFailure(): boolean {
    this.#failures += 1;
    return this.#failures <= MAX_FAILURES;
  }

  /** Counts a tool call. @returns whether to run it */
  allowsToolCall(): boolean {
    this.#silentCalls += 1;
    return this.#silentCalls <= MAX_SILENT_CALLS;
  }

  reset(): void {
    this.#failures = 0;
    this.#silentCalls = 0;
  }
}
