import type { MutationKey, QueryClient } from '@tanstack/react-query';

/**
 * Does something unless the same is being done: a button is pressed twice before it is drawn as busy.
 *
 * @param mutationKey of the mutations that do it
 */
export function unlessUnderWay(queries: QueryClient, mutationKey: MutationKey, act: () => void): void {
  if (queries.isMutating({ mutationKey, exact: true }) === 0) act();
}
