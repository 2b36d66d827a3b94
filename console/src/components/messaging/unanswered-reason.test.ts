import { expect, test } from 'vitest';
import { unansweredReason } from './unanswered-reason.ts';

test('describes why a message was not answered, unknown codes included', () => {
  expect(unansweredReason('NO_ASSISTANT')).toBe('Not answered: the sender has no assistant.');
  expect(unansweredReason('MODEL_FAILED')).toBe('Not answered: model failed.');
  expect(unansweredReason('constructor')).toBe('Not answered: constructor.');
});
