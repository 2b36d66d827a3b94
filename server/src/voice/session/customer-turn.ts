/** What the customer says until the assistant answers; times of the call. */
export interface CustomerTurn {
  readonly sinceMs: number;
  lastVoicedMs: number;
  /** All that was understood, final pieces and the interim one behind them. */
  text: string;
}
