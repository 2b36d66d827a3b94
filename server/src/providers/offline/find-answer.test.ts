import { expect, test } from 'vitest';
import { findAnswer } from './find-answer.ts';
import { ANSWER_CASES } from './fixtures/answer-cases.ts';

test.each(ANSWER_CASES.map((item) => [item.question, item] as const))('%s', (question, item) => {
  const answer = findAnswer(question, item.passages, item.language);
  if (item.contains === null) {
    expect(answer).toBeNull();
    return;
  }
  for (const text of item.contains) expect(answer).toContain(text);
  for (const text of item.excludes) expect(answer).not.toContain(text);
});
