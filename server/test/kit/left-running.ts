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

/** @param end runs when the test is over that is under way; outside of tests when the file is */
export function endsWithTestOrFile(end: End): void {
  (isInTest ? withTest : withFile).add(end);
}

export const isTestUnderWay = (): boolean => isInTest;

export function beginTest(): void {
  isInTest = true;
}

export function endWhatTestLeft(): Promise<void> {
  isInTest = false;
  return endAll(withTest);
}
export const endWhatFileLeft = (): Promise<void> => endAll(withFile);

const withFolder = new Set<End>();
let folder: string | null = null;

/** A file begins. What files of another folder shared ends before it. */
export async function beginFile(ofFolder: string): Promise<void> {
  if (folder !== ofFolder) await endAll(withFolder);
  folder = ofFolder;
}

/**
 * A function that starts something once for each distinct argument and gives it to every file of the folder. A worker that
 * vitest ends is killed: what is shared then has to end with its parent or with the run.
 */
export function sharedInFolder<Arguments extends unknown[], Value>(
  start: (...from: Arguments) => Promise<{ value: Value; end: End }>,
): (...from: Arguments) => Promise<Value> {
  const started = new Map<string, Promise<Value>>();
  return (...from) => {
    const key = JSON.stringify(from);
    const running = started.get(key) ?? startOnce();
    started.set(key, running);
    // A second try starts it again.
    running.catch(() => started.delete(key));
    return running;

    async function startOnce(): Promise<Value> {
      const { value, end } = await start(...from);
      withFolder.add(() => {
        started.delete(key);
        return end();
      });
      return value;
    }
  };
}

/** Each once, in the order in which they were started. */
async function endAll(ends: Set<End>): Promise<void> {
  for (const end of ends) {
    ends.delete(end);
    await end();
  }
}
