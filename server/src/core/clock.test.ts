import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('sleep resolves after its delay and removes its abort listener', async () => {
  const { signal } = new AbortController();
  await systemClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each(['before', 'during'])(
  'sleep rejects with the abort reason when aborted %s the delay',
  async (when) => {
    const stop = new AbortController();
    const reason = new Error('enough');
    if (when === 'before') stop.abort(reason);
    const wait = systemClock.sleep(60_000, stop.signal);
    stop.abort(reason);
    await expect(wait).rejects.toBe(reason);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  },
);
