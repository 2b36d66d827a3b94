/**
 * Resources that tests start and may leave running. Vitest's workers share modules between files, so a hook that a kit
 * module registers would run only for the first file. The hooks are therefore in `ends-with-tests.ts`, which runs for
 * each file.
 */
type End = () => Promise<unknown> | unknown;

const withTest = new Set<End>();
const withFile = new Set<End>();
let isInTest = false;

/** @param end runs when the current test ends, whether it passed or failed */
export function endsWithTest(end: End): void {
  withTest.add(end);
}

/** @param end runs when the current file ends */
export function endsWithFile(end: End): void {
  withFile.add(end);
}

/** @param end runs when the current test ends, or when the file ends if no test is running */
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

/** Called at the start of a file. Ends what files of another folder shared. */
export async function beginFile(ofFolder: string): Promise<void> {
  if (folder !== ofFolder) await endAll(withFolder);
  folder = ofFolder;
}

/**
 * Returns a function that starts something once for each distinct argument and shares it between the files of a folder.
 * Vitest kills its workers, so anything shared must end with its parent process or with the run.
 */
export function sharedInFolder<Arguments extends unknown[], Value>(
  start: (...from: Arguments) => Promise<{ value: Value; end: End }>,
): (...from: Arguments) => Promise<Value> {
  const started = new Map<string, Promise<Value>>();
  return (...from) => {
    const key = JSON.stringify(from);
    const running = started.get(key) ?? startOnce();
    started.set(key, running);
    // After a failure the next call starts it again.
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

/** Runs each end once, in the order of their start. */
async function endAll(ends: Set<End>): Promise<void> {
  for (const end of ends) {
    ends.delete(end);
    await end();
  }
}
