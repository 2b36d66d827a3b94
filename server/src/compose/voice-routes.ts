import type { Config, Secrets } from '../config/config.ts';
import type { Disposer } from '../core/disposer.ts';
import type { AccountNumber } from '../modules/calls/assistant/caller-number.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import type { PersonVoice } from '../telephony/simulated/person.ts';
import { sandboxPerson } from '../telephony/simulated/sandbox-population.ts';
import { seededPopulation } from '../telephony/simulated/seeded-population.ts';
import { SimulatedCarrier } from '../telephony/simulated/simulated-carrier.ts';
import type { OutboundRoute } from '../voice/legs/outbound-route.ts';
import type { VoiceServices } from '../voice/voice-services.ts';
import { speakPlainly } from './plain-voice.ts';
import { SandboxPhoneBook } from './sandbox-phone-book.ts';

/** Logged for every sandbox call, independent of the database. Tests use it as the carrier's record of calls. */
export const SEEN = 'The sandbox carrier handled a call.';

/** Outbound routes by the provider of the calling number. */
export type RoutesByProvider = ReadonlyMap<string, (number: AccountNumber) => Promise<OutboundRoute | null>>;

/** Providers whose numbers this installation can call from, as far as this process knows. */
export function dialProviders(
  { isSandboxOpen, sip, role }: Pick<Config, 'isSandboxOpen' | 'sip' | 'role'>,
  { twilio }: Pick<Secrets, 'twilio'>,
  override: RoutesByProvider | undefined,
): string[] {
  if (override !== undefined) return [...override.keys()];
  // With split roles, SIP is configured on the voice processes.
  const hasSip = sip !== null || role !== 'all';
  const providers = { sandbox: isSandboxOpen, sip: hasSip, twilio: twilio !== null };
  return Object.entries(providers).flatMap(([name, isThere]) => (isThere ? [name] : []));
}

/** The simulated carrier. Its callees speak with the built-in TTS. */
export function composeSandboxCarrier(
  { clock, mediaClock, ttsProviders, log }: VoiceServices,
  { seed, disposer }: { seed: number | null; disposer: Disposer },
): SandboxPhoneBook {
  const others = seed === null ? null : seededPopulation({ seed });
  const carrier = new SimulatedCarrier({
    name: 'sandbox',
    clock,
    mediaClock,
    population: (number) => sandboxPerson(number, others),
    voice: personVoice(ttsProviders.get('flite')),
    onObservation: ({ to: phone, ...observation }) => log.debug({ ...observation, phone }, SEEN),
  });
  disposer.own('sandbox carrier', carrier, (owned) => owned.close());
  return new SandboxPhoneBook(carrier, clock);
}

function personVoice(tts: TtsProvider | undefined): PersonVoice | null {
  if (tts === undefined) return null;
  return (text, signal) => speakPlainly(tts, { text, voice: 'kal', sampleRateHz: 8000 }, signal);
}
