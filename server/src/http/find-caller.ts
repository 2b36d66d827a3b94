import type { FastifyRequest } from 'fastify';
import type { AccountActor } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { isCrossOrigin } from './cross-origin.ts';
import { isCsrfToken, type SessionCookies } from './session-cookie.ts';

export interface Identity extends Pick<AccountActor, 'tokenId' | 'role' | 'person'> {
  userId: number;
  /** The account requires a second factor that the person has to set up first. */
  needsSecondFactor?: boolean;
}

export interface Caller extends Identity {
  token: string;
  /** The token came in a cookie, which browsers also send for requests from other sites. */
  isBrowser: boolean;
}

export interface CallerDeps {
  /** The account of a token; null if the token is invalid. */
  authenticate(token: string): Promise<Identity | null>;
  /** Public origin, if it differs from the Host header. */
  publicUrl: string | null;
  /** If absent, cookies are ignored. */
  sessionCookies?: SessionCookies;
}

/** Thrown for a cross-site request with a session cookie, on every route. */
export class CrossSiteRequest extends AppError {
  constructor() {
    super('forbidden', 'This request did not come from the console. Reload the page and try again.');
  }
}

/**
 * Authenticates by bearer token or, without one, by session cookie. Null if there is no valid credential. Throws
 * `CrossSiteRequest` for a state-changing request with a cookie but without a valid CSRF token.
 */
export async function findCaller(deps: CallerDeps, request: FastifyRequest): Promise<Caller | null> {
  const { authorization = '' } = request.headers;
  if (/^Bearer\b/i.test(authorization)) {
    const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
    return identify(deps, bearer, false);
  }
  const caller = await identify(deps, deps.sessionCookies?.tokenOf(request) ?? null, true);
  if (caller !== null) requireOwnPage(deps, request, caller.token);
  return caller;
}

async function identify(deps: CallerDeps, token: string | null, isBrowser: boolean): Promise<Caller | null> {
  const identity = token === null ? null : await deps.authenticate(token);
  return token === null || identity === null ? null : { ...identity, token, isBrowser };
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

function requireOwnPage({ publicUrl }: CallerDeps, request: FastifyRequest, sessionToken: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const shown = request.headers['x-csrf-token'];
  const isOwn = typeof shown === 'string' && isCsrfToken(shown, sessionToken);
  if (!isOwn || isCrossOrigin(request, publicUrl)) throw new CrossSiteRequest();
}
