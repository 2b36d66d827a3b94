/** An import that violates a rule. */
export interface ArrowViolation {
  rule: string;
  from: string;
  /** The imported file; for a cycle the full cycle. */
  to: string;
}
