import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/core/clock.ts';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import type { Database } from '../../../src/db/client.ts';
import { eventually } from '../eventually.ts';
import { endsWithTest } from '../left-running.ts';
import { sized } from '../run-size.ts';
import { connectionUrl, type ServerProcess, startChild } from '../server-process.ts';
import { freePorts } from '../sip/free-ports.ts';
import type { TestServer } from '../test-server.ts';

/** Size of a storm; `STORM_LEADS=10000` gives the size in bench/README.md. */
export const stormSize = sizeOf(Number(process.env['STORM_LEADS'] ?? sized({ gate: 80, nightly: 300 })));

const IS_SMALL = stormSize.leads < 100;

export interface StormSize {
  leads: number;
  campaigns: number;
  /** Concurrent calls per campaign. */
  cap: number;
  maxRetries: number;
}

function sizeOf(leads: number): StormSize {
  return leads < 1000
    ? { leads, campaigns: 4, cap: 8, maxRetries: 1 }
    : { leads, campaigns: 10, cap: 10, maxRetries: 2 };
}

/** Pause in milliseconds between the start of all dialers and the next kill. */
const CALM_MS = IS_SMALL ? { least: 3000, spread: 8000 } : { least: 1000, spread: 4000 };
/** Each kill delays its calls by a retry, and each new dialer costs seconds of CPU time. */
const MAX_KILLS = IS_SMALL ? 8 : Number.POSITIVE_INFINITY;
/** Interval of progress checks, in milliseconds. */
const POLL_MS = 500;

const entry = fileURLToPath(new URL('./dialer.process.ts', import.meta.url));

export interface Dialer extends ServerProcess {
  sipPort: number;
}

/** Starts a dialer process that dials over SIP and uses the server's database; it ends with its test. */
export async function startDialer(
  server: TestServer,
  environment: Record<string, string> = {},
): Promise<Dialer> {
  const [sipPort = 0] = await freePorts(1);
  const { connection } = server.testDatabase;
  const child = await startChild(entry, connection, {
    PARLEY_ROLE: 'voice',
    DATABASE_URL: connectionUrl(connection),
    PARLEY_SIP_PORT: String(sipPort),
    ...environment,
  });
  endsWithTest(child.kill);
  return { ...child, sipPort };
}

export interface Death {
  sipPort: number;
  atMs: number;
}

export interface StormOptions {
  server: TestServer;
  dialers: number;
  /** Seed of the kills. */
  seed: number;
  environment: Record<string, string>;
  /** Awaited before the first kill, when all dialers are up. */
  began(): Promise<void>;
  /** SIP ports of the dialers with active calls, which are killed first. */
  busyPorts(): Promise<readonly number[]>;
  /** SQL condition for leads that may be called at this time of day. */
  isCallable: string;
  timeoutMs: number;
}

/**
 * Kills and replaces random dialers until no callable lead is waiting.
 * @returns the killed processes in order
 */
export async function runStorm(options: StormOptions): Promise<Death[]> {
  const { server, seed, environment, isCallable, busyPorts, timeoutMs } = options;
  const start = (): Promise<Dialer> => startDialer(server, environment);
  const dialers = await Promise.all(Array.from({ length: options.dialers }, start));
  await options.began();
  const over = new AbortController();
  const killing = killAtRandom(dialers, { seed, start, busyPorts, signal: over.signal });
  try {
    const waiting = eventually(
      async () => {
        await systemClock.sleep(POLL_MS);
        return unfinished(server.database, isCallable);
      },
      (count) => count === 0,
      timeoutMs,
    );
    await Promise.race([waiting, killing]);
  } finally {
    over.abort();
  }
  const deaths = await killing;
  await Promise.all(dialers.map((dialer) => dialer.stop()));
  return deaths;
}

interface Killing extends Pick<StormOptions, 'seed' | 'busyPorts'> {
  start(): Promise<Dialer>;
  signal: AbortSignal;
}

/** Kills one dialer at a time; the others keep dialing while its replacement starts. Ends with `signal`. */
async function killAtRandom(
  dialers: Dialer[],
  { seed, start, busyPorts, signal }: Killing,
): Promise<Death[]> {
  const random = seededRandom(seed);
  const deaths: Death[] = [];
  for (;;) {
    const calmMs = CALM_MS.least + CALM_MS.spread * random();
    await systemClock.sleep(calmMs, signal).catch(() => undefined);
    if (deaths.length >= MAX_KILLS && !signal.aborted) continue;
    const ports = await busyPorts();
    const busy = dialers.filter(({ sipPort }) => ports.includes(sipPort));
    const candidates = busy.length > 0 ? busy : dialers;
    const victim = candidates[Math.floor(random() * candidates.length)];
    if (signal.aborted || victim === undefined) return deaths;
    deaths.push({ sipPort: victim.sipPort, atMs: Date.now() });
    await victim.kill();
    dialers[dialers.indexOf(victim)] = await start();
  }
}

async function unfinished(database: Database, isCallable: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from leads
     where status not in ('completed', 'reached-max-retries', 'blacklisted') and ${isCallable}`,
  );
  return row?.count ?? 0;
}
