import { parseAddressRanges } from '../http/outbound/address-rules.ts';
import { findNumbersById, type Holding, type LineNumber } from '../modules/calls/actions.ts';
import type { Line } from '../voice/legs/line.ts';
import type { VoiceServices } from '../voice/voice-services.ts';
import { composeCarrierLine } from './carrier-calls/carrier-line.ts';
import type { SandboxPhoneBook } from './sandbox-phone-book.ts';
import { composeSip, type TrunkLines } from './sip.ts';
import type { VoiceDeps } from './voice-deps.ts';
import { composeSandboxCarrier } from './voice-lines.ts';

/** Lines by the provider of the number that a call goes out from. */
export type OpenLines = Map<string, (number: LineNumber) => Promise<Line | null>>;

interface OpenedLines {
  /** Telephones in browsers, for the sandbox carrier; null: it is closed. */
  phones: SandboxPhoneBook | null;
  /** Null: there is no SIP here. */
  trunks: TrunkLines | null;
}

/** Opens every line that this installation is configured for. */
export async function openLines(
  deps: VoiceDeps,
  about: { services: VoiceServices; holding: Holding; lines: OpenLines },
): Promise<OpenedLines> {
  const { services, holding, lines } = about;
  openTwilio(deps, holding, lines);
  const trunks = await openSip(deps, holding, lines);
  if (!deps.config.isSandboxOpen) return { phones: null, trunks };
  const phones = composeSandboxCarrier(services, {
    seed: deps.config.sandboxPopulation,
    disposer: deps.disposer,
  });
  lines.set('sandbox', async ({ user_id: userId }) => phones.lineOf(userId));
  return { phones, trunks };
}

function openTwilio(deps: VoiceDeps, holding: Holding, lines: OpenLines): void {
  const { clock, log, origin, shutdown, disposer, dependencies, processId } = deps;
  const { carriers, lines: carrierLines } = dependencies.carrierCalls;
  const carrier = carriers.get('twilio');
  if (carrier === undefined) return;
  const line = composeCarrierLine({
    ...{ name: 'twilio', carrier, processId, clock, log, origin, lifetime: shutdown.allOver },
    accept: (call) => holding.acceptFrom('twilio', call),
  });
  disposer.own('twilio calls', line, (owned) => owned.close());
  carrierLines.set(line.name, line);
  lines.set(line.name, async () => line);
}

async function openSip(deps: VoiceDeps, holding: Holding, lines: OpenLines): Promise<TrunkLines | null> {
  const { config, database } = deps;
  if (config.sip === null) return null;
  const trunks = await composeSip({
    ...{ ...deps, config: config.sip },
    allowPrivate: parseAddressRanges(config.allowPrivateCidrs).ranges,
    accept: (call) => holding.accept(call, () => findNumbersById(database, Number(call.line))),
  });
  if (trunks !== null) lines.set('sip', ({ id }) => trunks.lineOf(id));
  return trunks;
}
