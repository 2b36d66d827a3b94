/** One line of the doctor's report. */
export interface Finding {
  isFine: boolean;
  /** What was found and, where something is wrong, what to do. */
  text: string;
}
