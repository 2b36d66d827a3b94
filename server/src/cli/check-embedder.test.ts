import { expect, test } from 'vitest';
import type { Embedder } from '../providers/interfaces/embedder.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { checkEmbedder } from './doctor.ts';

const embedder = (embed: Embedder['embed']): Embedder => ({
  model: 'openai-compatible/x-3',
  dimensions: 3,
  embed,
});

test('accepts an embeddings endpoint that answers', async () => {
  const answering = embedder(async (texts) => texts.map(() => Float32Array.of(1, 0, 0)));
  expect(await checkEmbedder(answering)).toEqual({
    isFine: true,
    text: 'Embeddings: openai-compatible/x-3 answers',
  });
});

test.each([
  [
    new ProviderError('malformed', 'It has 768 dimensions instead of 3'),
    /768 dimensions instead of 3.*DIMENSIONS/,
  ],
  [new ProviderError('rejected', 'It answered 401'), /401.*Check the key, the base URL/],
])('reports a failing endpoint with advice: %s', async (error, expected) => {
  const { isFine, text } = await checkEmbedder(
    embedder(async () => {
      throw error;
    }),
  );
  expect(isFine).toBe(false);
  expect(text).toMatch(expected);
});
