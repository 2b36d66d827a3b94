import type { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import {
  changePasswordRequest,
  changesEvent,
  changeTimezoneRequest,
  consoleKeysResponse,
  consoleLoginRequest,
  consoleLoginResponse,
  consoleSessionResponse,
} from '#contract/console.ts';
import { includesRole, type Role } from '#contract/roles.ts';
import { type foundThing, searchQuery, searchResponse } from '#contract/search.ts';
import { statisticsQuery, statisticsResponse } from '#contract/statistics.ts';
import { CrossSiteRequest } from '../../http/find-caller.ts';
import {
  AnswerWithHeaders,
  defineRoute,
  EventStream,
  type RequestFacts,
  type Route,
} from '../../http/route.ts';
import { csrfTokenOf } from '../../http/session-cookie.ts';
import {
  changeOwnPassword,
  changeOwnTimezone,
  LOGIN_BYTES,
  LOGIN_REQUESTS,
  login,
  logout,
} from '../accounts/actions.ts';
import { listDatedKeys } from '../api-keys/actions.ts';
import { type ConsoleDependencies, readSession } from './actions.ts';
import { followChanges } from './changes/follow-changes.ts';
import { searchAccount } from './search/search-account.ts';
import { readStatistics } from './statistics/read-statistics.ts';

const shared = { tag: 'Console', errors: 'message' } as const;

export function consoleRoutes(dependencies: ConsoleDependencies): Route[] {
  return [
    ...sessionRoutes(dependencies),
    passwordRoute(dependencies),
    timezoneRoute(dependencies),
    keysRoute(dependencies),
    changesRoute(dependencies),
    statisticsRoute(dependencies),
    searchRoute(dependencies),
  ];
}

function sessionRoutes(dependencies: ConsoleDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'console.login',
      description:
        'The cookie is HttpOnly. Send the returned `csrf_token` with every request that changes data.',
      path: '/console/login',
      summary: 'Log in from a browser and set the session token as an HttpOnly cookie',
      access: 'public',
      limit: LOGIN_REQUESTS,
      maxBodyBytes: LOGIN_BYTES,
      body: consoleLoginRequest,
      success: { status: 200, schema: consoleLoginResponse },
      refusals: [401, 403, 503],
      handle: async (_context, { body, facts }) => {
        // Prevents login CSRF.
        if (facts.isCrossOrigin) throw new CrossSiteRequest();
        const asked = { ...body, token_name: 'console' };
        const { user, token } = await login(dependencies.accounts, asked, facts.remoteNetwork);
        return new AnswerWithHeaders(
          { message: 'Logged in.', user, csrf_token: csrfTokenOf(token) },
          { 'set-cookie': dependencies.cookies.set(token, isSecure(facts)), 'cache-control': 'no-store' },
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'console.session.get',
      duringSetup: true,
      path: '/console/session',
      summary: 'Read the logged-in account and the features of this installation',
      access: 'account',
      success: { status: 200, schema: consoleSessionResponse },
      handle: async (context, { facts }) =>
        new AnswerWithHeaders(await readSession(dependencies, context, facts.csrfToken ?? ''), {
          'cache-control': 'no-store',
        }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'console.logout',
      duringSetup: true,
      path: '/console/logout',
      summary: 'Revoke the session and clear its cookie',
      access: 'account',
      success: { status: 200, schema: messageResponse },
      handle: async ({ userId, actor }, { facts }) => {
        await logout(dependencies.accounts, { userId, tokenId: actor.tokenId });
        return new AnswerWithHeaders(
          { message: 'Logged out.' },
          { 'set-cookie': dependencies.cookies.end(isSecure(facts)) },
        );
      },
    }),
  ];
}

function passwordRoute({ accounts }: ConsoleDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    operationId: 'console.password.update',
    path: '/console/password',
    summary: 'Change the password and end all other sessions',
    access: 'account',
    body: changePasswordRequest,
    success: { status: 200, schema: messageResponse },
    refusals: [403, 503],
    handle: async (context, { body, facts }) => {
      const { remoteNetwork } = facts;
      await changeOwnPassword(accounts, { actor: context.actor, remoteNetwork }, body);
      return { message: 'Password changed.' };
    },
  });
}

function timezoneRoute({ accounts }: ConsoleDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    operationId: 'console.timezone.update',
    role: 'admin',
    path: '/console/timezone',
    summary: 'Change the account’s time zone',
    access: 'account',
    body: changeTimezoneRequest,
    success: { status: 200, schema: messageResponse },
    handle: async ({ userId }, { body }) => {
      await changeOwnTimezone(accounts.database, userId, body.timezone);
      return { message: 'Time zone changed.' };
    },
  });
}

function keysRoute({ accounts }: ConsoleDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'console.apiKeys.list',
    role: 'admin',
    path: '/console/api-keys',
    summary: 'List the account’s API keys with their expiry dates',
    access: 'account',
    success: { status: 200, schema: consoleKeysResponse },
    handle: async (context) => ({ data: await listDatedKeys(accounts, context) }),
  });
}

function changesRoute({ accounts, changes }: ConsoleDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'console.changes.stream',
    duringSetup: true,
    description: 'Each event names the kinds of objects that have changed; read them again.',
    path: '/console/changes',
    summary:
      'Stream account changes as server-sent events: `ready`, then `changes` with topics, and `still-here` as a heartbeat',
    access: 'account',
    success: { status: 200, schema: changesEvent, contentType: 'text/event-stream; charset=utf-8' },
    refusals: [503],
    handle: async ({ userId, actor: { tokenId, role } }) => {
      const caller = { userId, tokenId, role };
      const gone = new AbortController();
      const events = followChanges({ hub: changes, clock: accounts.clock }, caller, gone.signal);
      return new EventStream(events, () => gone.abort());
    },
  });
}

function statisticsRoute({ accounts }: ConsoleDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'statistics.get',
    description: 'Zeros for days without activity.',
    path: '/user/statistics',
    summary: 'Read calls, conversations, spend and failures by day in the account’s time zone',
    access: 'account',
    query: statisticsQuery,
    success: { status: 200, schema: statisticsResponse },
    handle: ({ userId }, { query }) => readStatistics(accounts.database, userId, query),
  });
}

function searchRoute({ accounts }: ConsoleDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'search.run',
    description: 'At most five results of each kind, best first.',
    path: '/user/search',
    summary: 'Search the account by name, number or id, with a few results of each kind',
    access: 'account',
    query: searchQuery,
    success: { status: 200, schema: searchResponse },
    handle: async ({ userId, actor }, { query }) => {
      const { data } = await searchAccount(accounts.database, userId, query.query);
      return { data: data.filter(({ kind }) => includesRole(actor.role, roleToFind(kind))) };
    },
  });
}

/** The role that sees the pages of a kind. */
function roleToFind(kind: z.output<typeof foundThing>['kind']): Role {
  const isSecret = kind === 'api_key' || kind === 'webhook_target' || kind === 'webhook_delivery';
  return isSecret ? 'admin' : 'viewer';
}

/** Behind an unconfigured proxy the browser's Origin is more reliable than ours. */
function isSecure({ browserOrigin, origin }: RequestFacts): boolean {
  return (browserOrigin ?? origin).startsWith('https:');
}
