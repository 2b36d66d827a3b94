import type pg from 'pg';
import type { Dependencies } from '../app.ts';
import type { Config, Secrets } from '../config/config.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Shutdown } from '../core/shutdown.ts';
import { type Database, openDatabase } from '../db/client.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';
import type { SocketRoute } from '../http/socket-route.ts';
import { startNotificationListener } from '../jobs/notification-listener.ts';
import {
  CALL_CHANNEL,
  type CallerNumber,
  findNumbersById,
  type Holding,
  startHolding,
} from '../modules/calls/actions.ts';
import type { AcceptCall, Line } from '../voice/legs/line.ts';
import { runCall } from '../voice/run-call.ts';
import type { RunCall, VoiceServices } from '../voice/voice-services.ts';
import { carrierStreamRoute, composeCarrierLine } from './carrier-calls.ts';
import { carrierHttp } from './carrier-http.ts';
import { composeTwilioCalls } from './providers.ts';
import { composeSip } from './sip.ts';
import { composeSandboxCarrier, type LinesByProvider } from './voice-lines.ts';
import { composeVoiceServices } from './voice-services.ts';
import { voiceSockets } from './voice-sockets.ts';

/** What tests put in the place of the voice loop, its ears and voices, and its lines. */
export interface VoiceOverrides {
  runCall?: RunCall;
  services?: Partial<VoiceServices>;
  lines?: LinesByProvider;
  /** Hands over what answers calls to numbers of the sandbox. */
  onInbound?(accept: AcceptCall): void;
}

/** Whether this process holds calls: their lines, their sound, their sockets. */
export function holdsCalls({ role }: Pick<Config, 'role'>): boolean {
  return role === 'all' || role === 'voice';
}

interface VoiceParts {
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
  secrets: Secrets;
  /** Where others reach this server, without a slash at the end. */
  origin(): string;
  secretBox: SecretBox;
  overrides: VoiceOverrides;
}

type OpenLines = Map<string, (number: CallerNumber) => Promise<Line | null>>;

export interface Voice {
  sockets: SocketRoute[];
  /** Takes no more calls; resolves when those under way are over, or have been ended because time is up. */
  drain(): Promise<void>;
}

/** Starts to hold calls in this process. */
export async function startVoice(parts: VoiceParts): Promise<Voice> {
  const { config, database, clock, log, dependencies, disposer, shutdown, overrides } = parts;
  const services = {
    ...composeVoiceServices({ ...parts, speech: dependencies.speech }),
    ...overrides.services,
  };
  const lines = new Map(overrides.lines);
  const holding = startHolding({
    ...{ ...dependencies.conversations, ...dependencies.calls, database, log },
    ...{ processId: parts.processId, outbound: parts.outbound, capacity: config.maxCalls },
    ...{ voice: services, runCall: overrides.runCall ?? runCall },
    lineOf: async (number) => (await lines.get(number.provider)?.(number)) ?? null,
  });
  disposer.own('calls', holding, (owned) => owned.stop());
  await listenForCalls(parts, holding);
  if (overrides.lines === undefined) await openLines(parts, { services, holding, lines });
  overrides.onInbound?.((call) => holding.acceptFrom('sandbox', call));
  shutdown.turnsOver.addEventListener('abort', () => holding.endAll('The server was stopped.'));
  const { sandbox } = dependencies;
  return {
    sockets: [
      ...voiceSockets({ holding, clock, sandbox: sandbox?.calls ?? null, maxCalls: config.maxCalls }),
      carrierStreamRoute((provider) => dependencies.carrierLines.get(provider) ?? null),
    ],
    drain: () => shutdown.bound(holding.drain()),
  };
}

/** Every line that this installation is configured for. */
async function openLines(
  parts: VoiceParts,
  { services, holding, lines }: { services: VoiceServices; holding: Holding; lines: OpenLines },
): Promise<void> {
  const { config, secrets, disposer, database, dependencies, clock, log, shutdown, origin } = parts;
  if (config.isSandboxOpen) {
    const carrier = composeSandboxCarrier(services, disposer);
    lines.set('sandbox', async () => carrier);
  }
  const http = carrierHttp(parts.outbound);
  const carrier = composeTwilioCalls(secrets, { http, apiUrl: config.messagingApiUrls.twilio });
  if (carrier !== null) {
    const line = composeCarrierLine({
      ...{ name: 'twilio', carrier, clock, log, origin, lifetime: shutdown.allOver },
      accept: (call) => holding.acceptFrom('twilio', call),
    });
    disposer.own('twilio calls', line, (owned) => owned.close());
    dependencies.carrierLines.set(line.name, line);
    lines.set(line.name, async () => line);
  }
  if (config.sip === null) return;
  const accept: AcceptCall = (call) =>
    holding.accept(call, () => findNumbersById(database, Number(call.line)));
  const trunkLine = await composeSip({ ...parts, config: config.sip, accept });
  if (trunkLine !== null) lines.set('sip', ({ id }) => trunkLine(id));
}

/** Calls that wait, here or ordered by other processes, are looked for at once. */
async function listenForCalls(parts: VoiceParts, holding: Holding): Promise<void> {
  const { connection, log, dependencies, disposer } = parts;
  const database = openDatabase({ ...connection, max: 1 }, (error) =>
    log.warn({ error }, 'An idle database connection of calls broke.'),
  );
  disposer.own('calls database connection', database, (owned) => owned.close());
  const listener = await startNotificationListener({
    ...{ database, channel: CALL_CHANNEL, clock: systemClock, log },
    onNotification: () => holding.look(),
  });
  disposer.own('calls listener', listener, (owned) => owned.stop());
  dependencies.calls.bell.answer(() => holding.look());
}
