import { coalesce } from './coalesce.ts';

/** Gathers names as `coalesce` does, apart for each length of rest: what rests long keeps nothing else waiting. */
export function coalesceByRest(
  deed: (names: ReadonlySet<string>, restMs: number) => Promise<unknown>,
  wait: (restMs: number) => Promise<void>,
): (names: readonly string[], restsMs: Iterable<number>) => void {
  const tells = new Map<number, (names: readonly string[]) => void>();
  return (names, restsMs) => {
    for (const restMs of new Set(restsMs)) {
      const tell =
        tells.get(restMs) ??
        coalesce(
          (gathered) => deed(gathered, restMs),
          () => wait(restMs),
        );
      tells.set(restMs, tell);
      tell(names);
    }
  };
}
