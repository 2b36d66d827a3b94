import type { FastifyInstance } from 'fastify';
import type { Executor } from './db/client.ts';
import { REFERENCE_PAGE, REFERENCE_POLICY } from './reference/page.ts';

/** What is served beside the declared routes: health, the OpenAPI document, the reference page. */
export function registerPages(
  app: FastifyInstance,
  parts: { database: Executor; document: string; version: string },
): void {
  app.get('/api/health', async (_request, reply) => {
    try {
      await parts.database.query('select 1');
      return reply.send({ status: 'ok', version: parts.version });
    } catch {
      return reply.code(503).send({ status: 'unavailable', message: 'The database does not answer.' });
    }
  });
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(parts.document),
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
