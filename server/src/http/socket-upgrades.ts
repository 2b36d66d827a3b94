import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { validate } from '#contract/validation.ts';
import { AppError, notFound } from '../core/errors.ts';
import { isCrossOrigin } from './cross-origin.ts';
import { type CallerDeps, CrossSiteRequest, findCaller, type Identity } from './find-caller.ts';
import { readRawRequest } from './raw-route.ts';
import { earlyFacts } from './request-facts.ts';
import { requireRole, requireSecondFactor } from './route-role.ts';
import type { SocketRequest, SocketRoute } from './socket-route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes every WebSocket immediately. */
    cutOffSockets(): void;
  }
}

/** A connection that requests an upgrade, and the bytes that it sent after the request. */
interface Upgrade {
  socket: Socket;
  head: Buffer;
}

/** Accepts the WebSocket of a route on the request's connection, or throws an `AppError`. */
export type ServeSocket = (route: SocketRoute, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Routes upgrade requests like all other requests, so that limits, errors and logs are the same, and then accepts the
 * WebSocket. Offers to upgrade to other protocols are ignored, as HTTP allows.
 */
export function acceptUpgrades(app: FastifyInstance, deps: CallerDeps): ServeSocket {
  const asking = new WeakMap<IncomingMessage, Upgrade>();
  const servers = new Map<SocketRoute, WebSocketServer>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!asksForWebSocket(request)) {
      goOnWithout(app, request, { socket, head });
      return;
    }
    const upgrade = { socket: asNetSocket(socket), head };
    asking.set(request, upgrade);
    answerOver(app, request, upgrade.socket);
  });
  app.decorate('cutOffSockets', () => {
    for (const server of servers.values()) for (const socket of server.clients) socket.terminate();
  });
  return async (route, request, reply) => {
    const upgrade = asking.get(request.raw);
    if (upgrade === undefined || !isHandshake(request)) {
      throw new AppError('bad-request', 'This URL accepts only WebSocket connections.');
    }
    const server = serverOf(servers, route);
    refuseTooMany(server, route);
    const admitted = await route.admit(socketRequest(route, request, deps));
    let isOpened = false;
    try {
      refuseTooMany(server, route);
      reply.hijack();
      reply.raw.detachSocket(upgrade.socket);
      if (upgrade.socket.destroyed) return;
      // The callback runs synchronously, or never if the client has left.
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        isOpened = true;
        // An error is followed by `close`, which the owner of the socket handles.
        socket.on('error', () => undefined);
        route.open(admitted, socket);
      });
    } finally {
      if (!isOpened) route.abandon?.(admitted);
    }
  };
}

function answerOver(app: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  socket.on('error', () => socket.destroy());
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  // The HTTP parser is detached, so no further request can follow.
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.end());
  app.routing(request, response);
}

function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Checks the WebSocket key and version. Everything else is already checked. */
function isHandshake({ headers }: FastifyRequest): boolean {
  const isKey = /^[+/0-9a-z]{22}==$/i.test(String(headers['sec-websocket-key']));
  return isKey && headers['sec-websocket-version'] === '13';
}

const ABOUT_UPGRADES: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/**
 * Replays the request without its upgrade offer. Some clients offer HTTP/2 with every request
 * (Java's HttpClient does), bodies included, and continue in HTTP/1.1 when it is not accepted.
 */
function goOnWithout(
  app: FastifyInstance,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
    if (ABOUT_UPGRADES.has(name.toLowerCase())) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutOffers(value) : value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  app.server.emit('connection', socket);
}

function withoutOffers(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !ABOUT_UPGRADES.has(option.toLowerCase())).join(', ');
}

function serverOf(servers: Map<SocketRoute, WebSocketServer>, route: SocketRoute): WebSocketServer {
  const known = servers.get(route);
  if (known !== undefined) return known;
  const made = new WebSocketServer({
    noServer: true,
    maxPayload: route.maxPayloadBytes,
    // Audio does not compress well, and every compressor takes memory.
    perMessageDeflate: false,
  });
  servers.set(route, made);
  return made;
}

function refuseTooMany({ clients }: WebSocketServer, { maxSockets }: SocketRoute): void {
  if (clients.size < maxSockets) return;
  throw new AppError('unavailable', 'Too many connections are open.', { retryAfterSeconds: 10 });
}

function socketRequest(
  route: SocketRoute,
  request: FastifyRequest,
  deps: CallerDeps,
): SocketRequest<Record<string, unknown>> {
  const params = validate(route.params, Object.assign({}, request.params));
  if (!params.ok) throw notFound(route.resource);
  const { origin, browserOrigin, remoteNetwork } = earlyFacts(request, {
    publicUrl: deps.publicUrl,
    caller: null,
    guest: null,
  });
  return {
    params: params.value,
    request: readRawRequest({ method: 'GET' }, request, origin),
    browserOrigin,
    remoteNetwork,
    requestId: request.id,
    authenticate: async (needed) => {
      const caller = await authenticate(deps, request);
      requireRole(caller.role, needed);
      requireSecondFactor(caller);
      return caller;
    },
  };
}

async function authenticate(deps: CallerDeps, request: FastifyRequest): Promise<Identity> {
  const caller = await findCaller(deps, request);
  if (caller === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  // Any page can open a WebSocket to this server, and browsers then send our cookies.
  if (caller.isBrowser && isCrossOrigin(request, deps.publicUrl)) throw new CrossSiteRequest();
  return caller;
}

function asNetSocket(socket: Duplex): Socket {
  if (socket instanceof Socket) return socket;
  throw new TypeError('The upgraded connection is not a network socket.');
}
