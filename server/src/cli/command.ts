/** The options of a local command. */
export interface Command {
  options: Record<string, string | boolean | undefined>;
  /** Aborted when output can no longer be written. */
  outputClosed: AbortSignal;
}
