import { parseAddressRanges } from '../http/outbound/address-rules.ts';
import { findNumbersById, type Holding, type AccountNumber } from '../modules/calls/actions.ts';
import type { OutboundRoute } from '../voice/legs/outbound-route.ts';
import type { VoiceServices } from '../voice/voice-services.ts';
import { composeCarrierRoute } from './carrier-calls/carrier-route.ts';
import type { SandboxPhoneBook } from './sandbox-phone-book.ts';
import { composeSip, type TrunkRoutes } from './sip.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { composeSandboxCarrier } from './voice-routes.ts';

/** Lines by the provider of the number that a call goes out from. */
export type OpenRoutes = Map<string, (number: AccountNumber) => Promise<OutboundRoute | null>>;

interface OpenedRoutes {
  /** Telephones in browsers, for the sandbox carrier; null: it is closed. */
  phones: SandboxPhoneBook | null;
  /** Null: there is no SIP here. */
  trunks: TrunkRoutes | null;
}

/** Opens every line that this installation is configured for. */
export async function openRoutes(
  deps: VoiceDeps,
  about: { services: VoiceServices; holding: Holding; outboundRoutes: OpenRoutes },
): Promise<OpenedRoutes> {
  const { services, holding, outboundRoutes } = about;
  openTwilio(deps, holding, outboundRoutes);
  const trunks = await openSip(deps, holding, outboundRoutes);
  if (!deps.config.isSandboxOpen) return { phones: null, trunks };
  const phones = composeSandboxCarrier(services, {
    seed: deps.config.sandboxPopulation,
    disposer: deps.disposer,
  });
  outboundRoutes.set('sandbox', async ({ user_id: userId }) => phones.routeOf(userId));
  return { phones, trunks };
}

function openTwilio(deps: VoiceDeps, holding: Holding, routes: OpenRoutes): void {
  const { clock, log, origin, shutdown, disposer, dependencies, processId } = deps;
  const { carriers, routes: carrierRoutes } = dependencies.carrierCalls;
  const carrier = carriers.get('twilio');
  if (carrier === undefined) return;
  const route = composeCarrierRoute({
    ...{ name: 'twilio', carrier, processId, clock, log, origin, lifetime: shutdown.allOver },
    accept: (call) => holding.acceptFrom('twilio', call),
  });
  disposer.own('twilio calls', route, (owned) => owned.close());
  carrierRoutes.set(route.name, route);
  routes.set(route.name, async () => route);
}

async function openSip(deps: VoiceDeps, holding: Holding, routes: OpenRoutes): Promise<TrunkRoutes | null> {
  const { config, database } = deps;
  if (config.sip === null) return null;
  const trunks = await composeSip({
    ...{ ...deps, config: config.sip },
    allowPrivate: parseAddressRanges(config.allowPrivateCidrs).ranges,
    accept: (call) => holding.accept(call, () => findNumbersById(database, Number(call.route))),
  });
  if (trunks !== null) routes.set('sip', ({ id }) => trunks.routeOf(id));
  return trunks;
}
