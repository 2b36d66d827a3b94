interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Answers questions that arrive close together with one look-up: those of one turn of the event loop, and then all
 * that came while a look-up was under way. A look-up always begins after the questions it answers, so nothing is
 * older than it would be alone. When it fails, all its questions do.
 * @param load gets 1 to `maxKeys` keys and answers one value for each, in their order
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
      setImmediate(answerAll);
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
    if (values.length !== batch.length) throw new Error('A look-up must answer every key.');
    for (const [index, value] of values.entries()) batch[index]?.resolve(value);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
