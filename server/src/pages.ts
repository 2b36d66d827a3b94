import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './core/clock.ts';
import type { Database } from './db/client.ts';
import { HEALTH_PATH } from './http/readiness.ts';

/** Clients of the health check usually give up soon after this time. */
const HEALTH_MS = 3000;

/** Registers the routes besides the declared ones: health check and OpenAPI document. */
export function registerPages(
  app: FastifyInstance,
  deps: {
    database: Pick<Database, 'ping'>;
    /** Throws while the database cannot store anything. */
    checkStorage(): Promise<void>;
    clock: Clock;
    /** Aborted when this process starts to shut down. */
    stopping: AbortSignal;
    /** False while the first start creates the owner and the demo. */
    isReady(): boolean;
    /** The OpenAPI document as JSON. */
    document(): string;
    version: string;
  },
): void {
  app.get(HEALTH_PATH, async (_request, reply) => {
    // Running calls and requests are finished; load balancers send new ones to other processes.
    if (deps.stopping.aborted) {
      return reply.code(503).send({ status: 'stopping', message: 'This process is stopping.' });
    }
    if (!deps.isReady()) {
      return reply.code(503).send({ status: 'starting', message: 'This process is starting.' });
    }
    try {
      await answersInTime(deps);
    } catch {
      return reply.code(503).send({ status: 'unavailable', message: 'The database does not answer.' });
    }
    try {
      await deps.checkStorage();
    } catch {
      return reply.code(503).send({ status: 'unavailable', message: 'The database cannot store anything.' });
    }
    return reply.send({ status: 'ok', version: deps.version });
  });
  serveDocument(app, deps.document);
}

/** Serves the OpenAPI document compressed, and not at all to clients that have it. */
function serveDocument(app: FastifyInstance, document: () => string): void {
  let served: { text: string; compressed: Buffer; tag: string } | undefined;
  app.get('/api/openapi.json', (request, reply) => {
    served ??= encoded(document());
    // Weak, because compressed and plain bytes have the same tag.
    reply.headers({ etag: `W/"${served.tag}"`, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match']?.includes(`"${served.tag}"`) === true) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(served.text);
    return reply.header('content-encoding', 'gzip').send(served.compressed);
  });
}

function encoded(text: string): { text: string; compressed: Buffer; tag: string } {
  return { text, compressed: gzipSync(text), tag: createHash('sha256').update(text).digest('base64url') };
}

function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /(?:^|[\s,])gzip\s*(?:;\s*q=(?!0(?:\.0*)?(?:,|$))[^,]*)?(?:,|$)/i.test(String(accepted ?? ''));
}

async function answersInTime({
  database,
  clock,
}: {
  database: Pick<Database, 'ping'>;
  clock: Clock;
}): Promise<void> {
  const late = new AbortController();
  const over = new AbortController();
  const limit = clock.sleep(HEALTH_MS, over.signal).then(
    () => late.abort(new Error('The database has not answered in time.')),
    () => undefined,
  );
  try {
    await database.ping(late.signal);
  } finally {
    over.abort();
    await limit;
  }
}
