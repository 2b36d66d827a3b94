/** What the customer says until the assistant answers; times of the call. */
export interface CustomerTurn {
  readonly sinceMs: number;
  lastVoicedMs: number;
  /** How much of it was speech; absent: none that was spoken to its end. */
  voicedMs?: number;
  /** All that was understood, final pieces and the interim one behind them. */
  text: string;
}
