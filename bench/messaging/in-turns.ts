export interface TurnsResult {
  /** One value per message, in order of completion. */
  elapsedMs: number[];
  perSecond: number;
}

/** Sends for the accounts in turn with fixed concurrency. */
export async function inTurns<Item>(
  items: readonly Item[],
  about: { atOnce: number; seconds: number },
  send: (item: Item) => Promise<void>,
): Promise<TurnsResult> {
  const elapsedMs: number[] = [];
  const begun = performance.now();
  const endMs = begun + about.seconds * 1000;
  let next = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const item = items[next % items.length];
      next += 1;
      if (item === undefined) throw new Error('There is no account.');
      const sentAt = performance.now();
      await send(item);
      elapsedMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: about.atOnce }, work));
  return { elapsedMs, perSecond: (elapsedMs.length / (performance.now() - begun)) * 1000 };
}
