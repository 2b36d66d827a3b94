/**
 * What tests start and may leave running. Vitest's workers share modules among their files, so a hook that a module of the
 * kit registered would run for the first file alone: the hooks stand in `ends-with-tests.ts`, which runs for each file.
 */
type End = () => Promise<unknown> | unknown;

const withTest = new Set<End>();
const withFile = new Set<End>();
let isInTest = false;

/** @param end runs when the test is over that is under way, whether it passed or not */
export function endsWithTest(end: End): void {
  withTest.add(end);
}

/** @param end runs when the file is over that is under way */
export function endsWithFile(end: End): void {
  withFile.add(end);
}

/** @param end runs when the test is over that is under way; outside of tests never */
export function endsWithTestIfAny(end: End): void {
  if (isInTest) withTest.add(end);
}

export function beginTest(): void {
  isInTest = true;
}

export function endWhatTestLeft(): Promise<void> {
  isInTest = false;
  return endAll(withTest);
}
export const endWhatFileLeft = (): Promise<void> => endAll(withFile);

/** Each once, in the order in which they were started. */
async function endAll(ends: Set<End>): Promise<void> {
  for (const end of ends) {
    ends.delete(end);
    await end();
  }
}
