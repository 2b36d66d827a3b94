/**
 * Collects names while `action` and then `rest` run, and passes them together to the next `action`. Many changes thus
 * cause one request at a time, and a running request is never aborted for the next.
 */
export function coalesce(
  action: (names: ReadonlySet<string>) => Promise<unknown>,
  rest: () => Promise<void>,
): (names: readonly string[]) => void {
  let waiting = new Set<string>();
  let isBusy = false;
  const work = async (): Promise<void> => {
    isBusy = true;
    while (waiting.size > 0) {
      const names = waiting;
      waiting = new Set();
      await action(names).catch(() => undefined);
      await rest();
    }
    isBusy = false;
  };
  return (names) => {
    for (const name of names) waiting.add(name);
    if (!isBusy) void work();
  };
}
