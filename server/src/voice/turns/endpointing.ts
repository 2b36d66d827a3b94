export interface EndpointFacts {
  /** Silence since the customer's last sound; 0 while they speak. */
  silenceMs: number;
  /** Incremented by every transcript; predictions on earlier text are outdated. */
  textRevision: number;
}

/** `ask`: ask the turn detector. */
export type EndpointDecision = 'wait' | 'ask' | 'end';
