import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import type { Log } from '../../../core/log.ts';
import type { Embedder } from '../../../providers/interfaces/embedder.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { embedPassages } from './embed-passages.ts';

const never = new AbortController().signal;

/** Fails with the code that `faultOf` gives for a text. */
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

describe('passages of one batch', () => {
  test.each(['rejected', 'malformed'] as const)('go without a %s one, which the log names', async (code) => {
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

  test('all fail where the model refuses everything, such as for a wrong key', async () => {
    const embedder = embedderWith(() => 'rejected');
    await expect(embedPassages({ embedder, log: silentLog }, passages, never)).rejects.toThrow(ProviderError);
  });

  test('all fail where the model is away, and none counts as refused', async () => {
    const embedder = embedderWith((text) => (text.includes('fine') ? 'unavailable' : null));
    await expect(embedPassages({ embedder, log: silentLog }, passages, never)).rejects.toThrow('No: fine');
  });
});
