import { heard, type Replacement, spoken } from '../compose/vendors/sample-speech.ts';
import type { Clock } from '../core/clock.ts';
import type { Offers, VoiceOffer } from '../providers/interfaces/offers.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import type { SttProvider } from '../providers/interfaces/stt-provider.ts';
import type { TtsProvider } from '../providers/interfaces/tts-provider.ts';
import type { Finding } from './finding.ts';
import { providerFailure } from './provider-failure.ts';

/** `offline` reads typed text, and `pocketsphinx` recognizes fixed phrases only. */
const UNCHECKED = ['offline', 'pocketsphinx'];

export interface SpeechToCheck {
  ttsProviders: ReadonlyMap<string, TtsProvider>;
  sttProviders: ReadonlyMap<string, SttProvider>;
  offers: readonly Offers[];
}

/**
 * Has each TTS provider speak a sentence, and each STT provider transcribe one spoken by flite. Gives advice for
 * failures.
 */
export async function checkSpeech(
  { ttsProviders, sttProviders, offers }: SpeechToCheck,
  clock: Clock,
): Promise<Finding[]> {
  const voices = offers.flatMap((offer) => offer.voices);
  const speaking = [...ttsProviders].filter(([code, { code: own }]) => code === own);
  const hearing = [...sttProviders].filter(([code]) => !UNCHECKED.includes(code));
  const sample = hearing.length === 0 ? new Int16Array(0) : await spoken(ttsProviders.get('flite'), voices);
  return Promise.all([
    ...speaking.map(([, tts]) => checkVoice(tts, voices)),
    ...hearing.map(([, stt]) => checkEars(stt, sample, clock)),
  ]);
}

/** These voices run locally, so they need no backup. */
const BUILT_IN_VOICES = ['flite', 'espeak'];

/** Reports for each configured TTS provider which voice takes over if it fails, in English and in other languages. */
export function describeBackups({
  ttsProviders,
  offers,
}: Pick<SpeechToCheck, 'ttsProviders' | 'offers'>): Finding[] {
  const known = offers.flatMap((offer) => offer.voices).map(({ language }) => language);
  const others = [...new Set(known)].filter((language) => language !== null && language !== 'en');
  const vendors = [...ttsProviders].filter(
    ([code, { code: own }]) => code === own && !BUILT_IN_VOICES.includes(code),
  );
  return vendors.map(([code, tts]) => {
    const backupOf = (language: string): string | null => tts.fallbackCode?.(language) ?? null;
    const english = backupOf('en');
    // Stands for languages without a voice of their own.
    const other = backupOf(others[0] ?? 'xx');
    const text = `Backup voice of ${code}: `;
    if (tts.fallbackCode === undefined) {
      return { isFine: true, text: `${text}none, because PARLEY_FALLBACK_SYNTHESIZER is off` };
    }
    if (english === null || other === null) {
      const languages = english === null ? 'English' : 'other languages';
      return { isFine: false, text: `${text}none in ${languages}. Install espeak-ng` };
    }
    const isEnglishOnly = other === 'flite';
    const rest = isEnglishOnly
      ? 'which reads other languages as English. Install espeak-ng for better ones'
      : `and ${other} in other languages`;
    return { isFine: true, text: `${text}${english} in English, ${rest}` };
  });
}

async function checkVoice(tts: TtsProvider, voices: readonly VoiceOffer[]): Promise<Finding> {
  const { code } = tts;
  const replaced: Replacement[] = [];
  try {
    const samples = await spoken(tts, voices, (error, by) => replaced.push({ error, by }));
    if (samples.length === 0) throw new ProviderError('malformed', 'The provider sent no audio.');
    const [first] = replaced;
    if (first === undefined) return { isFine: true, text: `Text to speech: ${code} works` };
    const by = replaced.at(-1)?.by;
    return {
      isFine: false,
      text: `Text to speech: ${code} does not work ${providerFailure(first.error)} Calls use ${by} until it works.`,
    };
  } catch (error) {
    return { isFine: false, text: `Text to speech: ${code} does not work ${providerFailure(error)}` };
  }
}

async function checkEars(stt: SttProvider, sample: Int16Array, clock: Clock): Promise<Finding> {
  const { code } = stt;
  try {
    const replaced = await heard(stt, sample, clock);
    if (replaced === null) return { isFine: true, text: `Speech to text: ${code} works` };
    return {
      isFine: false,
      text: `Speech to text: ${code} does not work ${providerFailure(replaced.error)} Calls use ${replaced.by} until it works.`,
    };
  } catch (error) {
    return { isFine: false, text: `Speech to text: ${code} does not work ${providerFailure(error)}` };
  }
}
