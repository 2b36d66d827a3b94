import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from './client-network.ts';
import { type Allowance, type RateLimiter, tooManyRequests } from './rate-limit.ts';
import type { Route } from './route.ts';

export interface LimitDeps {
  rateLimiter: RateLimiter;
  /** Requests a minute that one token, or one address without a token, may make. */
  requestsPerMinute: number;
}

/** Who asks; null: nobody with a token. */
export type LimitedCaller = { userId: number; tokenId: number } | null;

const MINUTE_MS = 60_000;
/** A sliding window stores every request time; larger limits use fixed windows. */
const EXACT_BELOW = 120;
/** One address of a carrier speaks for many customers, and says some things only once. */
const SIGNED_BUDGETS = 10;

/** Counts a request of a route, and says in its headers what is left. Throws `rate-limited`. */
export async function limitRequest(
  { rateLimiter, requestsPerMinute }: LimitDeps,
  route: Route,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: LimitedCaller },
): Promise<void> {
  const isSigned = route.raw !== undefined;
  const address = isSigned ? signedAddress(request) : `address:${clientNetwork(request.ip)}`;
  const key = caller === null ? address : `token:${caller.tokenId}`;
  const perMinute = requestsPerMinute * (isSigned ? SIGNED_BUDGETS : 1);
  applyAllowance(reply, await rateLimiter.takeFromBudget(key, perMinute, MINUTE_MS));
  if (route.limit === undefined) return;
  const { name, limit, windowMs, per } = route.limit;
  if (per === 'address') {
    if (caller !== null) return;
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

/** Counts a request of a good token that is for no route. Throws `rate-limited`. */
export async function limitToken(
  { rateLimiter, requestsPerMinute }: LimitDeps,
  reply: FastifyReply,
  tokenId: number,
): Promise<void> {
  const budget = await rateLimiter.takeFromBudget(`token:${tokenId}`, requestsPerMinute, MINUTE_MS);
  applyAllowance(reply, budget);
}

/** Counts a WebSocket against the budget that signed requests of its address have. Throws `rate-limited`. */
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
