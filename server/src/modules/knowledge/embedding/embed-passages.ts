import type { Log } from '../../../core/log.ts';
import type { Embedder } from '../../../providers/interfaces/embedder.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { embeddingText } from '../retrieval/embedding-text.ts';

export interface UnembeddedPassage {
  id: number;
  documentId: number;
  heading: string;
  text: string;
}

/** A text that any working model accepts. */
const probeText = 'hello';

/**
 * Vectors by passage id; null for passages that the model rejects while it accepts other texts, so that one bad passage
 * does not block the rest. Throws a `ProviderError` if the model rejects everything or is unavailable.
 */
export async function embedPassages(
  { embedder, log }: { embedder: Embedder; log: Log },
  passages: readonly UnembeddedPassage[],
  signal: AbortSignal,
): Promise<Map<number, Float32Array | null>> {
  const embed = (texts: readonly string[]): Promise<Float32Array[]> =>
    embedder.embed(texts, signal, 'passage');
  const texts = passages.map(({ heading, text }) => embeddingText(heading, text));
  try {
    const vectors = await embed(texts);
    return new Map(passages.map(({ id }, index) => [id, required(vectors[index])]));
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  await embed([probeText]);
  const vectors = new Map<number, Float32Array | null>();
  for (const [index, { id: passageId, documentId }] of passages.entries()) {
    try {
      const [vector] = await embed(texts.slice(index, index + 1));
      vectors.set(passageId, required(vector));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      vectors.set(passageId, null);
      log.warn(
        { error, passageId, documentId },
        'The embedding model rejected a passage; only keyword search can find it.',
      );
    }
  }
  return vectors;
}

/** True if a retry with the same text would fail again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProviderError && (error.code === 'rejected' || error.code === 'malformed');
}

function required(vector: Float32Array | undefined): Float32Array {
  if (vector === undefined) throw new Error('The embedder returned fewer vectors than texts.');
  return vector;
}
