import type { Config } from '../config/config.ts';
import type { Disposer } from '../core/disposer.ts';
import type { CallerNumber } from '../modules/calls/actions.ts';
import type { StreamingSynthesizer } from '../providers/spec/streaming-synthesizer.ts';
import type { PersonVoice } from '../telephony/simulated/person.ts';
import { sandboxPerson } from '../telephony/simulated/sandbox-population.ts';
import { SimulatedCarrier } from '../telephony/simulated/simulated-carrier.ts';
import type { Line } from '../voice/legs/line.ts';
import type { VoiceServices } from '../voice/voice-services.ts';

/** The ways out to the telephone network, by the provider of the number that a call goes out from. */
export type LinesByProvider = ReadonlyMap<string, (number: CallerNumber) => Promise<Line | null>>;

/** Providers of numbers that this installation can dial over, in all of its processes. */
export function dialProviders(
  { isSandboxOpen }: Pick<Config, 'isSandboxOpen'>,
  override: LinesByProvider | undefined,
): string[] {
  if (override !== undefined) return [...override.keys()];
  return isSandboxOpen ? ['sandbox'] : [];
}

export function composeLines(
  parts: { config: Pick<Config, 'isSandboxOpen'>; disposer: Disposer; services: VoiceServices },
  override: LinesByProvider | undefined,
): LinesByProvider {
  if (override !== undefined) return override;
  const { config, disposer, services } = parts;
  if (!config.isSandboxOpen) return new Map();
  const { clock, mediaClock, synthesizers } = services;
  const carrier = new SimulatedCarrier({
    ...{ name: 'sandbox', clock, mediaClock, population: sandboxPerson },
    voice: personVoice(synthesizers.get('flite')),
  });
  disposer.own('sandbox carrier', carrier, (owned) => owned.close());
  return new Map([['sandbox', async () => carrier]]);
}

/** People of the sandbox speak as the built-in synthesizer does. */
function personVoice(synthesizer: StreamingSynthesizer | undefined): PersonVoice | null {
  if (synthesizer === undefined) return null;
  return async (text, signal) => {
    const pieces = (async function* () {
      yield text;
    })();
    const options = { voice: 'kal', language: 'en', sampleRateHz: 8000, speed: 1, emotion: false } as const;
    const spoken: Int16Array[] = [];
    const chunks = synthesizer.speak(pieces, { ...options, stability: 0.7, similarity: 0.5 }, signal);
    for await (const { samples } of chunks) spoken.push(samples);
    const whole = new Int16Array(spoken.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const samples of spoken) {
      whole.set(samples, at);
      at += samples.length;
    }
    return whole;
  };
}
