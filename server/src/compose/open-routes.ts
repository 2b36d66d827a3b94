import { parseAddressRanges } from '../http/outbound/address-rules.ts';
import type { CallService } from '../modules/calls/active/create-call-service.ts';
import { type AccountNumber, findNumbersById } from '../modules/calls/assistant/caller-number.ts';
import type { OutboundRoute } from '../voice/legs/outbound-route.ts';
import type { VoiceServices } from '../voice/voice-services.ts';
import { composeCarrierRoute } from './carrier-webhooks/carrier-route.ts';
import type { SandboxPhoneBook } from './sandbox-phone-book.ts';
import { composeSip, type TrunkRoutes } from './sip.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { composeSandboxCarrier } from './voice-routes.ts';

/** Outbound routes by the provider of the calling number. */
export type OpenRoutes = Map<string, (number: AccountNumber) => Promise<OutboundRoute | null>>;

interface OpenedRoutes {
  /** Browser phones of the sandbox carrier; null if the sandbox is off. */
  phones: SandboxPhoneBook | null;
  /** Null if SIP is not configured. */
  trunks: TrunkRoutes | null;
}

/** Opens every route that this installation is configured for. */
export async function openRoutes(
  deps: VoiceDeps,
  about: { services: VoiceServices; callService: CallService; outboundRoutes: OpenRoutes },
): Promise<OpenedRoutes> {
  const { services, callService, outboundRoutes } = about;
  openTwilio(deps, callService, outboundRoutes);
  const trunks = await openSip(deps, callService, outboundRoutes);
  if (!deps.config.isSandboxOpen) return { phones: null, trunks };
  const phones = composeSandboxCarrier(services, {
    seed: deps.config.sandboxPopulation,
    disposer: deps.disposer,
  });
  outboundRoutes.set('sandbox', async ({ user_id: userId }) => phones.routeOf(userId));
  return { phones, trunks };
}

function openTwilio(deps: VoiceDeps, callService: CallService, routes: OpenRoutes): void {
  const { clock, log, origin, shutdown, disposer, dependencies, processId } = deps;
  const { carriers, routes: carrierRoutes } = dependencies.carrierCalls;
  const carrier = carriers.get('twilio');
  if (carrier === undefined) return;
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
