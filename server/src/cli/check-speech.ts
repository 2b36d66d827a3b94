import type { Clock } from '../core/clock.ts';
import type { Offers, VoiceOffer } from '../providers/interfaces/offers.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { speakWhole } from '../providers/interfaces/speak-whole.ts';
import type { SttOptions, SttProvider } from '../providers/interfaces/stt-provider.ts';
import type { SpeechOptions, TtsProvider } from '../providers/interfaces/tts-provider.ts';
import type { Finding } from './finding.ts';
import { providerFailure } from './provider-failure.ts';

const TIMEOUT_MS = 15_000;
const SAMPLE_RATE_HZ = 16_000;
const STYLE = { sampleRateHz: SAMPLE_RATE_HZ, speed: 1, stability: 0.7, similarity: 0.5 } as const;

/** `offline` reads typed text, and `pocketsphinx` recognizes fixed phrases only. */
const UNCHECKED = ['offline', 'pocketsphinx'];
const TEXT = 'Yes please, I would like to book a table.';

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

/** A provider failed, and the one with the code `by` replaced it. */
interface Replacement {
  error: ProviderError;
  by: string;
}

/** Synthesizes a sentence with the provider's first voice. */
async function spoken(
  tts: TtsProvider | undefined,
  voices: readonly VoiceOffer[],
  onReplaced?: SpeechOptions['onReplaced'],
): Promise<Int16Array> {
  const voice = voices.find((one) => one.synthesizer === tts?.code);
  if (tts === undefined || voice === undefined)
    throw new ProviderError('rejected', 'The provider offers no voice.');
  const name = voice.code.slice(voice.code.indexOf('/') + 1);
  const options: SpeechOptions = {
    ...STYLE,
    voice: name,
    language: voice.language ?? 'en',
    emotion: true,
    ...(onReplaced !== undefined && { onReplaced }),
  };
  return speakWhole(tts, { ...options, text: TEXT }, AbortSignal.timeout(TIMEOUT_MS));
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

/**
 * Resolves when the STT provider returns text. An empty result does not prove that the vendor works.
 * @returns the fallback that answered instead; null if the provider itself did
 */
async function heard(stt: SttProvider, sample: Int16Array, clock: Clock): Promise<Replacement | null> {
  let replaced: Replacement | null = null;
  const answer = Promise.withResolvers<void>();
  const limit = new AbortController();
  clock.sleep(TIMEOUT_MS, limit.signal).then(
    () => answer.reject(new ProviderError('timeout', 'No text arrived in time.')),
    () => undefined,
  );
  const options: SttOptions = {
    sampleRateHz: SAMPLE_RATE_HZ,
    languages: ['en'],
    hints: [],
    onReplaced: (error, by) => {
      replaced = { error, by };
    },
  };
  try {
    const session = stt.open(options, (event) => {
      if ((event.type === 'final' || event.type === 'interim') && event.text !== '') answer.resolve();
      if (event.type === 'failed') answer.reject(event.error);
    });
    try {
      session.speechStarted();
      session.write(sample);
      session.speechStopped();
      await answer.promise;
      return replaced;
    } finally {
      session.close();
    }
  } finally {
    limit.abort();
  }
}
