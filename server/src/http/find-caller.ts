import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import { isAskedFromElsewhere } from './asking-page.ts';
import { isCsrfToken, type SessionCookies } from './session-cookie.ts';

export interface Identity {
  userId: number;
  tokenId: number;
}

export interface Caller extends Identity {
  /** The token's text. */
  token: string;
  /** Its token came in a cookie, which browsers send whoever's page asks. */
  isBrowser: boolean;
}

export interface CallerDeps {
  /** The account behind a token; null when it opens nothing. */
  authenticate(token: string): Promise<Identity | null>;
  /** Address that clients use, when it is not the one of the Host header. */
  publicUrl: string | null;
  /** Absent: no cookie opens anything. */
  sessionCookies?: SessionCookies;
}

/** A browser's request that a page of ours has not made, as far as can be told. Every route refuses it in these words. */
export class ForeignRequest extends AppError {
  constructor() {
    super('forbidden', 'This request did not come from the console. Reload the page and try again.');
  }
}

/**
 * Who asks: by the bearer token, or, where none is sent, by the cookie of a browser that has logged in. Null: nobody.
 * Throws `ForeignRequest` when a cookie comes with a request that changes something and is not shown to be ours.
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
  if (!isOwn || isAskedFromElsewhere(request, publicUrl)) throw new ForeignRequest();
}
