import type { Clock } from '../core/clock.ts';
import { detectEspeak } from './espeak/detect-espeak.ts';
import { FliteTts } from './offline/flite-tts.ts';
import { OFFLINE_OFFERS } from './offline/offers.ts';
import { typedTextStt } from './offline/typed-text-stt.ts';
import { detectPocketsphinx } from './pocketsphinx/detect-pocketsphinx.ts';
import type { OpenSpeechVendor } from './speech-registry.ts';

/** Speech providers on this machine that need no key; the default one first. */
export async function openOfflineSpeech(
  phrases: readonly string[],
  clock: Clock,
): Promise<OpenSpeechVendor[]> {
  const flite = new FliteTts({ clock });
  const [espeak, pocketsphinx] = await Promise.all([detectEspeak(clock), detectPocketsphinx(phrases, clock)]);
  const builtIn: OpenSpeechVendor = {
    tts: flite,
    stt: typedTextStt,
    offers: OFFLINE_OFFERS,
    close: () => flite.close(),
  };
  const program: OpenSpeechVendor[] =
    espeak === undefined ? [] : [{ ...espeak, close: () => espeak.tts.close() }];
  if (pocketsphinx === undefined) return [builtIn, ...program];
  // Without phrases, pocketsphinx misunderstands most phone speech, so it is never the default.
  return pocketsphinx.hasGrammar ? [pocketsphinx, builtIn, ...program] : [builtIn, ...program, pocketsphinx];
}
