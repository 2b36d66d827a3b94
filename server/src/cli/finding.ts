/** One line of the doctor's report. */
export interface Finding {
  isFine: boolean;
  /** The result and, for a failure, what to do. */
  text: string;
}
