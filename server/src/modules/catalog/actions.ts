import type { Catalog } from '../../core/catalog.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { wavFile } from '../../core/wav-file.ts';
import type { Database } from '../../db/client.ts';
import type { Offers } from '../../providers/interfaces/offers.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import { speakWhole } from '../../providers/interfaces/speak-whole.ts';
import type { SpeechOptions, TtsProvider } from '../../providers/interfaces/tts-provider.ts';
import { readCatalog, storeOffers } from './store.ts';

export interface CatalogDependencies {
  catalog: Catalog;
  /** By the vendor part of the voice codes. */
  ttsProviders: ReadonlyMap<string, TtsProvider>;
  /** Finished or running samples, by voice id. */
  previews: Map<number, Promise<Uint8Array>>;
}

const SAMPLE_TEXT = 'Hello! This is how I sound. How can I help you today?';
const SAMPLE_STYLE = {
  sampleRateHz: 16_000,
  speed: 1,
  stability: 0.7,
  similarity: 0.5,
  emotion: true,
  // With a fallback, another provider's voice would be cached as this one.
  fallback: 'never',
} as const;

/** A spoken sample as a WAV file; synthesized once, then cached. */
export async function previewVoice(
  { catalog, ttsProviders, previews }: CatalogDependencies,
  voiceId: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const voice = catalog.voices.find((candidate) => candidate.id === voiceId);
  const [vendor = '', name = ''] = voice?.code.split('/', 2) ?? [];
  const tts = ttsProviders.get(vendor);
  if (voice === undefined || tts === undefined) throw notFound('Voice');
  // Not aborted with the request: other requests may wait for the same sample.
  const language = catalog.languages.find((one) => one.id === voice.language_id)?.iso_2 ?? 'en';
  const speaking = previews.get(voiceId) ?? speakSample(tts, { ...SAMPLE_STYLE, voice: name, language });
  previews.set(voiceId, speaking);
  try {
    return await speaking;
  } catch (error) {
    if (previews.get(voiceId) === speaking) previews.delete(voiceId);
    signal.throwIfAborted();
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('unavailable', 'The voice cannot be played right now.', { cause: error });
  }
}

async function speakSample(tts: TtsProvider, options: SpeechOptions): Promise<Uint8Array> {
  const samples = await speakWhole(tts, { ...options, text: SAMPLE_TEXT }, AbortSignal.any([]));
  return wavFile(samples, options.sampleRateHz);
}

/** Stores the offers with stable ids and reads the whole catalog. */
export function loadCatalog(database: Database, offers: Offers): Promise<Catalog> {
  return database.transaction(async (transaction) => {
    await storeOffers(transaction, offers);
    return readCatalog(transaction);
  });
}
