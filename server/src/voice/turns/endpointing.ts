/** What is known of a turn of the customer that may be over. */
export interface EndpointFacts {
  /** Since the customer's last sound; 0 while they speak. */
  silenceMs: number;
  /** Grows with every piece of text: what was judged on fewer words is judged again. */
  textRevision: number;
}

/** `ask`: let the judge hear what was said so far. */
export type EndpointDecision = 'wait' | 'ask' | 'end';
