export interface Failure<Row> {
  row: Row;
  error: unknown;
}

/** Requests at a time: the server answers other pages meanwhile. */
const AT_ONCE = 4;

/** Runs an action for each row. A failure affects no other row. @returns failures in the order of the rows */
export async function runAll<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Failure<Row>[]> {
  const waiting = rows.entries();
  const failures: { index: number; row: Row; error: unknown }[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (const [index, row] of waiting) {
      try {
        await act(row);
      } catch (error) {
        failures.push({ index, row, error });
      }
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures.toSorted((one, other) => one.index - other.index).map(({ row, error }) => ({ row, error }));
}
