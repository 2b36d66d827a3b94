import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

const never = new AbortController().signal;

describe('a queue of turns', () => {
  test('grants turns in order, rejects when full and forgets aborted entries', async () => {
    const queue = new TurnQueue({ maxRunning: 1, maxWaiting: 2 });
    expect(await queue.enter(never)).toBe('granted');
    const leaving = new AbortController();
    const [second, third] = [queue.enter(leaving.signal), queue.enter(never)];
    expect(await queue.enter(never)).toBe('full');
    leaving.abort();
    expect(await second).toBe('left');
    expect(await queue.enter(leaving.signal)).toBe('left');
    queue.finish();
    expect(await third).toBe('granted');
  });

  test('expects an entry that is granted and aborted at the same time to finish', async () => {
    const queue = new TurnQueue({ maxRunning: 1, maxWaiting: 2 });
    await queue.enter(never);
    const leaving = new AbortController();
    const second = queue.enter(leaving.signal);
    const third = queue.enter(never);
    queue.finish();
    leaving.abort();
    expect(await second).toBe('granted');
    queue.finish();
    expect(await third).toBe('granted');
  });

  test('never exceeds its limit, and loses no entry', async () => {
    const steps = fc.array(fc.constantFrom('enter', 'finish', 'abort'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (given, maxRunning) => {
        const queue = new TurnQueue({ maxRunning, maxWaiting: 100 });
        const controllers: AbortController[] = [];
        const counts = { entered: 0, granted: 0, left: 0, full: 0, finished: 0 };
        const finish = (): void => {
          counts.finished += 1;
          queue.finish();
        };
        for (const step of given) {
          if (step === 'enter') {
            const controller = new AbortController();
            controllers.push(controller);
            counts.entered += 1;
            void queue.enter(controller.signal).then((turn) => {
              counts[turn] += 1;
            });
          }
          if (step === 'finish' && counts.granted > counts.finished) finish();
          if (step === 'abort') controllers.shift()?.abort();
          await new Promise(setImmediate);
          expect(counts.granted - counts.finished).toBeLessThanOrEqual(maxRunning);
        }
        while (counts.granted > counts.finished) {
          finish();
          await new Promise(setImmediate);
        }
        expect(counts.granted + counts.left).toBe(counts.entered);
      }),
    );
  });
});
