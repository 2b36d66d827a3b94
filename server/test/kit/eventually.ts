import { systemClock } from '../../src/core/clock.ts';

const intervalMs = 50;

/** Polls until `isDone` accepts the value, and returns it; throws with the last value after the timeout. */
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
      throw new Error(
        `Condition not met within ${timeoutMs} ms; the last value was ${JSON.stringify(value)}.`,
      );
    }
    await systemClock.sleep(intervalMs);
  }
}
