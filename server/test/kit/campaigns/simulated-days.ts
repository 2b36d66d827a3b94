import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { startVoice } from '../../../src/compose/voice.ts';
import { type Server, startServer } from '../../../src/compose.ts';
import { readConfig } from '../../../src/config/config.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { Disposer } from '../../../src/core/disposer.ts';
import { Shutdown } from '../../../src/core/shutdown.ts';
import { addUser, issueApiKey } from '../../../src/modules/accounts/actions.ts';
import { type Shares, seededBehaviors } from '../../../src/telephony/simulated/seeded-population.ts';
import { startProcessRegistry } from '../../../src/work/process-registry.ts';
import { LIKE_PEOPLE } from '../campaign-dials.ts';
import { TEST_SECRET_KEY } from '../secret-key.ts';
import { silentLog } from '../silent-log.ts';
import { type Client, clientOf } from '../test-server.ts';
import type { LedgerEntry } from './dial-ledger.ts';
import { type JumpClock, jumpClock } from './jump-clock.ts';
import { QuickCarrier } from './quick-carrier.ts';
import { type Watch, watchStatements } from './watch-statements.ts';

/** Simulates days of campaigns as fast as the machine allows: real rows and decisions, without audio and waiting. */
export interface SimulatedDays {
  clock: JumpClock;
  server: Server;
  account: Client;
  /** The carrier's ledger. */
  ledger: readonly LedgerEntry[];
  watch: Watch;
  stop(): Promise<void>;
}

export interface SimulationOptions {
  connection: pg.PoolConfig;
  start: Date;
  seed: number;
  shares?: Shares;
  /** Probability of duplicate, late or reordered carrier events. */
  faults?: number;
  environment?: Record<string, string>;
  /** Clock granularity, 1 ms by default. */
  granularityMs?: number;
}

/** Starts a server without background jobs and, in the same process, a voice process on the simulated clock. */
export async function startSimulation(options: SimulationOptions): Promise<SimulatedDays> {
  const { seed } = options;
  // Synchronous commit is off to save time, because durability is not tested.
  const connection = { ...options.connection, options: '-c synchronous_commit=off' };
  const watch = watchStatements();
  const clock = jumpClock(options.start, watch, options.granularityMs);
  const behaviorOf = seededBehaviors({
    seed,
    ...(options.shares === undefined ? {} : { shares: options.shares }),
  });
  const carrier = new QuickCarrier({ clock, behaviorOf, seed, faults: options.faults ?? 0 });
  const outboundRoutes = new Map([['sandbox', async () => carrier]]);
  const voice = { outboundRoutes, runCall: carrier.runCall };
  const { config, secrets } = readConfig({
    PORT: '0',
    PARLEY_HOST: '127.0.0.1',
    PARLEY_ROLE: 'api',
    DATABASE_URL: 'postgres://elsewhere/parley',
    PARLEY_SECRET_KEY: TEST_SECRET_KEY,
    PARLEY_MAX_CALLS: '10000',
    PARLEY_RATE_LIMIT: '1000000',
    PARLEY_INITIAL_BALANCE: '1000000',
    PARLEY_MAX_CAMPAIGNS: '10000',
    // Legal calling hours apply although the carrier is simulated.
    ...LIKE_PEOPLE,
    ...options.environment,
  });
  const server = await startServer(config, secrets, {
    log: silentLog,
    overrides: { connection, clock, voice },
  });
  const disposer = new Disposer();
  const registry = await startProcessRegistry({
    connection,
    role: 'voice',
    callsCampaigns: true,
    clock: systemClock,
    log: silentLog,
  });
  disposer.own('process registry', registry, (owned) => owned.stop());
  const { dependencies, database } = server;
  const { processId } = registry;
  await startVoice({
    config,
    secrets,
    connection,
    database,
    clock,
    log: silentLog,
    dependencies,
    disposer,
    processId,
    shutdown: new Shutdown(),
    secretBox: dependencies.tools.secretBox,
    outbound: dependencies.tools.outbound,
    origin: () => server.address,
    overrides: voice,
  });
  return {
    clock,
    server,
    watch,
    ledger: carrier.ledger,
    account: await newAccount(server),
    stop: async () => {
      await disposer.close(() => undefined);
      await server.stop();
      watch.stop();
    },
  };
}

async function newAccount({ database, dependencies, address }: Server): Promise<Client> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await addUser(dependencies.accounts, { name: 'Test', email, password: 'correct horse' });
  const session = { userId: id, role: 'admin', name: 'test', expiresAt: null, createdBy: null } as const;
  const { token } = await issueApiKey(database, session);
  return { ...clientOf(`${address}/api`, token), userId: id, email };
}
