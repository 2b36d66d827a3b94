import { expect, test } from 'vitest';
import { unansweredReason } from './unanswered-reason.ts';

test('describes why a message was not answered, unknown codes included', () => {
  expect(unansweredReason('NO_ASSISTANT')).toBe(
    'Not answered, or only in part: the sender has no assistant.',
  );
  expect(unansweredReason('MODEL_FAILED')).toBe('Not answered, or only in part: model failed.');
  expect(unansweredReason('constructor')).toBe('Not answered, or only in part: constructor.');
});
