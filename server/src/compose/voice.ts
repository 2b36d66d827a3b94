import type { Config } from '../config/config.ts';
import type { SocketRoute } from '../http/socket-route.ts';
import { createCallService } from '../modules/calls/active/create-call-service.ts';
import { signRequest } from '../modules/webhooks/actions.ts';
import { runCall } from '../voice/call-session.ts';
import type { AcceptCall } from '../voice/legs/outbound-route.ts';
import type { RunCall, VoiceServices } from '../voice/voice-services.ts';
import { campaignSlots, startCampaigns } from './campaigns.ts';
import { openRoutes } from './open-routes.ts';
import type { TrunkRoutes } from './sip.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { RoutesByProvider } from './voice-routes.ts';
import { composeVoiceServices } from './voice-services.ts';
import { voiceSockets } from './voice-sockets.ts';
import { USER_AGENT } from './webhooks.ts';

/** Test overrides. */
export interface VoiceOverrides {
  runCall?: RunCall;
  services?: Partial<VoiceServices>;
  outboundRoutes?: RoutesByProvider;
  /** Receives the handler of inbound sandbox calls. */
  onInbound?(accept: AcceptCall): void;
}

/** True if this process handles calls, and so has routes, audio and sockets. */
export function holdsCalls({ role }: Pick<Config, 'role'>): boolean {
  return role === 'all' || role === 'voice';
}

export interface Voice {
  sockets: SocketRoute[];
  /** Stops accepting calls. Resolves when live ones have ended or were ended at the deadline. */
  drain(): Promise<void>;
}

/** Starts handling calls in this process. */
export async function startVoice(deps: VoiceDeps & { overrides: VoiceOverrides }): Promise<Voice> {
  const { config, database, clock, log, dependencies, disposer, shutdown, overrides } = deps;
  const services = {
    ...composeVoiceServices({ ...deps, speech: dependencies.speech }),
    ...overrides.services,
  };
  const outboundRoutes = new Map(overrides.outboundRoutes);
  let trunks: TrunkRoutes | null = null;
  const callService = createCallService({
    ...dependencies.conversations,
    ...dependencies.calls,
    database,
    log,
    processId: deps.processId,
    outbound: deps.outbound,
    origin: deps.origin,
    recordEvent: dependencies.recordEvent,
    callsPerSecond: config.dialing.callsPerSecond,
    capacity: config.maxCalls,
    campaignSlots: campaignSlots(config),
    lifetime: shutdown.deadline,
    sign: (message) => signRequest({ ...deps, userAgent: USER_AGENT }, message),
    voice: services,
    runCall: overrides.runCall ?? runCall,
    routeOf: async (number) => (await outboundRoutes.get(number.provider)?.(number)) ?? null,
    sendPendingHangUp: () => trunks?.sendPendingHangUp ?? null,
  });
  disposer.own('calls', callService, (owned) => owned.stop());
  const hasOwnRoutes = overrides.outboundRoutes === undefined;
  const opened = hasOwnRoutes ? await openRoutes(deps, { services, callService, outboundRoutes }) : null;
  trunks = opened?.trunks ?? null;
  // Waiting calls can be dialed from here on.
  callService.open();
  startCampaigns(deps, callService);
  overrides.onInbound?.((call) => callService.acceptFrom('sandbox', call));
  shutdown.turnsDeadline.addEventListener('abort', () => callService.endAll('The server was stopped.'));
  const { sandbox } = dependencies;
  return {
    sockets: voiceSockets({
      callService,
      clock,
      phones: opened?.phones ?? null,
      maxCalls: config.maxCalls,
      sandbox: sandbox?.calls ?? null,
    }),
    drain: () => shutdown.bound(callService.drain()),
  };
}
