import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How often idle keep-alive connections are closed during shutdown. */
const IDLE_CHECK_MS = 5_000;

/** After `close` begins, every answer closes its connection, so that none stays idle until its timeout. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** Lets running requests and WebSockets finish; when `over` aborts, remaining connections are closed. */
export async function closeServer(app: FastifyInstance, over: AbortSignal): Promise<void> {
  const cutOff = (): void => {
    app.server.closeAllConnections();
    app.cutOffSockets();
  };
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  over.addEventListener('abort', cutOff);
  try {
    const closed = app.close();
    if (over.aborted) cutOff();
    await closed;
  } finally {
    over.removeEventListener('abort', cutOff);
    clearInterval(idle);
  }
}

/**
 * Disconnects clients that have not sent their whole body within `limitMs(request)`, if that is a number. Time starts
 * when the body is read or the request is answered without it, so database work before that does not count.
 */
export function limitBodyTimes(
  app: FastifyInstance,
  limitMs: (request: FastifyRequest) => number | null,
): void {
  const limit = async (request: FastifyRequest): Promise<void> => {
    const ms = limitMs(request);
    // Injected requests have no connection, and their body is complete.
    if (ms !== null && request.raw.socket instanceof Socket) limitBodyTime(request.raw, ms);
  };
  app.addHook('preParsing', limit);
  app.addHook('onResponse', limit);
}

function limitBodyTime(request: IncomingMessage, limitMs: number): void {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  if (!hasBody || request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), limitMs);
  const done = (): void => clearTimeout(timer);
  request.once('end', done);
  request.once('close', done);
}
