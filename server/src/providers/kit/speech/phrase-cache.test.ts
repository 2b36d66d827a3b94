import { describe, expect, test } from 'vitest';
import { PhraseCache } from './phrase-cache.ts';

const never = AbortSignal.any([]);
const samples = (length: number): Int16Array => new Int16Array(length);

describe('repeated phrases', () => {
  test('are synthesized once for concurrent requests', async () => {
    const cache = new PhraseCache(1_000);
    let times = 0;
    const speak = async (): Promise<Int16Array> => {
      times += 1;
      return samples(10);
    };
    const [first, second] = await Promise.all([cache.get('a', speak, never), cache.get('a', speak, never)]);
    expect(second).toBe(first);
    expect(await cache.get('a', speak, never)).toBe(first);
    expect(times).toBe(1);
  });

  test('are cached from the second time on', async () => {
    const cache = new PhraseCache(1_000);
    let times = 0;
    const speak = async (): Promise<Int16Array> => {
      times += 1;
      return samples(10);
    };
    for (let asked = 0; asked < 4; asked += 1) await cache.get('a', speak, never);
    expect(times).toBe(2);
  });

  test('are evicted when least recently used, and not cached if they are too large', async () => {
    const cache = new PhraseCache(60);
    const asked: string[] = [];
    const get = (key: string, length = 10): Promise<Int16Array> =>
      cache.get(
        key,
        async () => {
          asked.push(key);
          return samples(length);
        },
        never,
      );
    for (const key of ['a', 'b', 'c', 'd']) await get(key);
    asked.length = 0;
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key);
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'b']);
    asked.length = 0;
    for (let index = 0; index < 3_000; index += 1) await get(`once ${index}`);
    await get('d');
    expect(asked).not.toContain('d');
    for (let time = 0; time < 3; time += 1) await get('large', 31);
    expect(asked.filter((key) => key === 'large')).toHaveLength(3);
  });

  test('are still synthesized when one request is aborted, but not when the last one is', async () => {
    const cache = new PhraseCache(100);
    const { promise, resolve } = Promise.withResolvers<Int16Array>();
    let work: AbortSignal = never;
    const speak = (signal: AbortSignal): Promise<Int16Array> => {
      work = signal;
      return promise;
    };
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [cache.get('a', speak, first.signal), cache.get('a', speak, second.signal)];
    const aborted = results.map((result) => expect(result).rejects.toMatchObject({ code: 'aborted' }));
    first.abort();
    await aborted[0];
    expect(work.aborted).toBe(false);
    second.abort();
    await aborted[1];
    expect(work.aborted).toBe(true);
    resolve(samples(1));
    expect(await cache.get('a', async () => samples(2), never)).toHaveLength(2);
  });

  test('are retried after a failure', async () => {
    const cache = new PhraseCache(100);
    const failing = cache.get('a', () => Promise.reject(new Error('no')), never);
    await expect(failing).rejects.toThrow('no');
    expect(await cache.get('a', async () => samples(1), never)).toHaveLength(1);
  });
});
