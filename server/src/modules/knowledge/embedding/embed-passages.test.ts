import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import type { Log } from '../../../core/log.ts';
import type { Embedder } from '../../../providers/interfaces/embedder.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { embedPassages } from './embed-passages.ts';

const never = new AbortController().signal;

/** Fails with the code that `faultOf` returns for a text. */
function embedderWith(faultOf: (text: string) => 'rejected' | 'malformed' | 'unavailable' | null): Embedder {
  return {
    model: 'test/picky',
    dimensions: 1,
    embed: async (texts) =>
      texts.map((text) => {
        const code = faultOf(text);
        if (code !== null) throw new ProviderError(code, `No: ${text}`);
        return Float32Array.from([1]);
      }),
  };
}

const passages = ['good', 'bad', 'fine'].map((text, index) => ({
  id: index + 1,
  documentId: 9,
  heading: '',
  text,
}));

describe('embedPassages', () => {
  test.each(['rejected', 'malformed'] as const)('returns null for a %s passage and logs it', async (code) => {
    const warned: unknown[] = [];
    const log: Log = { ...silentLog, warn: (fields) => warned.push(fields) };
    const embedder = embedderWith((text) => (text.includes('bad') ? code : null));
    const vectors = await embedPassages({ embedder, log }, passages, never);
    expect([...vectors]).toEqual([
      [1, Float32Array.from([1])],
      [2, null],
      [3, Float32Array.from([1])],
    ]);
    expect(warned).toEqual([expect.objectContaining({ passageId: 2, documentId: 9 })]);
  });

  test('throws if the model rejects everything, as with an invalid key', async () => {
    const embedder = embedderWith(() => 'rejected');
    await expect(embedPassages({ embedder, log: silentLog }, passages, never)).rejects.toThrow(ProviderError);
  });

  test('throws if the model is unavailable, without marking passages as rejected', async () => {
    const embedder = embedderWith((text) => (text.includes('fine') ? 'unavailable' : null));
    await expect(embedPassages({ embedder, log: silentLog }, passages, never)).rejects.toThrow('No: fine');
  });
});
