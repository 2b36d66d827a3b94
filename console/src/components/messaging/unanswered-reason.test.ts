import { expect, test } from 'vitest';
import { unansweredReason } from './unanswered-reason.ts';

test('describes why a message was not answered, unknown codes included', () => {
  expect(unansweredReason('NO_ASSISTANT')).toBe('No complete answer: the sender has no assistant.');
  expect(unansweredReason('MODEL_FAILED')).toBe('No complete answer: model failed.');
  expect(unansweredReason('constructor')).toBe('No complete answer: constructor.');
});
