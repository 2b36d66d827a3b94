import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../test/kit/clocks.ts';
import { FliteThreads } from './flite-tts.ts';

const never = AbortSignal.any([]);
const workerFile = new URL('./fixtures/dying-flite.worker.ts', import.meta.url);
const request = (text: string) => ({
  text,
  voice: 'slt',
  stretch: 1,
  pitchSpreadHz: null,
  pitchHz: null,
  sampleRateHz: 8_000,
});

describe('synthesis threads', () => {
  test('take the most urgent text first, and the older of equally urgent ones', async () => {
    const threads = new FliteThreads({ workerFile, threads: 1, clock: manualClock() });
    const order: string[] = [];
    const say = async (text: string, dueMs: number): Promise<void> => {
      await threads.run(request(text), dueMs, never);
      order.push(text);
    };
    await say('ready', 0);
    await Promise.all([
      say('busy', 900),
      say('late', 300),
      say('first', 100),
      say('second', 100),
      say('third', 200),
    ]);
    expect(order).toEqual(['ready', 'busy', 'first', 'second', 'third', 'late']);
    await threads.close();
  });

  test('run in parallel up to their limit', async () => {
    const threads = new FliteThreads({ workerFile, threads: 2, clock: manualClock() });
    const leaving = new AbortController();
    const hanging = Array.from({ length: 2 }, () =>
      expect(threads.run(request('hang'), 0, leaving.signal)).rejects.toMatchObject({ code: 'aborted' }),
    );
    const behind = expect(threads.run(request('four'), 0, leaving.signal)).rejects.toMatchObject({
      code: 'aborted',
    });
    // Both threads hang, because the third text never starts.
    leaving.abort();
    await Promise.all([...hanging, behind]);
    await threads.close();
    await expect(threads.run(request('four'), 0, never)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that hang do not block other texts', async () => {
    const threads = new FliteThreads({ workerFile, threads: 2, clock: manualClock() });
    const hung = expect(threads.run(request('hang'), 0, never)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await threads.run(request('four'), 0, never)).toHaveLength(320);
    expect(await threads.run(request('four'), 0, never)).toHaveLength(320);
    await threads.close();
    await hung;
  });
});
