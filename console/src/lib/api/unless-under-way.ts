import type { MutationKey, QueryClient } from '@tanstack/react-query';

/**
 * Skips an action that is already running, since a button can be pressed twice before it shows as busy.
 * @param mutationKey of the mutations that perform the action
 */
export function unlessUnderWay(queries: QueryClient, mutationKey: MutationKey, act: () => void): void {
  if (queries.isMutating({ mutationKey, exact: true }) === 0) act();
}
