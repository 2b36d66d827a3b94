/** A timer for each instant; tells how late they were, once all have been. */
process.once('message', (dueMs: number[]) => {
  const late: number[] = [];
  for (const atMs of dueMs) {
    setTimeout(
      () => {
        late.push(Date.now() - atMs);
        if (late.length === dueMs.length) process.send?.(late);
      },
      Math.max(0, atMs - Date.now()),
    );
  }
});
process.once('disconnect', () => process.exit());
