/** A verb with its words after `parley` and its options. */
export interface Command {
  words: string[];
  options: Record<string, string | boolean | undefined>;
  /** Aborted when nobody reads what is said any more. */
  outputClosed: AbortSignal;
}
