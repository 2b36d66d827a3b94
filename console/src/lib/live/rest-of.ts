/** The shortest time between two rounds of asking again. */
const SHORTEST_MS = 400;

/**
 * How long a query is left alone after each answer, whatever changes: `meta.restMs` where the answer takes the
 * database more work than a list does, and moves with everything that happens.
 */
export function restOf({ meta }: { meta?: Readonly<Record<string, unknown>> | undefined }): number {
  const wanted = meta?.['restMs'];
  return typeof wanted === 'number' && wanted > SHORTEST_MS ? wanted : SHORTEST_MS;
}
