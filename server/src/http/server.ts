import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
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

export interface HttpServerDeps extends ServeDeps {
  socketRoutes?: readonly SocketRoute[];
  /** Registers pages and files outside `/api`. */
  registerPages?(app: FastifyInstance): void;
  /** Called for unknown paths. @returns false if there is no such file */
  serveFiles?(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** Number or addresses of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: number | string[];
  onResponse?(request: FastifyRequest, reply: FastifyReply): void;
  /** All requests except health checks wait for this promise. */
  ready?: Promise<void>;
  /** How long clients may take to send a body. */
  bodyTimes?: BodyTimes;
}

export interface BodyTimes {
  jsonMs: number;
  /** Also applies to requests that are refused before their body is read. */
  uploadMs: number;
}

const BODY_TIMES: BodyTimes = { jsonMs: 60_000, uploadMs: 600_000 };

/** The longest system prompt, escaped, is 600 kB. */
const JSON_LIMIT_BYTES = 1024 * 1024;
/** Body limit without a credential, including for paths without a route. */
const PUBLIC_JSON_LIMIT_BYTES = 64 * 1024;
/** Longer than Node's limit for request heads, so a long parameter is answered by its route. */
const MAX_ADDRESS_LENGTH = 65_536;

/** The HTTP server: every route under `/api`, and JSON errors for everything else. */
export async function createHttpServer(deps: HttpServerDeps): Promise<FastifyInstance> {
  const bodyTimes = deps.bodyTimes ?? BODY_TIMES;
  const app = Fastify({
    logger: false,
    requestTimeout: bodyTimes.uploadMs,
    bodyLimit: PUBLIC_JSON_LIMIT_BYTES,
    genReqId: (request) => saneRequestId(request.headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_ADDRESS_LENGTH },
    // Users of MCP clients expect the endpoint there.
    rewriteUrl: ({ url = '' }) => url.replace(/^\/mcp(?=\/?(?:\?|$))/, '/api/mcp'),
    // Longer than the idle timeout of common proxies (60 s), so that they do not reuse a closed connection.
    keepAliveTimeout: 72_000,
    // Zod validates; without this Fastify would load Ajv.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    trustProxy: proxyTrust(deps.trustedProxies),
    clientErrorHandler: answerUnreadable,
    // Handles URLs that the router cannot parse, because they never reach the hooks.
    frameworkErrors: (error, request, reply) =>
      refuse(reply.headers(headersFor(request)), request, asAppError(error, request, deps)),
  });
  readJsonBodies(app, deps.routes);
  await app.register(multipart);
  const paths = rememberPaths(app);
  endConnectionsOnClose(app);
  limitBodyTimes(app, ({ routeOptions }) =>
    (routeOptions.bodyLimit ?? 0) < UPLOAD_LIMIT_BYTES ? bodyTimes.jsonMs : null,
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request));
    // The health route itself reports that the server is not ready.
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
  // Set before the raw routes are registered: routes keep the handler that was set at registration.
  app.setErrorHandler((error, request, reply) => {
    const failure = asAppError(error, request, deps);
    // For an unknown path answer 404 even if the body is too large. The rest of the body is not read.
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

/** 404 for an unknown path, 405 for a method that the path does not have. */
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
  throw new Error('Routes must declare Zod schemas, not Fastify schemas.');
}

/** Body parser of a route. */
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
  const serve = acceptUpgrades(app, deps);
  for (const route of deps.socketRoutes ?? []) {
    app.get(`/api${route.path}`, async (request, reply) => {
      await limitSocket(deps, request, reply);
      await serve(route, request, reply);
      return reply;
    });
  }
}

/** Hop 0 is the direct peer. Without trusted proxies the header is ignored. */
function proxyTrust(
  proxies: number | string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return proxies;
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

/** Headers of every answer. */
function headersFor(request: FastifyRequest): Record<string, string> {
  return {
    'x-request-id': request.id,
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, idempotency-replayed',
  };
}

/** During shutdown, closes connections after their answer instead of waiting for clients to close them. */
function closeConnectionsWhenDone(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async () => {
    // The connection counts as idle on the next turn of the event loop.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}

/** HTTP methods of every path, collected while routes are registered. */
function rememberPaths(app: FastifyInstance): Map<string, Set<string>> {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByPath.set(url, methods);
  });
  return methodsByPath;
}

/** Accepts a client's request id if it is short and safe in logs and headers. */
function saneRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(header) ? header : null;
}

const LARGE_BODY_BYTES = 1_000_000;

function readJsonBodies(app: FastifyInstance, routes: readonly Route[]): void {
  const maxValues = new Map(
    routes.map(({ method, path, maxBodyValues }) => [`${method} /api${path}`, maxBodyValues]),
  );
  app.removeAllContentTypeParsers();
  // Every body that is not multipart is parsed as JSON, whatever its content type.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    // Bodies sent to unknown routes are not parsed.
    if (request.is404) return {};
    const most = maxValues.get(`${request.method} ${request.routeOptions.url}`);
    const body = readJsonBody(bytes, request.headers['content-encoding'], most);
    // Live calls need the event loop between parsing and validating ten thousand leads.
    if (bytes.length > LARGE_BODY_BYTES) await setImmediate();
    return body;
  });
}

/** Reads bodies as bytes, for raw routes, which also receive multipart bodies unparsed. */
function readBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  );
}

/** Leaves bodies unread, for routes that read the stream themselves. Multipart bodies are never parsed here. */
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
            'authorization, content-type, accept, idempotency-key, last-event-id, x-request-id',
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

/** Answers bytes that are not a valid HTTP request and closes the connection. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = verdict(error.code);
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${randomUUID()}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function verdict(code: string | undefined): { status: number; message: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, message: 'The request headers are too large.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, message: 'The request did not arrive in time.' };
  }
  return { status: 400, message: 'The request could not be read.' };
}

/** HTTP methods by path, parameters written `:id`. */
type MethodsByPath = ReadonlyMap<string, ReadonlySet<string>>;

/** Methods that exist for a path, for 405 answers; null for an unknown path. Called only if the router found no route. */
function allowedMethods(methodsByPath: MethodsByPath): (path: string) => string[] | null {
  const known = [...methodsByPath].map(([path, methods]) => ({ words: path.split('/'), methods }));
  return (path) => {
    const words = path.replace(/(?<=.)\/$/, '').split('/');
    const methods = known.flatMap((one) => (fits(one.words, words) ? [...one.methods] : []));
    return methods.length === 0 ? null : [...new Set(methods)];
  };
}

function fits(pattern: readonly string[], words: readonly string[]): boolean {
  if (pattern.length !== words.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? words[index] !== '' : part === words[index]));
}
