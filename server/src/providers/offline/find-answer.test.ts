import { expect, test } from 'vitest';
import { findAnswer } from './find-answer.ts';
import { ANSWER_CASES, type AnswerCase } from './fixtures/answer-cases.ts';
import { HELD_OUT_CASES } from './fixtures/held-out-cases.ts';

test.each(ANSWER_CASES.map((item) => [item.question, item] as const))('answers %s', (question, item) => {
  const answer = findAnswer(question, item.passages, item.language);
  if (item.contains === null) {
    expect(answer).toBeNull();
    return;
  }
  for (const text of item.contains) expect(answer).toContain(text);
  for (const text of item.excludes) expect(answer).not.toContain(text);
});

function isRight({ question, passages, language, contains, excludes }: AnswerCase): boolean {
  const answer = findAnswer(question, passages, language);
  if (contains === null || answer === null) return contains === answer;
  return contains.every((text) => answer.includes(text)) && !excludes.some((text) => answer.includes(text));
}

test('answers at least nine in ten held-out questions correctly', () => {
  const right = HELD_OUT_CASES.filter(isRight).length;
  expect(right / HELD_OUT_CASES.length).toBeGreaterThanOrEqual(0.9);
});
