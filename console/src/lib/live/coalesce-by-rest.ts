import { coalesce } from './coalesce.ts';

/** Like `coalesce`, separately for each pause (`restMs`), so that a long one does not delay queries with a shorter one. */
export function coalesceByRest(
  action: (names: ReadonlySet<string>, restMs: number) => Promise<unknown>,
  wait: (restMs: number) => Promise<void>,
): (names: readonly string[], restsMs: Iterable<number>) => void {
  const tells = new Map<number, (names: readonly string[]) => void>();
  return (names, restsMs) => {
    for (const restMs of new Set(restsMs)) {
      const tell =
        tells.get(restMs) ??
        coalesce(
          (gathered) => action(gathered, restMs),
          () => wait(restMs),
        );
      tells.set(restMs, tell);
      tell(names);
    }
  };
}
