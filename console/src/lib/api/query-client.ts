import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The change stream (`lib/live`) keeps data fresh, so queries have no polling interval. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Fail with an error while offline, instead of pausing silently.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => isWorthAnotherTry(error) && failures < 2,
      },
    },
  });
}

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
