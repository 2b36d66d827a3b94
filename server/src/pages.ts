import type { FastifyInstance } from 'fastify';
import type { Clock } from './core/clock.ts';
import type { Database } from './db/client.ts';
import { REFERENCE_PAGE, REFERENCE_POLICY } from './reference/page.ts';

/** Whoever asks whether this process is well gives up soon after. */
const HEALTH_MS = 3000;

/** What is served beside the declared routes: health, the OpenAPI document, the reference page. */
export function registerPages(
  app: FastifyInstance,
  parts: {
    database: Pick<Database, 'ping'>;
    clock: Clock;
    /** Aborted when this process is told to stop. */
    stopping: AbortSignal;
    /** The OpenAPI document as JSON. */
    document(): string;
    version: string;
  },
): void {
  app.get('/api/health', async (_request, reply) => {
    // Calls and requests under way are finished; balancers bring new ones elsewhere.
    if (parts.stopping.aborted) {
      return reply.code(503).send({ status: 'stopping', message: 'This process is stopping.' });
    }
    try {
      await answersInTime(parts);
      return reply.send({ status: 'ok', version: parts.version });
    } catch {
      return reply.code(503).send({ status: 'unavailable', message: 'The database does not answer.' });
    }
  });
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(parts.document()),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': REFERENCE_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(REFERENCE_PAGE),
  );
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
