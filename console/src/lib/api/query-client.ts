import { focusManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onSessionEndChange, sessionEnd } from './session-state.ts';

/** The change stream (`lib/live`) keeps data fresh. Only data that changes without an event is polled. */
export function createQueryClient(): QueryClient {
  // Queries with an interval pause while a page counts as not focused.
  onSessionEndChange(() => focusManager.setFocused(sessionEnd() === null ? undefined : false));
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
