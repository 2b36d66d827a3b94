import type { Offers, SpeechProviderOffer } from '../../interfaces/offers.ts';
import type { CompatibleSpeechConfig } from '../../interfaces/speech-config.ts';
import { voiceOffers } from '../../kit/speech/voice-offers.ts';

/** Which languages an endpoint of the reader's own speaks nobody tells: all are offered. */
export function compatibleSpeechOffers(
  { name, model, voices }: CompatibleSpeechConfig,
  kind: SpeechProviderOffer['kind'],
): Offers {
  return {
    models: [],
    speechProviders: [{ kind, code: name, name: `${name} (${model})`, languages: [] }],
    voices: kind === 'synthesizer' ? voiceOffers(name, voices) : [],
  };
}
