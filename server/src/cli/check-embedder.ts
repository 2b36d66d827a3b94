import type { Embedder } from '../providers/interfaces/embedder.ts';
import type { Finding } from './finding.ts';
import { providerFailure } from './provider-failure.ts';

const TIMEOUT_MS = 15_000;

/** Embeds a few words; a wrong number of dimensions is found out here and not with the first document. */
export async function checkEmbedder(embedder: Embedder): Promise<Finding> {
  try {
    await embedder.embed(['When are you open?'], AbortSignal.timeout(TIMEOUT_MS), 'question');
    return { isFine: true, text: `Embeddings: ${embedder.model} answers` };
  } catch (error) {
    const text = `Embeddings: ${embedder.model} does not answer as it should ${providerFailure(error)}`;
    return { isFine: false, text: `${text} PARLEY_EMBEDDINGS_DIMENSIONS must be the model's own.` };
  }
}
