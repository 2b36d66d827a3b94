/** Minimum time between two refetches. */
const SHORTEST_MS = 400;

/** Minimum time between two refetches of a query. Expensive queries that change with every event set `meta.restMs`. */
export function restOf({ meta }: { meta?: Readonly<Record<string, unknown>> | undefined }): number {
  const wanted = meta?.['restMs'];
  return typeof wanted === 'number' && wanted > SHORTEST_MS ? wanted : SHORTEST_MS;
}
