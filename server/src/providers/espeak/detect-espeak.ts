import type { Clock } from '../../core/clock.ts';
import type { Offers, VoiceOffer } from '../interfaces/offers.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { EspeakSynthesizer } from './espeak-synthesizer.ts';
import { ESPEAK_VOICES, type EspeakVoice, FEMALE_SUFFIX } from './espeak-voices.ts';
import { runEspeak } from './run-espeak.ts';

export interface Espeak {
  synthesizer: EspeakSynthesizer;
  offers: Offers;
}

/**
 * Looks whether this machine has espeak-ng, and which voices it has.
 * @param command the program: a name on the usual paths, or an absolute path.
 * @returns undefined where it is missing, does not run, or has no voice of use.
 */
export async function detectEspeak(clock: Clock, command = 'espeak-ng'): Promise<Espeak | undefined> {
  const listing = await listVoices(command);
  const installed = new Set(listing.split('\n').map((line) => line.trim().split(/\s+/)[1]));
  const voices = ESPEAK_VOICES.filter(({ name }) => installed.has(name));
  if (voices.length === 0) return undefined;
  return { synthesizer: new EspeakSynthesizer({ clock, command, voices }), offers: espeakOffers(voices) };
}

/** Columns: priority, language, age/gender, name, file, other languages. */
async function listVoices(command: string): Promise<string> {
  try {
    const signal = new AbortController().signal;
    return (await runEspeak({ command, args: ['--voices'], input: '', signal })).toString();
  } catch (error) {
    if (error instanceof ProviderError) return '';
    throw error;
  }
}

function espeakOffers(voices: readonly EspeakVoice[]): Offers {
  const languages = [...new Set(voices.map(({ language }) => language))];
  return {
    models: [],
    speechProviders: [
      { kind: 'synthesizer', code: 'espeak', name: 'eSpeak NG (on this machine)', languages },
    ],
    voices: voices.flatMap((voice) => [offer(voice, 'male'), offer(voice, 'female')]),
  };
}

function offer({ name, language, displayName, accent }: EspeakVoice, gender: 'male' | 'female'): VoiceOffer {
  const details = [accent, gender].filter((detail) => detail !== null).join(', ');
  return {
    code: `espeak/${name}${gender === 'female' ? FEMALE_SUFFIX : ''}`,
    name: `eSpeak ${displayName} (${details})`,
    language,
    gender,
    accent,
    age: null,
    modes: ['pipeline', 'dualplex'],
    synthesizer: 'espeak',
  };
}
