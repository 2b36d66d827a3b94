import type { Clock } from '../core/clock.ts';
import type { Offers, VoiceOffer } from '../providers/interfaces/offers.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { speakWhole } from '../providers/interfaces/speak-whole.ts';
import type { SpeechOptions, StreamingSynthesizer } from '../providers/interfaces/streaming-synthesizer.ts';
import type { Transcriber, TranscriberOptions } from '../providers/interfaces/transcriber.ts';
import type { Finding } from './finding.ts';
import { providerFailure } from './provider-failure.ts';

const TIMEOUT_MS = 15_000;
const SAMPLE_RATE_HZ = 16_000;
const STYLE = { sampleRateHz: SAMPLE_RATE_HZ, speed: 1, stability: 0.7, similarity: 0.5 } as const;

/** What stands for itself: words that are typed, and ears that hear nothing but phrases. */
const UNCHECKED = ['offline', 'pocketsphinx'];
const TEXT = 'Yes please, I would like to book a table.';

export interface SpeechToCheck {
  synthesizers: ReadonlyMap<string, StreamingSynthesizer>;
  transcribers: ReadonlyMap<string, Transcriber>;
  offers: readonly Offers[];
}

/** Lets each voice say a sentence and each transcriber hear one of flite; the advice follows from how it failed. */
export async function checkSpeech(
  { synthesizers, transcribers, offers }: SpeechToCheck,
  clock: Clock,
): Promise<Finding[]> {
  const voices = offers.flatMap((offer) => offer.voices);
  const speaking = [...synthesizers].filter(([code, { code: own }]) => code === own);
  const hearing = [...transcribers].filter(([code]) => !UNCHECKED.includes(code));
  const sample = hearing.length === 0 ? new Int16Array(0) : await spoken(synthesizers.get('flite'), voices);
  return Promise.all([
    ...speaking.map(([, synthesizer]) => checkVoice(synthesizer, voices)),
    ...hearing.map(([, transcriber]) => checkEars(transcriber, sample, clock)),
  ]);
}

async function checkVoice(
  synthesizer: StreamingSynthesizer,
  voices: readonly VoiceOffer[],
): Promise<Finding> {
  const { code } = synthesizer;
  const replaced: Replacement[] = [];
  try {
    const samples = await spoken(synthesizer, voices, (error, by) => replaced.push({ error, by }));
    if (samples.length === 0) throw new ProviderError('malformed', 'There is no sound.');
    const [first] = replaced;
    if (first === undefined) return { isFine: true, text: `Voice: ${code} speaks` };
    const by = replaced.at(-1)?.by;
    return {
      isFine: false,
      text: `Voice: ${code} does not speak ${providerFailure(first.error)} Calls use ${by} until it does.`,
    };
  } catch (error) {
    return { isFine: false, text: `Voice: ${code} does not speak ${providerFailure(error)}` };
  }
}

/** A provider failed, and the one with the code `by` replaced it. */
interface Replacement {
  error: ProviderError;
  by: string;
}

/** A sentence in the synthesizer's first voice. */
async function spoken(
  synthesizer: StreamingSynthesizer | undefined,
  voices: readonly VoiceOffer[],
  onReplaced?: SpeechOptions['onReplaced'],
): Promise<Int16Array> {
  const voice = voices.find((one) => one.synthesizer === synthesizer?.code);
  if (synthesizer === undefined || voice === undefined)
    throw new ProviderError('rejected', 'There is no voice.');
  const name = voice.code.slice(voice.code.indexOf('/') + 1);
  const options: SpeechOptions = {
    ...STYLE,
    voice: name,
    language: voice.language ?? 'en',
    emotion: true,
    ...(onReplaced !== undefined && { onReplaced }),
  };
  return speakWhole(synthesizer, { ...options, text: TEXT }, AbortSignal.timeout(TIMEOUT_MS));
}

async function checkEars(transcriber: Transcriber, sample: Int16Array, clock: Clock): Promise<Finding> {
  const { code } = transcriber;
  try {
    const replaced = await heard(transcriber, sample, clock);
    if (replaced === null) return { isFine: true, text: `Ears: ${code} hears` };
    return {
      isFine: false,
      text: `Ears: ${code} does not hear ${providerFailure(replaced.error)} Calls use ${replaced.by} until it does.`,
    };
  } catch (error) {
    return { isFine: false, text: `Ears: ${code} does not hear ${providerFailure(error)}` };
  }
}

/**
 * Resolves when the transcriber has understood something: an answer without words may not come from the vendor.
 * @returns the fallback that understood it instead; null: none did
 */
async function heard(
  transcriber: Transcriber,
  sample: Int16Array,
  clock: Clock,
): Promise<Replacement | null> {
  let replaced: Replacement | null = null;
  const answer = Promise.withResolvers<void>();
  const limit = new AbortController();
  clock.sleep(TIMEOUT_MS, limit.signal).then(
    () => answer.reject(new ProviderError('timeout', 'Nothing was understood in time.')),
    () => undefined,
  );
  const options: TranscriberOptions = {
    sampleRateHz: SAMPLE_RATE_HZ,
    languages: ['en'],
    hints: [],
    onReplaced: (error, by) => {
      replaced = { error, by };
    },
  };
  const session = transcriber.open(options, (event) => {
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
    limit.abort();
    session.close();
  }
}
