import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import manifest from '../../package.json' with { type: 'json' };
import { allRoutes, allSocketRoutes, type Dependencies } from './app.ts';
import { campaignSlots } from './compose/campaigns.ts';
import { type OpenConnection, openConnection } from './compose/connection.ts';
import { innerOrigin } from './compose/inner-address.ts';
import { JOB_CONNECTIONS, type JobDeps, orderSettling, startJobs } from './compose/jobs.ts';
import type { Overrides } from './compose/module-deps.ts';
import { composeModules } from './compose/modules.ts';
import { registerOidcPages } from './compose/oidc-pages.ts';
import { composeSecretBox } from './compose/secrets.ts';
import type { LiveProviders } from './compose/vendors/provider-set.ts';
import { holdsCalls, startVoice } from './compose/voice.ts';
import { composeEvents, startWebhooks, type WebhookDeps } from './compose/webhooks.ts';
import { type Config, ConfigError, paidServices, type Secrets } from './config/config.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { Disposer } from './core/disposer.ts';
import type { Log } from './core/log.ts';
import type { SecretBox } from './core/secret-box.ts';
import { Shutdown } from './core/shutdown.ts';
import { type Database, openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { requireDatabase } from './db/require-database.ts';
import { followDatabaseClock } from './db/shared-clock.ts';
import { createStorageHealth, type StorageHealth } from './db/storage-health.ts';
import { closeServer } from './http/connections.ts';
import { createIdempotencyStore } from './http/idempotency.ts';
import { listen } from './http/listen.ts';
import { openApiDocument } from './http/openapi.ts';
import { type AddressRange, parseAddressRanges } from './http/outbound/address-rules.ts';
import type { Resolve } from './http/outbound/guarded-connect.ts';
import { createOutboundClient } from './http/outbound/outbound-client.ts';
import type { OutboundClient } from './http/outbound/outbound-request.ts';
import { createReadiness, type Readiness } from './http/readiness.ts';
import { createHttpServer } from './http/server.ts';
import type { SocketRoute } from './http/socket-route.ts';
import { type InjectRequest, mcpRoute } from './mcp/route.ts';
import { authenticate } from './modules/accounts/actions.ts';
import { recordExport } from './modules/audit-log/actions.ts';
import { mediaOrigins } from './modules/calls/asking/web-call.ts';
import { CHANGES_CHANNEL } from './modules/console/changes/notification.ts';
import { sweepKnowledgeJob } from './modules/knowledge/jobs.ts';
import { registerPages } from './pages.ts';
import { BUILT_FOLDERS, serveWebFiles, type WebFolders } from './web-files/serve-web-files.ts';
import { enqueue } from './work/define-job.ts';
import { startNotificationListener } from './work/notification-listener.ts';
import { createNotifier, type Notifier, WORK_CHANNEL } from './work/notifier.ts';
import { type ProcessRegistry, startProcessRegistry } from './work/process-registry.ts';
import { migrateJobs } from './work/runner.ts';

/** A server before it answers requests. */
export interface PreparedServer {
  dependencies: Dependencies;
  database: Database;
}

export interface Server extends PreparedServer {
  /** `http://host:port` */
  address: string;
  /** Lets running requests and jobs finish within the limits of `Shutdown`, then closes everything. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  log: Log;
  overrides?: Overrides;
  signal?: AbortSignal;
  /** A connection that is already being opened; the server owns it from here on. */
  opening?: Promise<OpenConnection>;
  /** Runs once the server listens. Until it is done, health is 503 and other requests wait. */
  prepare?(server: PreparedServer): Promise<void>;
}

const VERSION = manifest.version;

/**
 * Constructs and starts the whole server. Everything is closed again when a later part fails, or when
 * `signal` aborts during the start.
 */
export async function startServer(
  config: Config,
  secrets: Secrets,
  { log, overrides = {}, signal, opening, prepare }: ServerOptions,
): Promise<Server> {
  const disposer = new Disposer();
  const shutdown = new Shutdown(overrides.shutdownLimits);
  const stop = stopOnce(disposer, shutdown, log);
  try {
    const given = opening && ownConnection(disposer, opening);
    allowedRanges(config);
    warnOfSandbox(config, secrets, log);
    const open = () => given ?? ownConnection(disposer, openConnection(config, secrets, log));
    const connection = overrides.connection ?? (await open()).connection;
    signal?.throwIfAborted();
    const storage = createStorageHealth();
    const database = await prepareDatabase(connection, storage, { log, disposer });
    const { probe, sharedClock } = await openProbe(connection, log, disposer);
    const clock = overrides.clock ?? sharedClock;
    signal?.throwIfAborted();
    const registry = disposer.own(
      'process registry',
      await startProcessRegistry({
        connection,
        role: config.role,
        clock: systemClock,
        log,
        callsCampaigns: holdsCalls(config) && campaignSlots(config) > 0,
        // Runs in every role, because it only enqueues jobs.
        afterDeaths: orderSettling,
      }),
      (owned) => owned.stop(),
    );
    const secretBox = await composeSecretBox(config, secrets, database);
    const outbound = composeOutbound(config, { clock, resolve: overrides.resolve }, disposer);
    const listeners = overrides.eventListeners ?? [];
    const notifier = createNotifier({
      database,
      processId: registry.processId,
      onFailure: (error) =>
        log.warn({ error }, 'Other processes could not be notified of work; they find it by polling.'),
    });
    const { recordEvent, expected } = composeEvents({ clock, notifier, listeners });
    const opened = { database, storage, secretBox, outbound, recordEvent, notifier, expected };
    let origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
    const dependencies = await composeModules({
      ...opened,
      connection,
      config,
      secrets,
      log,
      clock,
      disposer,
      shutdown,
      overrides,
      sharedClock,
      processId: registry.processId,
      origin: () => origin,
    });
    const { providers } = dependencies;
    await listenForWork({ connection, log, notifier, disposer, dependencies });
    // Another process may have connected a vendor before this one listened.
    await providers.refresh();
    await requireOneEmbedder(registry, providers.embedder.model);
    followEmbedder(providers, { registry, database, log });
    const started = { connection, log, registry, dependencies, clock, sharedClock, disposer };
    if (config.role !== 'api') {
      await startBackgroundWork(config, { ...started, ...opened, shutdown, overrides, origin: () => origin });
    }
    const voice = holdsCalls(config)
      ? await startVoice({
          ...started,
          config,
          secrets,
          database,
          shutdown,
          outbound,
          secretBox,
          origin: () => origin,
          processId: registry.processId,
          overrides: overrides.voice ?? {},
        })
      : null;
    const web = { sockets: voice?.sockets ?? [], folders: overrides.webFolders ?? BUILT_FOLDERS };
    const readiness = createReadiness();
    const http = {
      ...started,
      ...web,
      config,
      secrets,
      database,
      probe,
      storage,
      secretBox,
      shutdown,
      readiness,
    };
    const app = await composeHttp(http);
    disposer.own('http server', app, (owned) => closeServer(owned, shutdown.deadline));
    // Drained before the parts that calls need are closed, so that running calls can end normally.
    disposer.own('calls in progress', voice, (owned) => owned?.drain());
    // Closed first, because open event streams would block the HTTP server's shutdown.
    disposer.own('live changes', dependencies.console.changes, (owned) => owned.close());
    await listen(app, config);
    await readiness.after(prepare?.({ dependencies, database }));
    const port = listeningPort(app) ?? config.port;
    const address = `http://${config.host}:${port}`;
    origin = config.publicUrl ?? address;
    await registry.setInnerOrigin(innerOrigin(config, port));
    if (voice !== null) await registry.setMediaOrigin(origin);
    return { address, dependencies, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function stopOnce(disposer: Disposer, shutdown: Shutdown, log: Log): () => Promise<void> {
  const close = async (): Promise<void> => {
    shutdown.begin();
    await disposer.close((part, error) => log.error({ part, error }, 'Shutdown of a component failed.'));
  };
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= close();
    return stopped;
  };
}

/** Jobs, loops and webhooks. */
async function startBackgroundWork(
  config: Config,
  deps: Omit<JobDeps, 'database' | 'loopDatabase' | 'auditDays'> &
    Pick<WebhookDeps, 'connection' | 'secretBox' | 'notifier' | 'expected' | 'shutdown'> & {
      overrides: Overrides;
      storage: StorageHealth;
    },
): Promise<void> {
  const { connection, log, disposer, registry } = deps;
  // A separate pool, so that jobs waiting for locks do not take connections from requests.
  const database = openPool({ ...connection, max: JOB_CONNECTIONS }, { log, disposer }, deps.storage);
  const loopDatabase = openPool({ ...connection, max: 1 }, { log, disposer });
  await startJobs({ ...deps, database, loopDatabase, auditDays: config.auditDays });
  const { resolve } = deps.overrides;
  startWebhooks({
    ...deps,
    processId: registry.processId,
    allowPrivate: allowedRanges(config),
    resolve,
  });
}

/** Receives notifications of other processes and of database triggers on a dedicated connection. */
async function listenForWork(deps: {
  connection: pg.PoolConfig;
  log: Log;
  notifier: Notifier;
  dependencies: Pick<Dependencies, 'console'>;
  disposer: Disposer;
}): Promise<void> {
  const { connection, log, notifier, disposer } = deps;
  const { changes } = deps.dependencies.console;
  const database = openPool({ ...connection, max: 1 }, { log, disposer });
  const listener = await startNotificationListener({
    database,
    clock: systemClock,
    log,
    channels: {
      [WORK_CHANNEL]: (payload) => notifier.receive(payload),
      [CHANGES_CHANNEL]: (payload) => changes.receive(payload),
    },
    onReconnect: () => {
      changes.markGap();
      notifier.wake('vendors');
    },
  });
  disposer.own('notification listener', listener, (owned) => owned.stop());
}

/** A dedicated connection for health and clock checks, so that a busy pool does not make this process look unhealthy. */
async function openProbe(
  connection: pg.PoolConfig,
  log: Log,
  disposer: Disposer,
): Promise<{ probe: Database; sharedClock: Clock }> {
  const probe = openPool({ ...connection, max: 1 }, { log, disposer });
  const shared = await followDatabaseClock(probe, log);
  disposer.own('shared clock', shared, (owned) => owned.stop());
  return { probe, sharedClock: shared.clock };
}

/** Also stops a database that is still starting. */
function ownConnection(disposer: Disposer, opening: Promise<OpenConnection>): Promise<OpenConnection> {
  return disposer.own('embedded database', opening, (owned) =>
    owned.then(
      (opened) => opened.stop(),
      () => undefined,
    ),
  );
}

function openPool(
  connection: pg.PoolConfig,
  { log, disposer }: { log: Log; disposer: Disposer },
  storage?: StorageHealth,
): Database {
  const noteBroken = (error: Error): void => log.warn({ error }, 'Lost an idle database connection.');
  const database = openDatabase(connection, noteBroken, storage?.noteFailure);
  return disposer.own('database pool', database, (owned) => owned.close());
}

async function prepareDatabase(
  connection: pg.PoolConfig,
  storage: StorageHealth,
  { log, disposer }: { log: Log; disposer: Disposer },
): Promise<Database> {
  const database = openPool(connection, { log, disposer }, storage);
  await requireDatabase(database);
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'The database schema is up to date.');
  await migrateJobs(database, log);
  return database;
}

/** With the sandbox, every API key can raise its account's balance, and thus spend real money at paid vendors. */
function warnOfSandbox({ isSandboxOpen }: Config, secrets: Secrets, log: Log): void {
  const services = paidServices(secrets);
  if (!isSandboxOpen || services.length === 0) return;
  log.warn(
    { services },
    'The sandbox is on while paid services are configured: every API key can set its account’s balance. Set PARLEY_SANDBOX=off.',
  );
}

/** The HTTP client for all URLs that customers choose. */
function composeOutbound(
  config: Config,
  deps: { clock: Clock; resolve: Resolve | undefined },
  disposer: Disposer,
): OutboundClient {
  const client = createOutboundClient({ allowPrivate: allowedRanges(config), ...deps });
  return disposer.own('outbound client', client, (owned) => owned.close());
}

/** Processes with different models would re-embed each other's passages forever. */
async function requireOneEmbedder(registry: ProcessRegistry, model: string): Promise<void> {
  const other = await registry.setEmbeddingModel(model);
  if (other === null) return;
  throw new ConfigError([
    `PARLEY_EMBEDDINGS_*: this process is configured for ${model}, but another running process uses ${other}. ` +
      'Use the same settings for all processes. To change the model, stop all of them first.',
  ]);
}

/** Lets other processes know the model, and embeds passages again, whenever another embedder is connected. */
function followEmbedder(
  { embedder }: Pick<LiveProviders, 'embedder'>,
  { registry, database, log }: { registry: ProcessRegistry; database: Database; log: Log },
): void {
  const publish = async (model: string): Promise<void> => {
    await registry.setEmbeddingModel(model);
    await enqueue(database, sweepKnowledgeJob, { payload: {}, key: sweepKnowledgeJob.name });
  };
  embedder.onModelChange((model) => {
    publish(model).catch((error) => log.warn({ error }, 'The new embedding model was not published.'));
  });
}

async function composeHttp(deps: {
  config: Config;
  secrets: Secrets;
  log: Log;
  database: Database;
  /** For health checks only. */
  probe: Database;
  storage: StorageHealth;
  clock: Clock;
  registry: ProcessRegistry;
  dependencies: Dependencies;
  secretBox: SecretBox;
  shutdown: Shutdown;
  readiness: Readiness;
  sockets: readonly SocketRoute[];
  folders: WebFolders;
}): Promise<FastifyInstance> {
  const { config, log, database, registry, dependencies, folders } = deps;
  const routes = allRoutes(dependencies);
  const sessionCookies = dependencies.console.cookies;
  let document: string | undefined;
  const openApiText = (): string =>
    (document ??= JSON.stringify(openApiDocument(routes, { version: VERSION })));
  // Worker and voice processes serve no console.
  const hasPages = config.role === 'all' || config.role === 'api';
  const serveFiles = hasPages
    ? await serveWebFiles(folders, {
        facts: {
          isRegistrationOpen: config.isRegistrationOpen,
          sendsEmail: dependencies.accounts.mailer !== null,
          providerName: deps.secrets.oidc?.name ?? null,
        },
        document: openApiText,
        callAddresses: () => callAddresses(config, { database, log }),
      })
    : null;
  // Tool calls of MCP clients pass through the same server as HTTP requests.
  const mcp = mcpRoute({ routes, version: VERSION, inject: (request) => injectRequest(app, request) });
  const app = await createHttpServer({
    ...(serveFiles === null ? {} : { serveFiles }),
    routes: [...routes, mcp],
    socketRoutes: [...allSocketRoutes(dependencies), ...deps.sockets],
    authenticate: (token) => authenticate(dependencies.accounts, token),
    rateLimiter: dependencies.accounts.rateLimiter,
    idempotency: createIdempotencyStore({
      database,
      secretBox: deps.secretBox,
      processId: registry.processId,
      onFailure: (error) => log.error({ error }, 'Failed to store the response for an Idempotency-Key.'),
    }),
    recordExport: (context, exported) => recordExport({ database }, context, exported),
    ready: deps.readiness.ready,
    requestsPerMinute: config.requestsPerMinute,
    publicUrl: config.publicUrl,
    sessionCookies,
    trustedProxies: config.trustedProxies,
    reportFailure: (error, request) => log.error({ error, ...request }, 'A request failed.'),
    onResponse: (request, reply) =>
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          elapsedMs: Math.round(reply.elapsedTime),
        },
        'request',
      ),
    registerPages: (app) => {
      if (hasPages && deps.secrets.oidc !== null) {
        const { accounts, console } = dependencies;
        const { rateLimiter, secretBox, origin } = accounts;
        const { oidc } = deps.secrets;
        registerOidcPages(app, {
          oidc,
          accounts,
          rateLimiter,
          secretBox,
          cookies: console.cookies,
          log,
          origin,
        });
      }
      registerPages(app, {
        database: deps.probe,
        checkStorage: () => deps.storage.check(deps.probe),
        clock: systemClock,
        document: openApiText,
        version: VERSION,
        stopping: deps.shutdown.begun,
        isReady: () => deps.readiness.isReady,
      });
    },
  });
  return app;
}

async function injectRequest(
  app: FastifyInstance,
  { path, body, ...request }: Parameters<InjectRequest>[0],
): ReturnType<InjectRequest> {
  const payload = body === undefined ? {} : { payload: body };
  const answer = await app.inject({ ...request, ...payload, url: `/api${path}` });
  return { status: answer.statusCode, body: answer.json() };
}

/** Origins besides its own to which the console may connect for calls. The page must also load without a database. */
async function callAddresses(
  config: Config,
  { database, log }: { database: Database; log: Log },
): Promise<string[]> {
  const known = config.publicUrl === null ? [] : [config.publicUrl];
  if (holdsCalls(config)) return known;
  const others = await mediaOrigins(database).catch((error: unknown) => {
    log.warn(
      { error },
      'Could not determine which processes handle calls. Reload the console to make calls.',
    );
    return [];
  });
  return [...known, ...others];
}

/** Private ranges that customers' URLs may point to. Throws a `ConfigError` for invalid entries. */
function allowedRanges(config: Config): AddressRange[] {
  const { ranges, problems } = parseAddressRanges(config.allowPrivateCidrs);
  if (problems.length > 0)
    throw new ConfigError(problems.map((text) => `PARLEY_ALLOW_PRIVATE_CIDRS: ${text}`));
  return ranges;
}

function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
