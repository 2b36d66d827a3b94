import { expect, test } from 'vitest';
import { createNotifier } from './notifier.ts';

/** A notifier whose NOTIFY statements end, or fail, when the test says so. */
function notifierOf(processId = 'own') {
  const sent: unknown[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const notifier = createNotifier({
    processId,
    database: {
      query: async <Row>(_text: string, values: readonly unknown[] = []): Promise<Row[]> => {
        sent.push(values[1]);
        const answer = Promise.withResolvers<void>();
        answers.push(answer);
        await answer.promise;
        return [];
      },
    },
    onFailure: (error) => void failures.push(error),
  });
  const answer = async (error?: Error): Promise<void> => {
    const next = answers.shift();
    if (error === undefined) next?.resolve();
    else next?.reject(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { notifier, sent, failures, answer };
}

test('notifies the subscriber of this process instead of others', () => {
  const { notifier, sent } = notifierOf();
  const heard: (readonly number[])[] = [];
  notifier.subscribe('campaigns', (ids) => void heard.push(ids));
  notifier.notify('campaigns', [1, 2]);
  notifier.notify('campaigns', []);
  expect(heard).toEqual([[1, 2]]);
  expect(sent).toEqual([]);
  notifier.notify('webhooks', [3]);
  notifier.subscribe('campaigns', null);
  notifier.notify('campaigns', [4]);
  expect(heard).toHaveLength(1);
  expect(sent).toEqual(['webhooks own 3']);
});

test('sends one notification at a time, with what has come in meanwhile', async () => {
  const { notifier, sent, answer } = notifierOf();
  notifier.notifyAll('calls');
  notifier.notifyOthers('webhooks', [1]);
  notifier.notifyOthers('webhooks', [2, 1]);
  notifier.notifyAll('calls');
  expect(sent).toEqual(['calls own ']);
  await answer();
  expect(sent.slice(1)).toEqual(['webhooks own 1,2']);
  await answer();
  expect(sent.slice(2)).toEqual(['calls own ']);
  await answer();
  notifier.notifyOthers(
    'campaigns',
    Array.from({ length: 1000 }, (_, id) => 9_007_199_254_700_000 + id),
  );
  for (let count = 0; count < 3; count += 1) await answer();
  const long = sent.slice(3).map(String);
  expect(long).toHaveLength(3);
  for (const payload of long) expect(payload.length).toBeLessThan(8000);
});

test('receives notifications of other processes only, by topic', () => {
  const { notifier } = notifierOf();
  const heard: unknown[] = [];
  notifier.subscribe('calls', (ids) => void heard.push(['calls', ids]));
  notifier.subscribe('webhooks', (ids) => void heard.push(['webhooks', ids]));
  for (const payload of ['calls other ', 'webhooks other 1,2', 'webhooks own 3', 'campaigns other 4', '']) {
    notifier.receive(payload);
  }
  expect(heard).toEqual([
    ['calls', []],
    ['webhooks', [1, 2]],
  ]);
});

test('sends the next notification after one has failed', async () => {
  const { notifier, sent, failures, answer } = notifierOf();
  notifier.notifyOthers('webhooks', [1]);
  notifier.notifyAll('calls');
  const error = new Error('The database is away.');
  await answer(error);
  expect(failures).toEqual([error]);
  expect(sent).toEqual(['webhooks own 1', 'calls own ']);
});
