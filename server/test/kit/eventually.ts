import { systemClock } from '../../src/core/clock.ts';

const intervalMs = 50;

/** Asks again and again until `isDone` accepts the answer, which is returned; fails with the last one in time. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  timeoutMs = 90_000,
): Promise<Value> {
  const deadlineMs = systemClock.now().getTime() + timeoutMs;
  while (true) {
    const value = await ask();
    if (isDone(value)) return value;
    if (systemClock.now().getTime() > deadlineMs) {
      throw new Error(`Nothing came of it in ${timeoutMs} ms; at last it was ${JSON.stringify(value)}.`);
    }
    await systemClock.sleep(intervalMs);
  }
}
