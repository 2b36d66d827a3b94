import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import { endConnectionsOnClose, limitBodyTimes } from './connections.ts';
import { readableContentType } from './content-type.ts';
import { errorReply } from './error-reply.ts';
import { readJsonBody } from './json-body.ts';
import { UPLOAD_LIMIT_BYTES } from './multipart.ts';
import { HEALTH_PATH } from './readiness.ts';
import { limitSocket } from './request-limits.ts';
import type { Route } from './route.ts';
import { type RouteServing, routeServing, type ServeDeps } from './serve-route.ts';
import type { SocketRoute } from './socket-route.ts';
import { acceptUpgrades } from './socket-upgrades.ts';
import { answerUnreadable } from './unreadable-request.ts';
import { allowedMethods, type MethodsByPath } from './wrong-method.ts';

export interface HttpServerDeps extends ServeDeps {
  routes: readonly Route[];
  /** None when absent. */
  socketRoutes?: readonly SocketRoute[];
  /** Pages and files outside `/api`: registered as they are. */
  registerPages?(app: FastifyInstance): void;
  /** Asked for what is no route: answers it, or false where it is nothing at all. */
  serveFiles?(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** How many proxies, or the addresses of those, that X-Forwarded-For is believed from. */
  trustedProxies: number | string[];
  onResponse?(request: FastifyRequest, reply: FastifyReply): void;
  /** All requests except health wait for it. Absent: no wait. */
  ready?: Promise<void>;
  /** How long clients may take to send a body. */
  bodyTimes?: BodyTimes;
}

export interface BodyTimes {
  jsonMs: number;
  /** Also for what the server refuses before it reads the body. */
  uploadMs: number;
}

const BODY_TIMES: BodyTimes = { jsonMs: 60_000, uploadMs: 600_000 };

/** The longest system prompt, escaped, is 600 kB. */
const JSON_LIMIT_BYTES = 1024 * 1024;
/** Limit without a credential, also for paths without a route. */
const PUBLIC_JSON_LIMIT_BYTES = 64 * 1024;
/** More than Node reads of a request's head: a long parameter is not found by its route, in its own words. */
const MAX_ADDRESS_LENGTH = 65_536;

/** The HTTP server around the list of routes: `/api` plus path for each, and JSON answers for all that is none. */
export async function createHttpServer(deps: HttpServerDeps): Promise<FastifyInstance> {
  const bodyTimes = deps.bodyTimes ?? BODY_TIMES;
  const app = Fastify({
    logger: false,
    requestTimeout: bodyTimes.uploadMs,
    bodyLimit: PUBLIC_JSON_LIMIT_BYTES,
    genReqId: (request) => saneRequestId(request.headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_ADDRESS_LENGTH },
    // Keeps proxies and browsers from being cut off between two requests.
    keepAliveTimeout: 72_000,
    // Routes are validated by their Zod schemas: Fastify would load Ajv for schemas that we never give it.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    trustProxy: proxyTrust(deps.trustedProxies),
    clientErrorHandler: answerUnreadable,
    // Addresses that the router cannot read never reach the hooks.
    frameworkErrors: (error, request, reply) =>
      refuse(reply.headers(headersFor(request)), request, asAppError(error, request, deps)),
  });
  readJsonBodies(app);
  await app.register(multipart);
  const paths = rememberPaths(app);
  endConnectionsOnClose(app);
  limitBodyTimes(app, ({ routeOptions }) =>
    (routeOptions.bodyLimit ?? 0) < UPLOAD_LIMIT_BYTES ? bodyTimes.jsonMs : null,
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request));
    // Health says itself that the server is not ready.
    const [path] = request.url.split('?', 1);
    if (deps.ready !== undefined && path !== HEALTH_PATH) await deps.ready;
    const type = request.headers['content-type'];
    if (type !== undefined) request.raw.headers['content-type'] = readableContentType(type);
  });
  if (deps.onResponse !== undefined) {
    const { onResponse } = deps;
    app.addHook('onResponse', async (request, reply) => onResponse(request, reply));
  }
  closeConnectionsWhenDone(app);
  // Before the scope of the raw routes is loaded: routes keep the handler that they were loaded with.
  app.setErrorHandler((error, request, reply) => {
    const failure = asAppError(error, request, deps);
    // A body that is too large for a path that is none: the path is the mistake. The rest of the body is not read.
    if (request.is404 && failure instanceof AppError && failure.code === 'too-large') {
      return refuseUnknown(reply.header('connection', 'close'), request, allowedMethods(paths));
    }
    return refuse(reply, request, failure);
  });
  const serving = routeServing(deps);
  const { json, raw, spooled } = Object.groupBy(deps.routes, bodyKind);
  for (const route of json ?? []) addRoute(app, route, serving);
  await app.register(async (scope) => {
    readBytes(scope);
    for (const route of raw ?? []) addRoute(scope, route, serving);
  });
  await app.register(async (scope) => {
    leaveUnread(scope);
    for (const route of spooled ?? []) addRoute(scope, route, serving);
  });
  addSocketRoutes(app, deps);
  deps.registerPages?.(app);
  answerOptions(app, new Map(paths));
  const allowed = allowedMethods(paths);
  app.setNotFoundHandler(async (request, reply) => {
    if (await deps.serveFiles?.(request, reply)) return reply;
    await serving.count(request, reply);
    return refuseUnknown(reply, request, allowed);
  });
  return app;
}

/** 404 for a path that is none, 405 for a verb that the path has not. */
function refuseUnknown(
  reply: FastifyReply,
  request: FastifyRequest,
  allowed: ReturnType<typeof allowedMethods>,
): FastifyReply {
  const [path = ''] = request.url.split('?', 1);
  const methods = allowed(path);
  if (methods === null) return refuse(reply, request, new AppError('not-found', 'Not found.'));
  const message = `The ${request.method} method is not supported for this path.`;
  return reply.code(405).header('allow', methods.join(', ')).send({ message });
}

function refuseSchema(): never {
  throw new Error('Routes declare Zod schemas, not schemas of Fastify.');
}

/** How the body of a route's requests is read. */
function bodyKind({ raw, spool }: Route): 'json' | 'raw' | 'spooled' {
  if (raw !== undefined) return 'raw';
  return spool === undefined ? 'json' : 'spooled';
}

function addRoute(app: FastifyInstance, route: Route, serving: RouteServing): void {
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    bodyLimit: bodyLimitOf(route),
    onRequest: (request, reply) => serving.admit(route, request, reply),
    handler: (request, reply) => serving.serve(route, request, reply),
  });
}

function bodyLimitOf(route: Route): number {
  if (route.upload !== undefined) return UPLOAD_LIMIT_BYTES;
  const ownBytes = (route.raw ?? route.spool)?.maxBytes ?? route.maxBodyBytes;
  return ownBytes ?? (route.access === 'public' ? PUBLIC_JSON_LIMIT_BYTES : JSON_LIMIT_BYTES);
}

function addSocketRoutes(app: FastifyInstance, deps: HttpServerDeps): void {
  const serve = acceptUpgrades(app, deps.publicUrl);
  for (const route of deps.socketRoutes ?? []) {
    app.get(`/api${route.path}`, async (request, reply) => {
      await limitSocket(deps, request, reply);
      await serve(route, request, reply);
      return reply;
    });
  }
}

/** Hop 0 is who connected; with none trusted the header is not even read. */
function proxyTrust(
  proxies: number | string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return proxies;
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

/** What every answer carries. */
function headersFor(request: FastifyRequest): Record<string, string> {
  return {
    'x-request-id': request.id,
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, idempotency-replayed',
  };
}

/** A stopping server waits for answers under way, not for clients to let go of their connections afterwards. */
function closeConnectionsWhenDone(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async () => {
    // On the next turn of the loop the connection counts as idle.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}

/** The verbs of every path, filled in as routes are added. */
function rememberPaths(app: FastifyInstance): Map<string, Set<string>> {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByPath.set(url, methods);
  });
  return methodsByPath;
}

/** A request id from outside is taken over when it is short and harmless in logs and headers. */
function saneRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : null;
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Whatever the client calls it, a body that is not multipart is read as JSON.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    // Bodies sent to unknown routes are not read.
    request.is404 ? {} : readJsonBody(bytes, request.headers['content-encoding']),
  );
}

/** For raw routes, which get multipart bodies as they came too. */
function readBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  );
}

/** For routes that read the stream themselves. Multipart bodies are left alone anyway. */
function leaveUnread(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request) => {
    request.raw.headers['content-type'] ??= 'application/json';
  });
}

function answerOptions(app: FastifyInstance, methodsByPath: MethodsByPath): void {
  for (const [url, methods] of methodsByPath) {
    const allow = [...methods, 'OPTIONS'].join(', ');
    app.options(url, (_request, reply) =>
      reply
        .code(204)
        .headers({
          allow,
          'access-control-allow-methods': allow,
          'access-control-allow-headers':
            'authorization, content-type, accept, idempotency-key, x-request-id',
          'access-control-max-age': '86400',
        })
        .send(),
    );
  }
}

function asAppError(error: unknown, request: FastifyRequest, deps: HttpServerDeps): unknown {
  if (error instanceof AppError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new AppError('too-large', 'The request body is too large.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('bad-request', 'The request could not be read.', { cause: error });
  }
  deps.reportFailure(error, {
    requestId: request.id,
    route: `${request.method} ${request.routeOptions.url}`,
  });
  return error;
}

function refuse(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
  const refusal = errorReply(error, { errors: 'message' }, request.id);
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body));
}
