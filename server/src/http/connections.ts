import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Answered connections that kept themselves alive are looked for this often while the server closes. */
const IDLE_CHECK_MS = 5_000;

/** Answers given from the start of `close` on end their connection, so that none stays idle until it times out. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** Lets requests under way be answered and WebSockets go on; when `over` is aborted, what is still connected is cut off. */
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
 * Cuts clients off that have not sent their whole body within `limitMs(request)`, where that is a number. It counts from
 * when the body is read, or when it was answered without: what is asked of the database before that takes its own time.
 */
export function limitBodyTimes(
  app: FastifyInstance,
  limitMs: (request: FastifyRequest) => number | null,
): void {
  const limit = async (request: FastifyRequest): Promise<void> => {
    const ms = limitMs(request);
    if (ms !== null) limitBodyTime(request.raw, ms);
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
