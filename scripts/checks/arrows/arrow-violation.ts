/** An import that breaks an arrow. */
export interface ArrowViolation {
  rule: string;
  from: string;
  /** The imported file; for a cycle the whole way round. */
  to: string;
}
