import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../db/client.ts';
import type { SocketRoute } from '../http/socket-route.ts';
import { startNotificationListener } from '../jobs/notification-listener.ts';
import { CALL_CHANNEL, createHolding, type Holding } from '../modules/calls/actions.ts';
import { signRequest } from '../modules/webhooks/actions.ts';
import type { AcceptCall } from '../voice/legs/outbound-route.ts';
import { runCall } from '../voice/run-call.ts';
import type { RunCall, VoiceServices } from '../voice/voice-services.ts';
import { campaignPlaces, startCampaigns } from './campaigns.ts';
import { openRoutes } from './open-routes.ts';
import type { TrunkRoutes } from './sip.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { RoutesByProvider } from './voice-routes.ts';
import { composeVoiceServices } from './voice-services.ts';
import { voiceSockets } from './voice-sockets.ts';
import { USER_AGENT } from './webhooks.ts';

/** What tests put in the place of the voice loop, its ears and voices, and its lines. */
export interface VoiceOverrides {
  runCall?: RunCall;
  services?: Partial<VoiceServices>;
  outboundRoutes?: RoutesByProvider;
  /** Hands over what answers calls to numbers of the sandbox. */
  onInbound?(accept: AcceptCall): void;
}

/** Whether this process holds calls: their lines, their sound, their sockets. */
export function holdsCalls({ role }: Pick<Config, 'role'>): boolean {
  return role === 'all' || role === 'voice';
}

export interface Voice {
  sockets: SocketRoute[];
  /** Takes no more calls; resolves when those under way are over, or have been ended because time is up. */
  drain(): Promise<void>;
}

/** Starts to hold calls in this process. */
export async function startVoice(deps: VoiceDeps & { overrides: VoiceOverrides }): Promise<Voice> {
  const { config, database, clock, log, dependencies, disposer, shutdown, overrides } = deps;
  const services = {
    ...composeVoiceServices({ ...deps, speech: dependencies.speech }),
    ...overrides.services,
  };
  const outboundRoutes = new Map(overrides.outboundRoutes);
  let trunks: TrunkRoutes | null = null;
  const holding = createHolding({
    ...{ ...dependencies.conversations, ...dependencies.calls, database, log },
    ...{ processId: deps.processId, outbound: deps.outbound, origin: deps.origin },
    recordEvent: dependencies.recordEvent,
    callsPerSecond: config.dialling.callsPerSecond,
    capacity: config.maxCalls,
    campaignPlaces: campaignPlaces(config),
    lifetime: shutdown.allOver,
    sign: (message) => signRequest({ ...deps, userAgent: USER_AGENT }, message),
    ...{ voice: services, runCall: overrides.runCall ?? runCall },
    routeOf: async (number) => (await outboundRoutes.get(number.provider)?.(number)) ?? null,
    sendPendingHangUp: () => trunks?.sendPendingHangUp ?? null,
  });
  disposer.own('calls', holding, (owned) => owned.stop());
  const hasOwnRoutes = overrides.outboundRoutes === undefined;
  const opened = hasOwnRoutes ? await openRoutes(deps, { services, holding, outboundRoutes }) : null;
  trunks = opened?.trunks ?? null;
  // Only now can what waits be dialled.
  holding.open();
  await listenForCalls(deps, holding);
  await startCampaigns(deps, holding);
  overrides.onInbound?.((call) => holding.acceptFrom('sandbox', call));
  shutdown.turnsOver.addEventListener('abort', () => holding.endAll('The server was stopped.'));
  const { sandbox } = dependencies;
  return {
    sockets: voiceSockets({
      ...{ holding, clock, phones: opened?.phones ?? null, maxCalls: config.maxCalls },
      sandbox: sandbox?.calls ?? null,
    }),
    drain: () => shutdown.bound(holding.drain()),
  };
}

/** Calls that wait, here or ordered by other processes, are looked for at once. */
async function listenForCalls(deps: VoiceDeps, holding: Holding): Promise<void> {
  const { connection, log, dependencies, disposer } = deps;
  const database = openDatabase({ ...connection, max: 1 }, (error) =>
    log.warn({ error }, 'An idle database connection of calls broke.'),
  );
  disposer.own('calls database connection', database, (owned) => owned.close());
  const listener = await startNotificationListener({
    ...{ database, channel: CALL_CHANNEL, clock: systemClock, log },
    onNotification: () => holding.look(),
  });
  disposer.own('calls listener', listener, (owned) => owned.stop());
  dependencies.calls.notifier.answer(() => holding.look());
}
