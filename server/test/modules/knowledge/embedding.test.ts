import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import type { Embedder } from '../../../src/providers/interfaces/embedder.ts';
import { ProviderError } from '../../../src/providers/interfaces/provider-error.ts';
import { newKnowledgebase, processed, searchable, upload } from '../../kit/documents.ts';
import { eventually } from '../../kit/eventually.ts';
import { clientOf, cloneDatabase, startTestServer, type TestDatabase } from '../../kit/test-server.ts';

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
        throw new ProviderError('unavailable', 'The model is unavailable.');
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

  test('are computed in the background, retried after a model failure, and recomputed after a change of model', async () => {
    const first = topicEmbedder('test/one', { failures: 1 });
    const server = await startTestServer({ beside: clone, overrides: { embedder: first } });
    const account = await server.account();
    const base = await newKnowledgebase(account);
    const document = await upload(account, base, { type: 'txt', name: 'house.txt', bytes });
    const indexed = await searchable(account, document);
    expect(indexed).toMatchObject({ status: 'processing', stage: 'embedding', error: null });
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

test('embeds a short document before an earlier long one is complete', async () => {
  const own = await cloneDatabase();
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const embedder: Embedder = {
    model: 'test/slow',
    dimensions: 2,
    embed: async (texts) => {
      order.push(...texts);
      await gate.promise;
      return texts.map(() => Float32Array.from([1, 0]));
    },
  };
  const server = await startTestServer({ beside: own, overrides: { embedder } });
  try {
    const account = await server.account();
    const base = await newKnowledgebase(account);
    const line = (index: number) => `Paragraph ${index} of the book. ${'It goes on at length. '.repeat(40)}`;
    const book = Buffer.from(Array.from({ length: 60 }, (_, index) => line(index)).join('\n\n'));
    const long = await upload(account, base, { type: 'txt', name: 'book.txt', bytes: book });
    await eventually(
      async () => order.length,
      (count) => count > 0,
    );
    const begun = order.length;
    const page = Buffer.from('The barrier code is 8812.');
    const short = await upload(account, base, { type: 'txt', name: 'page.txt', bytes: page });
    await searchable(account, short);
    gate.resolve();
    await processed(account, long);
    expect(order.length).toBeGreaterThan(begun + 20);
    expect(order.indexOf('The barrier code is 8812.')).toBe(begun);
    expect((await account.get(short)).body.data.status).toBe('active');
  } finally {
    gate.resolve();
    await server.stop();
    await own.drop();
  }
});

test('a process with another model starts only after the running process has stopped', async () => {
  const own = await cloneDatabase();
  const start = (model: string) =>
    startTestServer({ beside: own, overrides: { embedder: topicEmbedder(model) } });
  try {
    const running = await start('test/one');
    await expect(start('test/two')).rejects.toThrow(/configured for test\/two, but .* uses test\/one/);
    const same = await start('test/one');
    await same.stop();
    await running.stop();
    const changed = await start('test/two');
    await changed.stop();
  } finally {
    await own.drop();
  }
});
