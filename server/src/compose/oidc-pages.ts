import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { ownPath } from '#contract/own-path.ts';
import type { ProviderLoginProblem } from '#contract/provider-logins.ts';
import type { OidcConfig } from '../config/oidc.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { actingAs } from '../db/acting-as.ts';
import { clientNetwork } from '../http/client-network.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { SessionCookies } from '../http/session-cookie.ts';
import type { AccountDependencies } from '../modules/accounts/actions.ts';
import {
  logInWithProvider,
  ProviderLoginRefusal,
} from '../modules/accounts/provider-logins/provider-login.ts';

const START = '/auth/oidc';
const CALLBACK = '/auth/oidc/callback';
/** Holds the login's state until the callback. `Lax`, because the provider's page leads back here. */
const COOKIE = 'parley_oidc';
const MINUTES = 10;
const REQUESTS_PER_MINUTE = 60;

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  expiresAt: z.number(),
});

export interface OidcDeps {
  oidc: OidcConfig;
  accounts: Pick<AccountDependencies, 'database' | 'hashing' | 'clock'>;
  rateLimiter: RateLimiter;
  secretBox: SecretBox;
  cookies: SessionCookies;
  log: Log;
  /** Public origin of the console, without a trailing slash. */
  origin(): string;
}

/** Registers the pages of a login with an identity provider, which browsers open: start and callback. */
export function registerOidcPages(app: FastifyInstance, deps: OidcDeps): void {
  const provider = lazyProvider(deps.oidc);
  const guarded =
    (page: (request: FastifyRequest) => Promise<Answer>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.header('cache-control', 'no-store');
      try {
        await limit(deps, request);
        const { location, cookies } = await page(request);
        return await reply.header('set-cookie', cookies).redirect(location, 302);
      } catch (error) {
        return reply.redirect(`/login?problem=${problemOf(deps, error)}`, 302);
      }
    };
  app.get(
    START,
    guarded(async (request) => start(deps, await provider(), request)),
  );
  app.get(
    CALLBACK,
    guarded(async (request) => finish(deps, await provider(), request)),
  );
}

interface Answer {
  location: string;
  cookies: string[];
}

/** The provider's endpoints and keys. A failed request is repeated by the next login. */
function lazyProvider({ issuer, clientId, clientSecret }: OidcConfig): () => Promise<Configuration> {
  let known: Promise<Configuration> | undefined;
  return () => {
    const url = new URL(issuer);
    // The configuration allows http only on this machine.
    const options = url.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {};
    known ??= discovery(url, clientId, clientSecret, undefined, options).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function start(deps: OidcDeps, provider: Configuration, request: FastifyRequest): Promise<Answer> {
  const { secretBox, accounts, origin } = deps;
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const expiresAt = accounts.clock.now().getTime() + MINUTES * 60_000;
  const next = ownPath(nextOf(request)) ?? '/';
  const sealed = secretBox.encrypt(JSON.stringify({ state, nonce, verifier, next, expiresAt }), COOKIE);
  const location = buildAuthorizationUrl(provider, {
    redirect_uri: `${origin()}${CALLBACK}`,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { location: location.href, cookies: [cookieLine(sealed.toString('base64url'), MINUTES * 60, deps)] };
}

async function finish(deps: OidcDeps, provider: Configuration, request: FastifyRequest): Promise<Answer> {
  const { state, nonce, verifier, next } = attemptOf(deps, request);
  const url = new URL(request.url, deps.origin());
  const tokens = await authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new ProviderLoginRefusal('failed');
  const provided = {
    issuer: deps.oidc.issuer,
    subject: claims.sub,
    email: typeof claims['email'] === 'string' ? claims['email'] : null,
    isEmailVerified: deps.oidc.trustsEmail || claims['email_verified'] === true,
    name: typeof claims['name'] === 'string' ? claims['name'] : null,
  };
  const { token } = await actingAs({ actor: { kind: 'visitor' }, address: request.ip }, () =>
    logInWithProvider(deps.accounts, provided, deps.oidc.signup),
  );
  const isSecure = deps.origin().startsWith('https:');
  return { location: next, cookies: [deps.cookies.set(token, isSecure), cookieLine('', 0, deps)] };
}

function attemptOf({ secretBox, accounts }: OidcDeps, request: FastifyRequest): z.output<typeof attempt> {
  const lost = new ProviderLoginRefusal('expired');
  const [, value] = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '') ?? [];
  if (value === undefined) throw lost;
  let opened: unknown;
  try {
    opened = JSON.parse(secretBox.decrypt(Buffer.from(value, 'base64url'), COOKIE));
  } catch {
    throw lost;
  }
  const started = attempt.safeParse(opened);
  if (!started.success || started.data.expiresAt < accounts.clock.now().getTime()) throw lost;
  return started.data;
}

function nextOf({ query }: FastifyRequest): string {
  const given = typeof query === 'object' && query !== null && 'next' in query ? query.next : '/';
  return typeof given === 'string' ? given : '/';
}

function cookieLine(value: string, maxAgeSeconds: number, { origin }: OidcDeps): string {
  const secure = origin().startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${value}; HttpOnly; SameSite=Lax; Path=${START}; Max-Age=${maxAgeSeconds}${secure}`;
}

async function limit({ rateLimiter }: OidcDeps, request: FastifyRequest): Promise<void> {
  const key = `oidc:${clientNetwork(request.ip)}`;
  const allowance = await rateLimiter.takeFromWindow(key, REQUESTS_PER_MINUTE, 60_000);
  if (!allowance.isAllowed) throw new ProviderLoginRefusal('busy');
}

/** The problem that the login page explains. Details, which may name the provider's endpoints, are only logged. */
function problemOf({ log }: OidcDeps, error: unknown): ProviderLoginProblem {
  if (error instanceof ProviderLoginRefusal) return error.problem;
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'cancelled';
  log.warn({ error }, 'A login with the identity provider failed.');
  return 'failed';
}
