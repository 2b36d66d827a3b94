import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import type { Embedder } from '../../src/providers/spec/embedder.ts';
import { ProviderError } from '../../src/providers/spec/provider-error.ts';
import { newKnowledgebase, searchable, upload } from '../kit/documents.ts';
import { eventually } from '../kit/eventually.ts';
import { clientOf, cloneDatabase, startTestServer, type TestDatabase } from '../kit/test-server.ts';

let clone: TestDatabase;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

const topics = ['pet', 'dog', 'pool', 'water'];

/** Knows two topics only: animals along the first axis, swimming along the second. */
function topicEmbedder(model: string, options: { failures?: number } = {}): Embedder & { texts: string[] } {
  const texts: string[] = [];
  let failuresLeft = options.failures ?? 0;
  return {
    model,
    dimensions: 2,
    texts,
    embed: async (asked) => {
      if (failuresLeft > 0) {
        failuresLeft -= 1;
        throw new ProviderError('unavailable', 'The model is away.');
      }
      texts.push(...asked);
      return asked.map((text) => {
        const found = topics.findIndex((topic) => text.toLowerCase().includes(topic));
        return Float32Array.from(found < 2 ? [1, 0] : [0, 1]);
      });
    },
  };
}

describe('vectors', () => {
  const bytes = Buffer.from('Every dog is our guest.\n\nThe swimming pool is heated.');

  test('are made in the background, again after a failure of the model, and anew when the model changes', async () => {
    const first = topicEmbedder('test/one', { failures: 1 });
    const server = await startTestServer({ beside: clone, overrides: { embedder: first } });
    const account = await server.account();
    const base = await newKnowledgebase(account);
    const document = await upload(account, base, { type: 'txt', name: 'house.txt', bytes });
    const byThen = await searchable(account, document);
    expect(byThen).toMatchObject({ status: 'processing', stage: 'embedding', error: null });
    const byWords = await account.post(`${base}/search`, { query: 'heated pool' });
    expect(byWords.body.data[0].text).toContain('swimming pool');
    const isReady = () =>
      eventually(
        () => account.get(document),
        ({ body }) => body.data.stage === 'ready',
      );
    expect((await isReady()).body.data.status).toBe('active');
    await server.stop();

    const second = topicEmbedder('test/two');
    const next = await startTestServer({ beside: clone, overrides: { embedder: second } });
    const again = clientOf(next.api, account.token);
    const database = openDatabase(clone.connection, () => undefined);
    try {
      const models = await eventually(
        () =>
          database.query<{ chunk: string; base: string; dimensions: number; stage: string }>(
            `select distinct chunks.embedding_model as chunk, base.embedding_model as base,
               base.embedding_dimensions as dimensions, documents.stage
             from chunks join knowledgebases base on base.id = knowledgebase_id
             join documents on documents.id = document_id`,
          ),
        ([row, ...others]) => others.length === 0 && row?.chunk === 'test/two' && row.stage === 'ready',
      );
      expect(models).toEqual([{ chunk: 'test/two', base: 'test/two', dimensions: 2, stage: 'ready' }]);
      const byMeaning = await again.post(`${base}/search`, { query: 'Is my pet welcome?' });
      expect(byMeaning.body.data[0].text).toContain('Every dog');
      expect(second.texts).toContain('Is my pet welcome?');
    } finally {
      await database.close();
      await next.stop();
    }
  });
});
