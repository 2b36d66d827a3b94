import { realClock } from './clocks.ts';

const intervalMs = 50;

/** Asks again and again until `isDone` accepts the answer, which is returned; fails with the last one in time. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  timeoutMs = 30_000,
): Promise<Value> {
  const deadlineMs = realClock.now().getTime() + timeoutMs;
  while (true) {
    const value = await ask();
    if (isDone(value)) return value;
    if (realClock.now().getTime() > deadlineMs) {
      throw new Error(`Nothing came of it in ${timeoutMs} ms; at last it was ${JSON.stringify(value)}.`);
    }
    await realClock.sleep(intervalMs);
  }
}
