import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from './client-network.ts';
import { type Allowance, type RateLimiter, tooManyRequests } from './rate-limit.ts';
import type { Route } from './route.ts';

export interface LimitDeps {
  rateLimiter: RateLimiter;
  /** Requests per minute of one token, or of one address without a token. */
  requestsPerMinute: number;
}

/** Null for a request without a token. */
export type LimitedCaller = { userId: number; tokenId: number } | null;

const MINUTE_MS = 60_000;
/** Sliding windows store the time of every request, so larger limits use fixed windows. */
const EXACT_BELOW = 120;
/**
 * Factor for the budget of signed requests: one carrier address sends for many customers, and does not repeat some
 * requests.
 */
const SIGNED_BUDGETS = 10;

/** Counts a request and sets the rate limit headers. Throws `rate-limited`. */
export async function limitRequest(
  { rateLimiter, requestsPerMinute }: LimitDeps,
  route: Route,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: LimitedCaller },
): Promise<void> {
  const isSigned = route.raw !== undefined && route.access === 'public';
  const address = isSigned ? signedAddress(request) : `address:${clientNetwork(request.ip)}`;
  const key = caller === null ? address : `token:${caller.tokenId}`;
  const perMinute = requestsPerMinute * (isSigned ? SIGNED_BUDGETS : 1);
  applyAllowance(reply, await rateLimiter.takeFromBudget(key, perMinute, MINUTE_MS));
  if (route.limit === undefined) return;
  const { name, limit, windowMs, per, countsCredentials = false } = route.limit;
  if (per === 'address') {
    if (caller !== null && !countsCredentials) return;
    const network = `${name}:${clientNetwork(request.ip)}`;
    const isExact = limit < EXACT_BELOW;
    applyAllowance(
      reply,
      await (isExact
        ? rateLimiter.takeFromWindow(network, limit, windowMs)
        : rateLimiter.takeFromBudget(network, limit, windowMs)),
    );
    return;
  }
  if (caller === null) return;
  const window = `${name}:${per === 'user' ? `user:${caller.userId}` : key}`;
  applyAllowance(reply, await rateLimiter.takeFromWindow(window, limit, windowMs));
}

/** Counts an authenticated request to an unknown path. Throws `rate-limited`. */
export async function limitToken(
  { rateLimiter, requestsPerMinute }: LimitDeps,
  reply: FastifyReply,
  tokenId: number,
): Promise<void> {
  const budget = await rateLimiter.takeFromBudget(`token:${tokenId}`, requestsPerMinute, MINUTE_MS);
  applyAllowance(reply, budget);
}

/** Counts a WebSocket against the budget of signed requests of its address. Throws `rate-limited`. */
export async function limitSocket(
  { rateLimiter, requestsPerMinute }: LimitDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const perMinute = requestsPerMinute * SIGNED_BUDGETS;
  applyAllowance(reply, await rateLimiter.takeFromBudget(signedAddress(request), perMinute, MINUTE_MS));
}

function signedAddress(request: FastifyRequest): string {
  return `signed-address:${clientNetwork(request.ip)}`;
}

function applyAllowance(reply: FastifyReply, allowance: Allowance): void {
  reply.header('x-ratelimit-limit', String(allowance.limit));
  reply.header('x-ratelimit-remaining', String(allowance.remaining));
  if (!allowance.isAllowed) throw tooManyRequests(allowance);
}
