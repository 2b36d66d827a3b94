import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Lists stay fresh by what the server tells (`lib/live`), so nothing is asked again by the clock. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network they fail in words instead of waiting for it in silence.
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
