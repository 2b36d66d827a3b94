import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/core/clock.ts';
import type { Database } from '../../../src/db/client.ts';
import { eventually } from '../eventually.ts';
import { connectionUrl, type ServerProcess, startChild } from '../server-process.ts';
import { freePorts } from '../sip/free-ports.ts';
import type { TestServer } from '../test-server.ts';
import type { CarrierEntry } from './sip-carrier.process.ts';
import type { SipCarrier } from './sip-carrier.ts';

/** Leads of a storm: `STORM_LEADS=10000` is the size of the figures in bench/README.md. */
export const stormLeads = Number(process.env['STORM_LEADS'] ?? 300);

/** Between two looks at how far the storm is. */
const LOOK_MS = 200;

const entry = fileURLToPath(new URL('./dialer.process.ts', import.meta.url));

export interface Dialer extends ServerProcess {
  sipPort: number;
}

/** A process that dials for campaigns, on the server's database. */
async function startDialer(server: TestServer, environment: Record<string, string> = {}): Promise<Dialer> {
  const [sipPort = 0] = await freePorts(1);
  const { connection } = server.testDatabase;
  const child = await startChild(entry, connection, {
    ...{ PARLEY_ROLE: 'voice', DATABASE_URL: connectionUrl(connection), PARLEY_SIP_PORT: String(sipPort) },
    ...environment,
  });
  return { ...child, sipPort };
}

/** When a process died: what it held was over then, whatever the carrier went on to believe. */
export interface Death {
  sipPort: number;
  atMs: number;
}

export interface StormOptions {
  server: TestServer;
  carrier: SipCarrier;
  dialers: number;
  /** One is killed whenever so many more calls have reached the carrier. */
  killEvery: number;
  environment: Record<string, string>;
  /** SQL that holds for leads that may be called at this time of the day. */
  isCallable: string;
  timeoutMs: number;
}

/** Kills dialers, and starts others, until no lead waits any more that may be called; retries are due at once. */
export async function runStorm(options: StormOptions): Promise<Death[]> {
  const { server, carrier, killEvery, environment, isCallable, timeoutMs } = options;
  const dialers = await Promise.all(
    Array.from({ length: options.dialers }, () => startDialer(server, environment)),
  );
  const deaths: Death[] = [];
  const starting: Promise<unknown>[] = [];
  // The others dial on meanwhile: a start takes longer than many calls.
  const killOne = async (victim: Dialer): Promise<void> => {
    deaths.push({ sipPort: victim.sipPort, atMs: Date.now() });
    await victim.kill();
    starting.push(startDialer(server, environment).then((dialer) => dialers.push(dialer)));
  };
  let seen = 0;
  await eventually(
    async () => {
      await systemClock.sleep(LOOK_MS);
      await hurryRetries(server.database);
      const count = await carrier.count();
      const victim = count - seen >= killEvery && dialers.length > 1 ? dialers.shift() : undefined;
      if (victim !== undefined) {
        seen = count;
        await killOne(victim);
      }
      return unfinished(server.database, isCallable);
    },
    (count) => count === 0,
    timeoutMs,
  );
  await Promise.all(starting);
  await Promise.all(dialers.map((dialer) => dialer.stop()));
  return deaths;
}

/** What waits for its interval is due now. */
async function hurryRetries(database: Database): Promise<void> {
  await database.query(
    `update leads set due_at = clock_timestamp() where due_at > clock_timestamp() and status = 'rescheduled'`,
  );
}

async function unfinished(database: Database, isCallable: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from leads
     where status not in ('completed', 'reached-max-retries', 'blacklisted') and ${isCallable}`,
  );
  return row?.count ?? 0;
}

/** Calls that were up for as long as the process that held them lived. */
export function withDeaths(ledger: readonly CarrierEntry[], deaths: readonly Death[]): CarrierEntry[] {
  return ledger.map((call) => {
    const death = deaths.find(({ sipPort, atMs }) => sipPort === call.fromPort && atMs >= call.dialledAtMs);
    if (death === undefined) return call;
    return { ...call, endedAtMs: Math.min(call.endedAtMs ?? death.atMs, death.atMs) };
  });
}

/** The most calls that a carrier saw at a time, by what `keyOf` names. */
export function mostAtOnce(
  ledger: readonly CarrierEntry[],
  keyOf: (call: CarrierEntry) => string,
): Map<string, number> {
  const changes = ledger.flatMap((call) => {
    const begin = { key: keyOf(call), atMs: call.dialledAtMs, by: 1 };
    return call.endedAtMs === null ? [begin] : [begin, { ...begin, atMs: call.endedAtMs, by: -1 }];
  });
  // Who ends in the millisecond in which another begins has made room for them.
  changes.sort((one, other) => one.atMs - other.atMs || one.by - other.by);
  const [now, most] = [new Map<string, number>(), new Map<string, number>()];
  for (const { key, by } of changes) {
    const count = (now.get(key) ?? 0) + by;
    now.set(key, count);
    most.set(key, Math.max(most.get(key) ?? 0, count));
  }
  return most;
}
