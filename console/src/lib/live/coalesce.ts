/**
 * Gathers names until `deed` has time for them: while it runs, and for `restMs` after it, what comes is put together.
 * So a storm of changes asks for each thing once at a time, and what is under way is never given up for the next.
 */
export function coalesce(
  deed: (names: ReadonlySet<string>) => Promise<unknown>,
  rest: () => Promise<void>,
): (names: readonly string[]) => void {
  let waiting = new Set<string>();
  let isBusy = false;
  const work = async (): Promise<void> => {
    isBusy = true;
    while (waiting.size > 0) {
      const names = waiting;
      waiting = new Set();
      await deed(names).catch(() => undefined);
      await rest();
    }
    isBusy = false;
  };
  return (names) => {
    for (const name of names) waiting.add(name);
    if (!isBusy) void work();
  };
}
