/** A turn of the customer, in call time. */
export interface CustomerTurn {
  readonly sinceMs: number;
  lastVoicedMs: number;
  /** Duration of speech; absent: no completed speech. */
  voicedMs?: number;
  /** Transcript: final segments and the current interim result. */
  text: string;
}
