import { lookup } from 'node:dns/promises';
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createServer, isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { composeEmbedder, composeSpeech, openLanguageModels } from '../compose/providers.ts';
import { type Config, ConfigError, readConfig, type Secrets } from '../config/config.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { Disposer } from '../core/disposer.ts';
import { AppError, messageOf } from '../core/errors.ts';
import type { Database, Executor } from '../db/client.ts';
import { findHome } from '../db/embedded/home.ts';
import { type PendingMigrations, pendingMigrations } from '../db/migrate.ts';
import { OLDEST_POSTGRES } from '../db/require-database.ts';
import { clockOffset } from '../db/shared-clock.ts';
import { addressRefusal, parseAddressRanges } from '../http/outbound/address-rules.ts';
import type { Embedder } from '../providers/interfaces/embedder.ts';
import type { LanguageModel } from '../providers/interfaces/language-model.ts';
import { ModelVoiceActivityDetector } from '../voice/vad/model-detector.ts';
import { checkLedger } from './check-ledger.ts';
import { checkSpeech, describeBackups } from './check-speech.ts';
import type { Finding } from './finding.ts';
import { versionAt } from './health.ts';
import { withDatabaseAsItIs } from './open-database.ts';
import { providerFailure } from './provider-failure.ts';

/** Checks the server's requirements and prints advice. Exit code 1 if a check fails. */
export async function doctor(): Promise<number> {
  const { config, secrets } = readConfig();
  const findings = [
    checkRuntime(),
    ...(await checkDatabase(config, secrets)),
    ...(await checkProviders(secrets)),
    ...(await checkEmbeddings(secrets)),
    ...(await checkVoices(secrets)),
    await checkVoiceActivity(systemClock),
    await checkDisk(config),
    await checkPort(config),
  ];
  for (const { isFine, text } of findings) process.stdout.write(`${isFine ? '✔' : '✘'} ${text}\n`);
  return findings.every((finding) => finding.isFine) ? 0 : 1;
}

async function checkProviders(secrets: Secrets): Promise<Finding[]> {
  const { models, close } = await openLanguageModels(secrets);
  try {
    return await checkModels(models);
  } finally {
    await close();
  }
}

/** Skips the built-in embedder, which needs no configuration. */
async function checkEmbeddings({ embedder }: Secrets): Promise<Finding[]> {
  if (embedder.kind === 'offline') return [];
  const disposer = new Disposer();
  try {
    return [await checkEmbedder(composeEmbedder(embedder, disposer))];
  } finally {
    await disposer.close(() => undefined);
  }
}

/** Checks each provider, even if a fallback hides its failure, and reports the fallbacks. */
async function checkVoices(secrets: Secrets): Promise<Finding[]> {
  const disposer = new Disposer();
  const nowhere = (): void => undefined;
  const log = { debug: nowhere, info: nowhere, warn: nowhere, error: nowhere };
  try {
    const speech = await composeSpeech(secrets, { clock: systemClock, log }, disposer);
    return [...(await checkSpeech(speech, systemClock)), ...describeBackups(speech)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ isFine: false, text: `Speech: ${error.message}` }];
  } finally {
    await disposer.close(nowhere);
  }
}

function checkRuntime(): Finding {
  return { isFine: true, text: `Node.js ${process.version} on ${process.platform} ${process.arch}` };
}

const WORST_SKEW_MS = 5000;

async function checkDatabase(config: Config, { databaseUrl }: Secrets): Promise<Finding[]> {
  try {
    if (databaseUrl === null && (await findHome(config.dataDirectory)) === null) {
      return [
        {
          isFine: true,
          text: `Database: none yet, will be created in ${config.dataDirectory} on first start`,
        },
      ];
    }
    return await withDatabaseAsItIs(async (database) => {
      const pending = await pendingMigrations(database);
      const server = [await databaseVersion(database, pending), await clockSkew(database)];
      if (pending.atStart.length > 0) return server;
      return [...server, await checkLedger(database), ...(await checkTrunks(database, config))];
    });
  } catch (error) {
    const advice = error instanceof AppError ? '' : '. Check DATABASE_URL, or that PARLEY_DATA is writable.';
    return [{ isFine: false, text: `Database: ${messageOf(error)}${advice}` }];
  }
}

async function databaseVersion(database: Database, pending: PendingMigrations): Promise<Finding> {
  const [row] = await database.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const isFine = (row?.number ?? 0) >= OLDEST_POSTGRES;
  const advice = isFine ? '' : ' is too old: Parley needs PostgreSQL 15 or later';
  return { isFine, text: `Database: PostgreSQL ${row?.version}${advice}, ${schemaState(pending)}` };
}

function schemaState({ atStart, later }: PendingMigrations): string {
  if (atStart.length > 0) return `${atStart.length} pending migrations, to be applied on the next start`;
  return later.length > 0
    ? 'schema up to date, except indexes that a running server builds in the background'
    : 'schema up to date';
}

async function clockSkew(database: Database): Promise<Finding> {
  const offsetMs = await clockOffset(database, systemClock);
  if (offsetMs === null) return { isFine: false, text: 'Clock: the database is too slow to compare clocks' };
  const skewMs = Math.abs(offsetMs);
  const isFine = skewMs < WORST_SKEW_MS;
  const advice = isFine
    ? ''
    : ': synchronize both clocks with NTP, or calling hours and schedules will be off';
  return { isFine, text: `Clock: ${Math.round(skewMs)} ms off the database's${advice}` };
}

const LEAST_FREE_BYTES = 1024 ** 3;

async function checkDisk(config: Config): Promise<Finding> {
  try {
    const folder = await nearestFolder(resolve(config.dataDirectory));
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const isFine = free >= LEAST_FREE_BYTES;
    const advice = isFine ? '' : ': free at least 1 GB';
    return {
      isFine,
      text: `Disk: ${(free / 1024 ** 3).toFixed(1)} GB free in ${config.dataDirectory}${advice}`,
    };
  } catch (error) {
    const text = `Disk: ${config.dataDirectory} cannot be used (${messageOf(error)}). Set PARLEY_DATA to a writable folder.`;
    return { isFine: false, text };
  }
}

/** The data folder, or its nearest existing parent, because a check creates nothing. */
async function nearestFolder(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && dirname(path) !== path) return nearestFolder(dirname(path));
    throw error;
  }
  throw new Error(`${path} is not a folder`);
}

async function checkPort(config: Config): Promise<Finding> {
  if (await isFree(config)) return { isFine: true, text: `Port: ${config.port} is free` };
  const version = await versionAt(`http://${config.host}:${config.port}`);
  if (version !== null) return { isFine: true, text: `Port: Parley ${version} answers on ${config.port}` };
  return { isFine: false, text: `Port: ${config.port} is in use by another program: stop it, or set PORT` };
}

function isFree({ host, port }: Config): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port }, () => probe.close(() => resolve(true)));
  });
}

const TIMEOUT_MS = 15_000;

/** Asks each model for one word, and gives advice for each kind of failure. */
function checkModels(models: readonly LanguageModel[]): Promise<Finding[]> {
  return Promise.all(models.map(checkModel));
}

async function checkModel(model: LanguageModel): Promise<Finding> {
  const messages = [{ role: 'user' as const, content: 'Say yes.' }];
  try {
    for await (const event of model.stream(
      { messages, tools: [], maxOutputTokens: 16 },
      AbortSignal.timeout(TIMEOUT_MS),
    )) {
      if (event.type === 'finish') break;
    }
    return { isFine: true, text: `Model: ${model.id} answers` };
  } catch (error) {
    return {
      isFine: false,
      text: `Model: ${model.id} does not answer ${providerFailure(error)}`,
    };
  }
}

/** Loads the speech detection model, as the server does with its first call. */
async function checkVoiceActivity(clock: Clock): Promise<Finding> {
  let reason = '';
  const write = (fields: Record<string, unknown>): void => {
    reason = String(fields['reason'] ?? reason);
  };
  const log = { debug: write, info: write, warn: write, error: write };
  const detector = new ModelVoiceActivityDetector({ clock, log });
  try {
    if ((await detector.start()) === 'model') return { isFine: true, text: 'Voice activity: the model runs' };
    const advice = 'Run npm install again. The model does not run on processors without SIMD.';
    const text = `Voice activity: the model does not run (${reason}). Parley detects speech by loudness instead, which mistakes noise for speech. ${advice}`;
    return { isFine: false, text };
  } finally {
    await detector.close();
  }
}

const MAX_TRUNKS = 100;

/** Checks that this installation may connect to the servers of its SIP trunks. Skips names that do not resolve. */
export async function checkTrunks(
  database: Executor,
  { allowPrivateCidrs }: Pick<Config, 'allowPrivateCidrs'>,
  addressesOf: (host: string) => Promise<readonly string[]> = lookUp,
): Promise<Finding[]> {
  const rows = await database.query<{ phone_number: string; server: string }>(
    `select number.phone_number, coalesce(trunk.outbound_proxy, trunk.sip_address) as server
     from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id
     where trunk.outbound_proxy is not null or lower(split_part(trunk.sip_address, ';', 1)) <> 'dynamic'
     order by number.id limit ${MAX_TRUNKS}`,
  );
  if (rows.length === 0) return [];
  const { ranges } = parseAddressRanges(allowPrivateCidrs);
  const closed = [];
  for (const { phone_number: number, server } of rows) {
    const refusals = (await addressesOf(hostOf(server))).map((address) => addressRefusal(address, ranges));
    if (refusals.length > 0 && refusals.every((refusal) => refusal !== null)) {
      closed.push({ number, server, refusal: refusals[0] });
    }
  }
  if (closed.length === 0)
    return [{ isFine: true, text: `SIP trunks: ${rows.length} with public or allowed servers` }];
  return closed.map(({ number, server, refusal }) => ({
    isFine: false,
    text: `SIP trunk ${number}: its server ${server} is ${refusal} and cannot be used. To allow it, add it to PARLEY_ALLOW_PRIVATE_CIDRS`,
  }));
}

/** Host of a server in the form `host:port;transport=tcp`. */
function hostOf(server: string): string {
  const host = server.replace(/;.*$/, '');
  return host.startsWith('[') ? host.slice(1).replace(/\].*$/, '') : host.replace(/:\d+$/, '');
}

async function lookUp(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  return lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}

/** Embeds a few words, to find a wrong number of dimensions before the first document does. */
export async function checkEmbedder(embedder: Embedder): Promise<Finding> {
  try {
    await embedder.embed(['When are you open?'], AbortSignal.timeout(TIMEOUT_MS), 'question');
    return { isFine: true, text: `Embeddings: ${embedder.model} answers` };
  } catch (error) {
    const text = `Embeddings: ${embedder.model} does not work ${providerFailure(error)}`;
    return { isFine: false, text: `${text} PARLEY_EMBEDDINGS_DIMENSIONS must match the model.` };
  }
}
