import type { Clock } from '../../core/clock.ts';
import type { VoiceOffer } from '../../providers/interfaces/offers.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import { speakWhole } from '../../providers/interfaces/speak-whole.ts';
import type { SttOptions, SttProvider } from '../../providers/interfaces/stt-provider.ts';
import type { SpeechOptions, TtsProvider } from '../../providers/interfaces/tts-provider.ts';

const TIMEOUT_MS = 15_000;
const SAMPLE_RATE_HZ = 16_000;
const STYLE = { sampleRateHz: SAMPLE_RATE_HZ, speed: 1, stability: 0.7, similarity: 0.5 } as const;
const TEXT = 'Yes please, I would like to book a table.';

/** A provider failed, and the one with the code `by` replaced it. */
export interface Replacement {
  error: ProviderError;
  by: string;
}

/** Synthesizes a sentence with the provider's first voice. */
export async function spoken(
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

/**
 * Resolves when the STT provider returns text. An empty result does not prove that the vendor works.
 * @returns the fallback that answered instead; null if the provider itself did
 */
export async function heard(stt: SttProvider, sample: Int16Array, clock: Clock): Promise<Replacement | null> {
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
