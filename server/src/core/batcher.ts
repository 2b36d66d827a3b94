import { outsideRequests } from './outside-requests.ts';

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Batches requests for keys: one load per event-loop turn, then one for all keys that arrived during the previous load.
 * A load always starts after the requests it answers, so no value is older than an unbatched one. A failed load rejects
 * all its requests.
 * @param load gets 1 to `maxKeys` keys and returns one value for each, in order
 */
export function createBatcher<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  maxKeys = 100,
): (key: Key) => Promise<Value> {
  const queue: Waiting<Key, Value>[] = [];
  let isRunning = false;
  const answerAll = async (): Promise<void> => {
    while (queue.length > 0) await answer(queue.splice(0, maxKeys), load);
    isRunning = false;
  };
  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    queue.push({ key, resolve, reject });
    if (!isRunning) {
      isRunning = true;
      // A batch has keys of several requests.
      outsideRequests(() => setImmediate(answerAll));
    }
    return promise;
  };
}

async function answer<Key, Value>(
  batch: readonly Waiting<Key, Value>[],
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): Promise<void> {
  try {
    const values = await load(batch.map(({ key }) => key));
    if (values.length !== batch.length) throw new Error('A load must return a value for every key.');
    for (const [index, value] of values.entries()) batch[index]?.resolve(value);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
