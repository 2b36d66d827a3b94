import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import type { Log } from '../core/log.ts';
import { USER_AGENT } from '../core/user-agent.ts';
import { parseAddressRanges } from '../http/outbound/address-rules.ts';
import type { SocketRoute } from '../http/socket-route.ts';
import { type CallService, createCallService } from '../modules/calls/active/create-call-service.ts';
import { type AccountNumber, findNumbersById } from '../modules/calls/assistant/caller-number.ts';
import { signRequest } from '../modules/webhooks/actions.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import { BackgroundAudio } from '../voice/audio/background/background-audio.ts';
import { NoiseCancellation } from '../voice/audio/noise/noise-cancellation.ts';
import { AudioThread } from '../voice/audio-thread/audio-thread.ts';
import { runCall } from '../voice/call-session.ts';
import { openEngine } from '../voice/engines/open-engine.ts';
import type { AcceptCall, OutboundRoute } from '../voice/legs/outbound-route.ts';
import { SharedMediaClock } from '../voice/media-clock.ts';
import { LocalTurnDetector } from '../voice/turn-detector/local-turn-detector.ts';
import { ModelVoiceActivityDetector } from '../voice/vad/model-detector.ts';
import type { ReadAloud, RunCall, VoiceServices } from '../voice/voice-services.ts';
import { browserCallSockets } from './browser-calls.ts';
import { plannedSlots, startCampaigns } from './campaigns.ts';
import { composeCarrierRoute } from './carrier-webhooks/carrier-route.ts';
import { speakPlainly } from './plain-voice.ts';
import type { SandboxPhoneBook } from './sandbox-phone-book.ts';
import { composeSip, type TrunkRoutes } from './sip.ts';
import type { LiveProviders } from './vendors/provider-set.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { composeSandboxCarrier, type RoutesByProvider } from './voice-routes.ts';

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
    plannedSlots: plannedSlots(config),
    missingTts: dependencies.speech.missingTts,
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
    sockets: browserCallSockets({
      callService,
      clock,
      phones: opened?.phones ?? null,
      maxCalls: config.maxCalls,
      others: dependencies.carrierCalls.others,
      processId: deps.processId,
      sandbox: sandbox?.calls ?? null,
    }),
    drain: () => shutdown.bound(callService.drain()),
  };
}

/** Outbound routes by the provider of the calling number. */
type OpenRoutes = Map<string, (number: AccountNumber) => Promise<OutboundRoute | null>>;

interface OpenedRoutes {
  /** Browser phones of the sandbox carrier; null if the sandbox is off. */
  phones: SandboxPhoneBook | null;
  /** Null if SIP is not configured. */
  trunks: TrunkRoutes | null;
}

/** Opens every route that this installation is configured for. */
async function openRoutes(
  deps: VoiceDeps,
  about: { services: VoiceServices; callService: CallService; outboundRoutes: OpenRoutes },
): Promise<OpenedRoutes> {
  const { services, callService, outboundRoutes } = about;
  deps.dependencies.providers.follow(() => openTwilio(deps, callService, outboundRoutes));
  const trunks = await openSip(deps, callService, outboundRoutes);
  if (!deps.config.isSandboxOpen) return { phones: null, trunks };
  const phones = composeSandboxCarrier(services, {
    seed: deps.config.sandboxPopulation,
    disposer: deps.disposer,
  });
  outboundRoutes.set('sandbox', async ({ user_id: userId }) => phones.routeOf(userId));
  return { phones, trunks };
}

/** Once there is an account, which may be connected later. */
function openTwilio(deps: VoiceDeps, callService: CallService, routes: OpenRoutes): void {
  const { clock, log, origin, shutdown, disposer, dependencies, processId } = deps;
  const { carriers, routes: carrierRoutes } = dependencies.carrierCalls;
  const carrier = carriers.get('twilio');
  if (carrier === undefined || routes.has('twilio')) return;
  const route = composeCarrierRoute({
    name: 'twilio',
    carrier,
    processId,
    clock,
    log,
    origin,
    lifetime: shutdown.deadline,
    accept: (call) => callService.acceptFrom('twilio', call),
  });
  disposer.own('twilio calls', route, (owned) => owned.close());
  carrierRoutes.set(route.name, route);
  routes.set(route.name, async () => route);
}

async function openSip(
  deps: VoiceDeps,
  callService: CallService,
  routes: OpenRoutes,
): Promise<TrunkRoutes | null> {
  const { config, database } = deps;
  if (config.sip === null) return null;
  const trunks = await composeSip({
    ...deps,
    config: config.sip,
    allowPrivate: parseAddressRanges(config.allowPrivateCidrs).ranges,
    accept: (call) => callService.accept(call, () => findNumbersById(database, Number(call.route))),
  });
  if (trunks !== null) routes.set('sip', ({ id }) => trunks.routeOf(id));
  return trunks;
}

/** Services shared by all calls of this process: media clock, voice activity detection, providers. */
function composeVoiceServices(deps: {
  clock: Clock;
  log: Log;
  disposer: Disposer;
  speech: LiveProviders['speech'];
}): VoiceServices {
  const { clock, log, disposer, speech } = deps;
  const { sttProviders, ttsProviders, missingTts, realtimeModels } = speech;
  const thread = new AudioThread();
  const voiceActivity = new ModelVoiceActivityDetector({ clock, log, thread });
  disposer.own('voice activity', voiceActivity, (owned) => owned.close());
  const noiseCanceller = new NoiseCancellation({ clock, log, thread });
  disposer.own('noise cancellation', noiseCanceller, (owned) => owned.close());
  const mediaClock = new SharedMediaClock(clock, (error) =>
    log.error({ error }, 'Processing an audio frame of a call failed.'),
  );
  const providers = { sttProviders, ttsProviders, missingTts, realtimeModels };
  return {
    clock,
    log,
    mediaClock,
    voiceActivity,
    noiseCanceller,
    backgroundAudio: new BackgroundAudio(),
    ...providers,
    readAloud: customerVoice(ttsProviders.get('flite')),
    turnDetector: new LocalTurnDetector(),
    openEngine: (opening) => openEngine(providers, opening),
  };
}

/**
 * Voice for typed customer text. It is free, and differs from assistants' voices unless an assistant uses the same one.
 */
function customerVoice(tts: TtsProvider | undefined): ReadAloud | null {
  if (tts === undefined) return null;
  return (text, sampleRateHz, signal) => speakPlainly(tts, { text, voice: 'rms', sampleRateHz }, signal);
}
