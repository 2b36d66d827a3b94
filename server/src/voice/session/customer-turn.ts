/** A turn of the customer, in call time. */
export interface CustomerTurn {
  readonly sinceMs: number;
  lastVoicedMs: number;
  /** Duration of speech; absent until a segment of speech is complete. */
  voicedMs?: number;
  /** Transcript: final segments and the current interim result. */
  text: string;
}
