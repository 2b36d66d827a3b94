import { useMutation, useQueryClient } from '@tanstack/react-query';
import { logIn, sessionQuery } from '../../data/session.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_COOKIE } from './login-words.ts';

/** Logs in and checks that the browser stored the session. @param onEntered called on success */
export function useLogIn(onEntered: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (asked: { email: string; password: string; code?: string }) => {
      await logIn(asked);
      try {
        await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      } catch (error) {
        throw error instanceof ApiError && error.status === 401 ? new Error(NO_COOKIE) : error;
      }
    },
    onSuccess: onEntered,
  });
}
