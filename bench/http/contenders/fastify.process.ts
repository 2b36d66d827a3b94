import Fastify from 'fastify';
import { openDatabase } from '../../../server/src/db/client.ts';
import { pageEnvelope } from '../../../server/src/http/pagination.ts';
import { findTokens } from '../../../server/src/modules/accounts/tokens/token-store.ts';
import { hashToken } from '../../../server/src/modules/accounts/tokens/token-text.ts';
import type { AssistantColumns } from '../../../server/src/modules/assistants/configuration/columns.ts';
import { settingDefaults } from '../../../server/src/modules/assistants/configuration/defaults.ts';
import { readPages } from '../../../server/src/modules/assistants/listing/read-pages.ts';
import { insertAssistant } from '../../../server/src/modules/assistants/store.ts';
import { readCatalog } from '../../../server/src/modules/catalog/store.ts';
import { contenderEnvironment } from './environment.ts';

// Parley's SQL behind plain Fastify: no validation, no limits, no request ids, no log.
const { port, databaseUrl } = contenderEnvironment();
const database = openDatabase({ connectionString: databaseUrl }, () => {});
const choice = { mode: 'pipeline', languageId: 1, voiceId: 1 } as const;
const defaults = settingDefaults(await readCatalog(database), choice);
const json = 'application/json; charset=utf-8';

const noFacts = {
  accept: '',
  lastEventId: null,
  browserOrigin: null,
  isCrossOrigin: false,
  csrfToken: null,
  remoteNetwork: '',
  accountId: null,
  guest: null,
  tokenId: null,
  namedRequest: null,
};

async function userOf(authorization: string | undefined): Promise<number> {
  const hash = hashToken((authorization ?? '').slice('Bearer '.length));
  const [row] = await findTokens(database, [hash]);
  if (!row) throw new Error('Unauthenticated.');
  return row.user_id;
}

/** Accepts any body that is an object. */
function asColumns(body: unknown): AssistantColumns {
  if (typeof body !== 'object' || body === null) throw new Error('The body is not an object.');
  return { ...defaults, ...body } as AssistantColumns;
}

const app = Fastify({ logger: false });
app.get('/api/health', async () => ({ status: 'ok' }));
app.get('/api/user/assistants/get', async (request, reply) => {
  const userId = await userOf(request.headers.authorization);
  const page = { page: 1, perPage: 10 };
  const [path = '', queryString = ''] = request.url.split('?', 2);
  const origin = `${request.protocol}://${request.host}`;
  const facts = { ...noFacts, origin, path, queryString };
  const [read] = await readPages(database, [{ userId, ...page, knownVersion: null }]);
  if (read === undefined) throw new Error('The page was not read.');
  return reply.header('content-type', json).send(pageEnvelope(facts, page, read.page));
});
app.post('/api/user/assistant', async (request, reply) => {
  const userId = await userOf(request.headers.authorization);
  const { hasDisabledEndpoint: _, ...data } = await insertAssistant(
    database,
    userId,
    asColumns(request.body),
  );
  return reply.code(201).send({ message: 'Assistant created successfully.', data });
});
await app.listen({ port, host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await database.close();
});
