import { afterAll, describe, expect, test } from 'vitest';
import { manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { OfflineEmbedder } from './embedder.ts';

const never = new AbortController().signal;
const fixture = (name: string): URL => new URL(`./fixtures/${name}.process.ts`, import.meta.url);
const dot = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a === undefined || b === undefined
    ? Number.NaN
    : a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** The process that embedded a text, as reported by the fixture. */
async function processBehind(embedder: OfflineEmbedder, text = 'text'): Promise<number> {
  const [vector] = await embedder.embed([text], never);
  return vector?.[0] ?? 0;
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

describe('the bundled model', () => {
  const embedder = new OfflineEmbedder();
  afterAll(() => embedder.close());

  test('returns ordered unit vectors of 512 dimensions, closer for related meanings', async () => {
    const vectors = await embedder.embed(
      ['Can I bring my dog?', 'Pets are welcome in every room.', 'The annual report covers tax law.'],
      never,
    );
    expect(vectors.map((vector) => vector.length)).toEqual([512, 512, 512]);
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(dot(vectors[0], vectors[1])).toBeGreaterThan(dot(vectors[0], vectors[2]) + 0.1);
  });

  test('embeds empty, malformed, non-English and very long texts', async () => {
    const texts = ['', ' \n', '\u2003', '\ud800 lone', '漢字とかな', '🙂', 'word '.repeat(100_000)];
    const vectors = await embedder.embed(texts, never);
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  test('embeds a question before earlier passages', async () => {
    const order: string[] = [];
    const passages = embedder
      .embed(
        Array.from({ length: 12 }, (_, index) => `Passage ${index}.`),
        never,
      )
      .then(() => order.push('passages'));
    const question = embedder.embed(['A question?'], never, 'question').then(() => order.push('question'));
    await Promise.all([passages, question]);
    expect(order).toEqual(['question', 'passages']);
  });

  test('ends an aborted call immediately without affecting others', async () => {
    const controller = new AbortController();
    const aborted = embedder.embed(Array<string>(50).fill('long batch'), controller.signal);
    const other = embedder.embed(['stays'], never);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'aborted', retryable: false });
    expect(await other).toHaveLength(1);
    await expect(embedder.embed(['late'], controller.signal)).rejects.toMatchObject({ code: 'aborted' });
  });

  test('starts no process for an empty list', async () => {
    expect(await embedder.embed([], never)).toEqual([]);
  });
});

describe('an embedding process', () => {
  test('that fails only loses its own text; the rest continue in a new process', async () => {
    const embedder = new OfflineEmbedder(fixture('dying-embedder'));
    const results = await Promise.allSettled([
      embedder.embed(['poison'], never),
      embedder.embed(['four', 'seven'], never),
    ]);
    expect(results[0]).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', retryable: true },
    });
    expect(results[1]).toMatchObject({
      status: 'fulfilled',
      value: [Float32Array.of(4), Float32Array.of(5)],
    });
    await embedder.close();
  });

  test('that hangs is killed after 30 seconds, and only its own text fails', async () => {
    const clock = manualClock();
    const embedder = new OfflineEmbedder(fixture('leaving-embedder'), clock);
    const stuck = await processBehind(embedder);
    process.kill(stuck, 'SIGSTOP');
    const failing = embedder.embed(['text'], never);
    const waiting = embedder.embed(['another'], never);
    clock.advance(29_999);
    expect(isAlive(stuck)).toBe(true);
    clock.advance(1);
    await expect(failing).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('did not answer within 30000 ms'),
    });
    expect((await waiting)[0]?.[0]).not.toBe(stuck);
    expect(isAlive(stuck)).toBe(false);
    await embedder.close();
    expect(clock.sleeping()).toBe(0);
  });

  test('that disconnects is killed', async () => {
    const embedder = new OfflineEmbedder(fixture('leaving-embedder'));
    const lost = await processBehind(embedder, 'leave');
    await eventually(
      () => embedder.embed(['text'], never).catch(() => [Float32Array.of(lost)]),
      ([vector]) => vector?.[0] !== lost,
    );
    await eventually(
      async () => isAlive(lost),
      (alive) => !alive,
    );
    await embedder.close();
  });

  test('that never starts fails all queued texts with a provider error', async () => {
    const embedder = new OfflineEmbedder(fixture('stillborn-embedder'));
    const failure = await embedder.embed(['text'], never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderError);
    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('no weights') });
    await embedder.close();
  });

  test('that is closed fails queued and later texts', async () => {
    const embedder = new OfflineEmbedder(fixture('dying-embedder'));
    const waiting = embedder.embed(['text'], never);
    await Promise.all([embedder.close(), expect(waiting).rejects.toMatchObject({ code: 'unavailable' })]);
    await expect(embedder.embed(['text'], never)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
