/** Arguments after `parley`, and the options. */
export interface Command {
  words: string[];
  options: Record<string, string | boolean | undefined>;
  /** Aborted when output can no longer be written. */
  outputClosed: AbortSignal;
}
