import type { Catalogue } from '../../core/catalogue.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { wavFile } from '../../core/wav-file.ts';
import type { Database } from '../../db/client.ts';
import type { Offers } from '../../providers/interfaces/offers.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import { speakWhole } from '../../providers/interfaces/speak-whole.ts';
import type {
  SpeechOptions,
  StreamingSynthesizer,
} from '../../providers/interfaces/streaming-synthesizer.ts';
import { readCatalogue, storeOffers } from './store.ts';

export interface CatalogueDependencies {
  catalogue: Catalogue;
  /** By the vendor part of the voice codes. */
  synthesizers: ReadonlyMap<string, StreamingSynthesizer>;
  /** Samples that were spoken already, by voice id. */
  previews: Map<number, Promise<Uint8Array>>;
}

const SAMPLE_TEXT = 'Hello! This is how I sound. How can I help you today?';
const SAMPLE_STYLE = {
  sampleRateHz: 16_000,
  speed: 1,
  stability: 0.7,
  similarity: 0.5,
  emotion: true,
  // A sample of another voice would be kept as this one's.
  fallback: 'never',
} as const;

/** A spoken sample as a WAV file; spoken once, then kept. */
export async function previewVoice(
  { catalogue, synthesizers, previews }: CatalogueDependencies,
  voiceId: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const voice = catalogue.voices.find((candidate) => candidate.id === voiceId);
  const [vendor = '', name = ''] = voice?.code.split('/', 2) ?? [];
  const synthesizer = synthesizers.get(vendor);
  if (voice === undefined || synthesizer === undefined) throw notFound('Voice');
  // One listener who leaves must not take the sample from the others.
  const language = catalogue.languages.find((one) => one.id === voice.language_id)?.iso_2 ?? 'en';
  const speaking =
    previews.get(voiceId) ?? speakSample(synthesizer, { ...SAMPLE_STYLE, voice: name, language });
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

async function speakSample(synthesizer: StreamingSynthesizer, options: SpeechOptions): Promise<Uint8Array> {
  const samples = await speakWhole(synthesizer, { ...options, text: SAMPLE_TEXT }, AbortSignal.any([]));
  return wavFile(samples, options.sampleRateHz);
}

/** Gives every offer its stable id and reads the whole catalogue. */
export function loadCatalogue(database: Database, offers: Offers): Promise<Catalogue> {
  return database.transaction(async (transaction) => {
    await storeOffers(transaction, offers);
    return readCatalogue(transaction);
  });
}
