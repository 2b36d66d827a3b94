/**
 * Whether somebody said in a call that they do not want to be called (again). Rather misses an odd wording than takes
 * "do not call me before nine" for one.
 * @param said what the person said, an entry for each turn
 */
export function asksNotToBeCalled(said: readonly string[]): boolean {
  throw new Error(`unwritten ${said.length}`);
}
