import { z } from 'zod';
import { ProviderError } from '../interfaces/provider-error.ts';

/** Lenient: unknown members are ignored, and without an index the given order counts. */
const replySchema = z.object({
  data: z.array(
    z.object({ index: z.number().int().nonnegative().optional(), embedding: z.array(z.number()) }),
  ),
});

/**
 * The vectors of an `/embeddings` response in the order of the request, normalized. Throws a `ProviderError`
 * (`malformed`) if one is missing, duplicate, zero or of the wrong length.
 */
export function parseEmbeddings(
  text: string,
  expected: { count: number; dimensions: number },
): Float32Array[] {
  const reply = replySchema.safeParse(parseJson(text));
  if (!reply.success) throw malformed('is not a list of embeddings');
  const vectors = new Map<number, Float32Array>();
  for (const [position, { index, embedding }] of reply.data.data.entries()) {
    if (embedding.length !== expected.dimensions) {
      throw malformed(`has ${embedding.length} dimensions instead of ${expected.dimensions}`);
    }
    vectors.set(index ?? position, unit(embedding));
  }
  const ordered = Array.from({ length: expected.count }, (_, index) => vectors.get(index));
  const complete = ordered.filter((vector) => vector !== undefined);
  if (complete.length !== expected.count || reply.data.data.length !== expected.count) {
    throw malformed(`has ${reply.data.data.length} embeddings for ${expected.count} texts`);
  }
  return complete;
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0) throw malformed('has an embedding that cannot be normalized');
  return Float32Array.from(values, (value) => value / length);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function malformed(what: string): ProviderError {
  return new ProviderError('malformed', `The response of the embedding endpoint ${what}.`);
}
