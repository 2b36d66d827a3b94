import type pg from 'pg';
import type { Dependencies } from '../app.ts';
import type { Config } from '../config/config.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { Shutdown } from '../core/shutdown.ts';
import { type Database, openDatabase } from '../db/client.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';
import { startNotificationListener } from '../jobs/notification-listener.ts';
import { CALL_CHANNEL, type CallerNumber, type Holding, startHolding } from '../modules/calls/actions.ts';
import type { AcceptCall, Line } from '../voice/legs/line.ts';
import type { RunCall, VoiceServices } from '../voice/voice-services.ts';

/** The ways out to the telephone network, by the provider of the number that a call goes out from. */
export type LinesByProvider = ReadonlyMap<string, (number: CallerNumber) => Promise<Line | null>>;

/** What a test puts in the place of the voice loop and its lines. */
export interface VoiceOverrides {
  runCall?: RunCall;
  services?: VoiceServices;
  lines?: LinesByProvider;
  /** Hands over what answers calls to numbers of the sandbox. */
  onInbound?(accept: AcceptCall): void;
}

/** Whether this process holds calls: their lines, their sound, their sockets. */
export function holdsCalls({ role }: Pick<Config, 'role'>, { runCall }: VoiceOverrides = {}): boolean {
  return (role === 'all' || role === 'voice') && runCall !== undefined;
}

export interface VoiceParts {
  config: Config;
  connection: pg.PoolConfig;
  database: Database;
  clock: Clock;
  log: Log;
  dependencies: Dependencies;
  disposer: Disposer;
  shutdown: Shutdown;
  outbound: OutboundClient;
  processId: string;
  overrides: VoiceOverrides;
}

/** Starts to hold calls in this process; null: its role does not. */
export async function startVoice(parts: VoiceParts): Promise<Holding | null> {
  const { config, connection, database, log, dependencies, disposer, shutdown } = parts;
  const { runCall, services, lines = new Map() } = parts.overrides;
  if (!holdsCalls(config, parts.overrides) || runCall === undefined || services === undefined) return null;
  const { conversations, calls } = dependencies;
  const holding = startHolding({
    ...{ ...conversations, ...calls, database, log, processId: parts.processId, outbound: parts.outbound },
    ...{ voice: services, runCall, capacity: config.maxCalls },
    lineOf: async (number) => (await lines.get(number.provider)?.(number)) ?? null,
  });
  disposer.own('calls', holding, (owned) => owned.stop());
  const listening = openDatabase({ ...connection, max: 1 }, (error) =>
    log.warn({ error }, 'An idle database connection of calls broke.'),
  );
  disposer.own('calls database connection', listening, (owned) => owned.close());
  const listener = await startNotificationListener({
    ...{ database: listening, channel: CALL_CHANNEL, clock: systemClock, log },
    onNotification: () => holding.look(),
  });
  disposer.own('calls listener', listener, (owned) => owned.stop());
  calls.bell.answer(() => holding.look());
  parts.overrides.onInbound?.((call) => holding.acceptFrom('sandbox', call));
  shutdown.turnsOver.addEventListener('abort', () => holding.endAll('The server was stopped.'));
  return holding;
}
