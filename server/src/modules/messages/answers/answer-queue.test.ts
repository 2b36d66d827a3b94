import { expect, test } from 'vitest';
import { AnswerQueue } from './answer-queue.ts';

const TALK = { userId: 1, conversationId: 7 };

/** Queues answers that end when the test resolves them. */
function queued() {
  const queue = new AnswerQueue(10);
  const begun: string[] = [];
  const answer = (name: string, talk = TALK) => {
    const gate = Promise.withResolvers<void>();
    const done = queue.run(talk, () => {
      begun.push(name);
      return gate.promise;
    });
    return { done, ...gate };
  };
  return { begun, answer };
}

/** Runs all callbacks that are due. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a conversation is answered by one run at a time, and queued once', async () => {
  const { begun, answer } = queued();
  const first = answer('first');
  await settle();
  const second = answer('second');
  const third = answer('third');
  const other = answer('other', { userId: 1, conversationId: 8 });
  await settle();
  expect(begun).toEqual(['first', 'other']);
  first.resolve();
  await Promise.all([first.done, third.done]);
  await settle();
  expect(begun).toEqual(['first', 'other', 'second']);
  second.resolve();
  other.resolve();
  await Promise.all([second.done, other.done]);
});

test('a failed answer does not hold up the next one', async () => {
  const { begun, answer } = queued();
  const first = answer('first');
  await settle();
  const second = answer('second');
  first.reject(new Error('It failed.'));
  await expect(first.done).rejects.toThrow('It failed.');
  second.resolve();
  await second.done;
  expect(begun).toEqual(['first', 'second']);
});
