import { afterEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { MemoryLoader, type NewChunk } from './fixtures/memory-loader.ts';
import { createRetrievalEngine, type RetrievalEngine } from './retrieval-engine.ts';

const never = new AbortController().signal;
const engines: RetrievalEngine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

function engineOn(
  loader: MemoryLoader,
  options: { clock?: Clock; memoryLimitBytes?: number; workerFile?: URL } = {},
) {
  const engine = createRetrievalEngine({
    loader,
    clock: systemClock,
    memoryLimitBytes: 50_000_000,
    ...options,
  });
  engines.push(engine);
  const ask = (
    query: string,
    more: { queryVector?: Float32Array; knowledgebaseId?: number; userId?: number } = {},
  ) =>
    engine.search({
      userId: 1,
      knowledgebaseId: 1,
      query,
      queryVector: null,
      limit: 5,
      refreshTimeoutMs: 60_000,
      signal: never,
      ...more,
    });
  const ids = async (...parameters: Parameters<typeof ask>) =>
    (await ask(...parameters)).map(({ chunkId }) => chunkId);
  return { engine, ask, ids };
}

const hotel: NewChunk[] = [
  { id: 1, documentId: 1, heading: 'Breakfast', text: 'Served from seven until ten in the garden room.' },
  { id: 2, documentId: 1, heading: 'Parking', text: 'The garage costs twelve euros a night.' },
  { id: 3, documentId: 2, heading: 'Pets', text: 'Dogs are welcome on the ground floor.' },
];

function hotelLoader(): MemoryLoader {
  const loader = new MemoryLoader(1, [1, 2]);
  loader.commit(1, {
    chunks: hotel,
    documents: { 1: { source: 'https://hotel.example/stay' }, 2: { name: 'House rules' } },
  });
  return loader;
}

/** A unit vector that points along one of four axes. */
function axis(index: number): Float32Array {
  return Float32Array.from({ length: 4 }, (_, position) => (position === index ? 1 : 0));
}

describe('search of a knowledgebase', () => {
  test('finds words of the text and heading, and returns the passage with its source', async () => {
    const { ask } = engineOn(hotelLoader());
    const [first, ...others] = await ask('how much is parking in the garage');
    expect(first).toEqual({
      chunkId: 2,
      documentId: 1,
      documentName: 'Document 1',
      source: 'https://hotel.example/stay',
      heading: 'Parking',
      text: 'The garage costs twelve euros a night.',
      score: expect.any(Number),
      why: { words: 1, missing: [], meaning: null, meaningDoubt: null },
    });
    for (const { score } of others) expect(score).toBeLessThanOrEqual(first?.score ?? 0);
    expect((await ask('are dogs allowed'))[0]).toMatchObject({
      chunkId: 3,
      documentName: 'House rules',
      source: null,
    });
  });

  test('finds by meaning without shared words', async () => {
    const loader = hotelLoader();
    loader.commit(1, { chunks: hotel.map((chunk, index) => ({ ...chunk, vector: axis(index) })) });
    const { ids } = engineOn(loader);
    expect((await ids('zzz', { queryVector: axis(2) }))[0]).toBe(3);
  });

  test('uses words while vectors are missing, then both', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    expect(await ids('garage', { queryVector: axis(0) })).toEqual([2]);
    loader.commit(1, { chunks: hotel.map((chunk, index) => ({ ...chunk, vector: axis(index) })) });
    expect(await ids('garage', { queryVector: axis(0) })).toContain(1);
  });

  test('ignores a question vector with other dimensions', async () => {
    const loader = hotelLoader();
    loader.commit(1, { chunks: hotel.map((chunk, index) => ({ ...chunk, vector: axis(index) })) });
    const { ids } = engineOn(loader);
    expect(await ids('garage', { queryVector: new Float32Array(7).fill(0.3) })).toEqual([2]);
  });

  test('is scoped by account', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    expect(await ids('garage')).toEqual([2]);
    expect(await ids('garage', { userId: 2 })).toEqual([]);
    expect(await ids('garage', { knowledgebaseId: 77 })).toEqual([]);
  });

  test('returns nothing for an empty knowledgebase or a question without words', async () => {
    const { ids } = engineOn(hotelLoader());
    expect(await ids('garage', { knowledgebaseId: 2, queryVector: axis(0) })).toEqual([]);
    for (const question of ['', '   ', '?!…', '\ud800', '🙂🙂', '\u0000'])
      expect(await ids(question)).toEqual([]);
  });

  test('accepts a whole page as a question', async () => {
    const { ids } = engineOn(hotelLoader());
    expect(await ids(`garage ${'lorem ipsum dolor '.repeat(100_000)}`)).toEqual([2]);
  });
});

describe('refresh of an index', () => {
  test('loads only changes', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    await ids('garage');
    await ids('garage');
    loader.commit(1, { chunks: [{ id: 4, documentId: 2, text: 'The sauna opens at noon.' }] });
    expect(await ids('sauna')).toEqual([4]);
    expect(loader.chunkReads).toEqual([-1, 1]);
    expect(loader.chunksGiven).toBe(4);
    expect([loader.stateReads, loader.documentReads]).toEqual([3, 2]);
  });

  test('replaces a passage whose text changed', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    expect(await ids('garage')).toEqual([2]);
    loader.commit(1, { chunks: [{ id: 2, documentId: 1, text: 'Bicycles only.' }] });
    expect(await ids('garage')).toEqual([]);
    expect(await ids('bicycles')).toEqual([2]);
  });

  test('switches generations atomically', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    expect(await ids('garage')).toEqual([2]);
    loader.commit(1, { chunks: [{ id: 12, documentId: 1, generation: 2, text: 'The garage is closed.' }] });
    expect(await ids('garage')).toEqual([2]);
    loader.commit(1, { documents: { 1: { generation: 2 } } });
    expect(await ids('garage')).toEqual([12]);
    expect(await ids('breakfast')).toEqual([]);
    expect(loader.chunkReads).toEqual([-1, 1, 2]);
  });

  test('drops a deleted document immediately', async () => {
    const loader = hotelLoader();
    const { engine, ids } = engineOn(loader);
    expect(await ids('dogs')).toEqual([3]);
    loader.commit(1, { documents: { 2: null } });
    expect(await ids('dogs')).toEqual([]);
    expect(engine.usage()).toMatchObject({ indexes: 1, passages: 2 });
  });

  test('rebuilds when the embedding model changes', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    await ids('garage');
    loader.commit(1, { embeddingModel: 'other' });
    expect(await ids('garage')).toEqual([2]);
    expect(loader.chunkReads).toEqual([-1, -1]);
  });

  test('rebuilds for another model even if the revision is unchanged', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    await ids('garage');
    loader.configureModel(1, 'other');
    expect(await ids('garage')).toEqual([2]);
    expect(loader.chunkReads).toEqual([-1, -1]);
  });

  test('is shared by concurrent searches', async () => {
    const loader = hotelLoader();
    const { promise, resolve } = Promise.withResolvers<void>();
    loader.gate = promise;
    const { ids } = engineOn(loader);
    const answers = Promise.all(Array.from({ length: 20 }, () => ids('garage')));
    resolve();
    expect(await answers).toEqual(Array.from({ length: 20 }, () => [2]));
    expect(loader.chunkReads).toEqual([-1]);
  });

  test('continues when the search that started it is aborted', async () => {
    const loader = hotelLoader();
    const { promise, resolve } = Promise.withResolvers<void>();
    loader.gate = promise;
    const { engine, ids } = engineOn(loader);
    const controller = new AbortController();
    const query = {
      userId: 1,
      knowledgebaseId: 1,
      query: 'garage',
      queryVector: null,
      limit: 5,
      refreshTimeoutMs: 60_000,
    };
    const aborted = engine.search({ ...query, signal: controller.signal });
    const other = ids('garage');
    controller.abort(new Error('hung up'));
    await expect(aborted).rejects.toThrow('hung up');
    resolve();
    expect(await other).toEqual([2]);
    expect(loader.chunkReads).toEqual([-1]);
  });

  test('reports a failure and is retried by the next search', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader);
    loader.failure = new Error('database gone');
    await expect(ids('garage')).rejects.toThrow('database gone');
    loader.failure = undefined;
    expect(await ids('garage')).toEqual([2]);
  });

  test('reclaims memory of replaced passages without losing any', async () => {
    const loader = new MemoryLoader();
    const { ids } = engineOn(loader);
    for (let generation = 1; generation <= 3; generation += 1) {
      const chunks = Array.from({ length: 600 }, (_, index) => {
        const id = generation * 1000 + index;
        return {
          id,
          documentId: 1,
          generation,
          text: `word${index} of edition${generation}`,
          vector: axis(index % 4),
        };
      });
      loader.commit(1, { chunks, documents: { 1: { generation } } });
      expect((await ids('word599'))[0]).toBe(generation * 1000 + 599);
      expect(await ids(`word3 edition${generation}`, { queryVector: axis(3) })).toContain(
        generation * 1000 + 3,
      );
    }
  });
});

describe('a refresh that exceeds its timeout', () => {
  const impatient: Clock = { now: () => new Date(0), monotonicMs: () => 0, sleep: () => Promise.resolve() };

  test('lets the older index answer, without deleted documents', async () => {
    const loader = hotelLoader();
    const { ids } = engineOn(loader, { clock: impatient });
    expect(await ids('garage')).toEqual([2]);
    const { promise, resolve } = Promise.withResolvers<void>();
    loader.gate = promise;
    const sauna = { id: 4, documentId: 3, text: 'The sauna opens at noon.' };
    loader.commit(1, { chunks: [sauna], documents: { 2: null, 3: {} } });
    expect(await ids('sauna')).toEqual([]);
    expect(await ids('garage')).toEqual([2]);
    expect(await ids('dogs')).toEqual([]);
    expect(loader.chunkReads).toEqual([-1, 1]);
    resolve();
    await expect.poll(() => ids('sauna')).toEqual([4]);
  });

  test('is awaited if there is no older index', async () => {
    const loader = hotelLoader();
    const { promise, resolve } = Promise.withResolvers<void>();
    loader.gate = promise;
    const { ids } = engineOn(loader, { clock: impatient });
    const first = ids('garage');
    resolve();
    expect(await first).toEqual([2]);
  });
});

describe('memory of indexes', () => {
  test('evicts the least recently used index and rebuilds it on demand', async () => {
    const loader = new MemoryLoader(1, [1, 2, 3]);
    for (const id of [1, 2, 3]) {
      loader.commit(id, {
        chunks: [{ id, documentId: id, text: `garage ${id}`, vector: new Float32Array(512).fill(1) }],
        documents: { [id]: {} },
      });
    }
    const { engine, ids } = engineOn(loader, { memoryLimitBytes: 1_500_000 });
    for (const knowledgebaseId of [1, 2, 1, 3, 1]) {
      expect(await ids('garage', { knowledgebaseId })).toEqual([knowledgebaseId]);
    }
    expect(loader.chunkReads).toHaveLength(3);
    expect(engine.usage().indexes).toBe(2);
    expect(await ids('garage', { knowledgebaseId: 2 })).toEqual([2]);
    expect(loader.chunkReads).toHaveLength(4);
  });

  test('answers concurrent searches of many knowledgebases even if no index fits the limit', async () => {
    const knowledgebases = Array.from({ length: 12 }, (_, index) => index + 1);
    const loader = new MemoryLoader(1, knowledgebases);
    for (const id of knowledgebases) {
      loader.commit(id, { chunks: [{ id, documentId: id, text: `garage ${id}` }], documents: { [id]: {} } });
    }
    const { ids } = engineOn(loader, { memoryLimitBytes: 0 });
    const answers = await Promise.all(
      knowledgebases.map((knowledgebaseId) => ids('garage', { knowledgebaseId })),
    );
    expect(answers).toEqual(knowledgebases.map((id) => [id]));
  });

  test('warming builds the index before the first search', async () => {
    const loader = hotelLoader();
    const { engine, ids } = engineOn(loader);
    await engine.warm({ userId: 1, knowledgebaseId: 1 }, never);
    await engine.warm({ userId: 9, knowledgebaseId: 1 }, never);
    expect(engine.usage()).toMatchObject({ indexes: 1, passages: 3 });
    expect(await ids('garage')).toEqual([2]);
    expect(loader.chunkReads).toEqual([-1]);
  });
});

describe('the worker thread', () => {
  test('is replaced after a crash, and its indexes are rebuilt', async () => {
    const loader = hotelLoader();
    const workerFile = new URL('./fixtures/exiting-index.worker.ts', import.meta.url);
    const { ids } = engineOn(loader, { workerFile });
    expect(await ids('garage')).toEqual([2]);
    await expect(ids('die now')).rejects.toMatchObject({ name: 'AppError', code: 'unavailable' });
    expect(await ids('garage')).toEqual([2]);
    expect(await ids('dogs')).toEqual([3]);
  });

  test('reports `unavailable` if it never starts', async () => {
    const workerFile = new URL('./fixtures/throwing-index.worker.ts', import.meta.url);
    const { ids } = engineOn(hotelLoader(), { workerFile });
    await expect(ids('garage')).rejects.toMatchObject({ name: 'AppError', code: 'unavailable' });
  });

  test('rejects searches after close', async () => {
    const { engine, ids } = engineOn(hotelLoader());
    await ids('garage');
    await engine.close();
    await expect(ids('garage')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
