import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { messageResponse, registerRequest } from '#contract/accounts.ts';
import type { consoleLoginRequest, consoleLoginResponse, consoleSessionResponse } from '#contract/console.ts';
import type { Language } from '#contract/languages.ts';
import { request } from '../lib/api/request.ts';
import { setCsrfToken } from '../lib/api/session-state.ts';
import { keepDraftsOf } from '../lib/drafts.ts';
import { showZone } from '../lib/time/zone.ts';

export type Session = z.output<typeof consoleSessionResponse>;

/** The logged-in user and the server's features. @throws ApiError 401 when nobody is logged in */
export const sessionQuery = queryOptions({
  queryKey: ['balance', 'session'],
  queryFn: async ({ signal }) => {
    const session = await request<Session>('/console/session', { signal });
    setCsrfToken(session.csrf_token);
    keepDraftsOf(session.user.id);
    showZone(session.user.timezone, session.user.is_timezone_chosen);
    return session;
  },
  staleTime: Number.POSITIVE_INFINITY,
  // A member's role may change.
  meta: { topics: ['members'] },
  retry: false,
});

export function logIn(
  body: z.input<typeof consoleLoginRequest>,
): Promise<z.output<typeof consoleLoginResponse>> {
  return request('/console/login', { method: 'POST', body });
}

/** Creates an account when registration is open; does not log in. */
export function register(body: z.input<typeof registerRequest>): Promise<z.output<typeof messageResponse>> {
  return request('/register', { method: 'POST', body });
}

/** @param timezone an IANA name */
export function changeTimezone(timezone: string): Promise<unknown> {
  return request('/console/timezone', { method: 'PUT', body: { timezone } });
}

/** Stores the language of the person's emails. */
export function storeLanguage(language: Language): Promise<unknown> {
  return request('/user/profile', { method: 'PUT', body: { language } });
}

export const logOut = mutationOptions({
  mutationFn: () => request('/console/logout', { method: 'POST' }),
});
