import type { Clock } from '../core/clock.ts';
import { detectEspeak } from './espeak/detect-espeak.ts';
import { FliteSynthesizer } from './offline/flite-synthesizer.ts';
import { OFFLINE_OFFERS } from './offline/offers.ts';
import { typedTranscriber } from './offline/typed-transcriber.ts';
import { detectPocketsphinx } from './pocketsphinx/detect-pocketsphinx.ts';
import type { SpeechVendor } from './speech-registry.ts';

/** What hears and speaks without a key, as far as this machine has it; what is chosen by default comes first. */
export async function openOfflineSpeech(phrases: readonly string[], clock: Clock): Promise<SpeechVendor[]> {
  const flite = new FliteSynthesizer({ clock });
  const [espeak, pocketsphinx] = await Promise.all([detectEspeak(clock), detectPocketsphinx(phrases, clock)]);
  const builtIn: SpeechVendor = {
    ...{ synthesizer: flite, transcriber: typedTranscriber, offers: OFFLINE_OFFERS },
    close: () => flite.close(),
  };
  const program: SpeechVendor[] =
    espeak === undefined ? [] : [{ ...espeak, close: () => espeak.synthesizer.close() }];
  if (pocketsphinx === undefined) return [builtIn, ...program];
  // Without phrases it misunderstands most of what is said over a telephone: nobody gets it unasked.
  return pocketsphinx.hasGrammar ? [pocketsphinx, builtIn, ...program] : [builtIn, ...program, pocketsphinx];
}
