import { expect, test } from 'vitest';
import { afterTry, asSent, hasArrived, readUnanswered, unansweredWords } from './unanswered.ts';

const said = (content: string, at: string, more: { author?: string; state?: string } = {}) => ({
  ...{ author: more.author ?? 'human', content, createdAt: at },
  delivery: more.state === undefined ? null : { state: more.state },
});

test('every try of a message has one name, and another message another', () => {
  const first = asSent(null, 'Yes.', []);
  expect(asSent(first, 'Yes.', []).key).toBe(first.key);
  expect(asSent(first, 'No.', []).key).not.toBe(first.key);
});

test.each([
  [0, 'asked', false],
  [201, 'answered', null],
  [402, 'answered', null],
  [422, 'answered', null],
  [409, 'asked', true],
  [502, 'asked', true],
])('after an answer of %i it is %s', (status, _words, hasFailed) => {
  expect(afterTry(asSent(null, 'Yes.', []), status)?.hasFailed ?? null).toBe(hasFailed);
});

test('it has arrived where it stands behind what was there before, by a person, and did not fail', () => {
  const sent = asSent(null, 'Yes.', [said('Yes.', '2026-11-27T10:00:00Z')]);
  const later = '2026-11-27T10:00:01Z';
  expect(hasArrived(sent, [said('Yes.', '2026-11-27T09:00:00Z'), said('Yes.', '2026-11-27T10:00:00Z')])).toBe(
    false,
  );
  expect(hasArrived(sent, [said('Yes.', later)])).toBe(true);
  expect(hasArrived(sent, [said('Yes.', later, { state: 'queued' })])).toBe(true);
  expect(hasArrived(sent, [said('Yes.', later, { state: 'undelivered' })])).toBe(false);
  expect(hasArrived(sent, [said('Yes.', later, { author: 'customer' })])).toBe(false);
  expect(hasArrived(sent, [said('No.', later)])).toBe(false);
});

test('one is told while it is not known what became of it', () => {
  const sent = asSent(null, 'Yes.', []);
  expect(unansweredWords(null, 'Yes.')).toBeUndefined();
  expect(unansweredWords({ ...sent, hasFailed: true }, 'Yes.')).toBeUndefined();
  expect(unansweredWords(sent, 'Yes.')).toContain('only once');
  expect(unansweredWords(sent, 'No.')).toContain('“Yes.”');
});

test('what a browser has kept is read, and anything else is nothing', () => {
  const sent = asSent(null, 'Yes.', []);
  expect(readUnanswered(JSON.stringify(sent))).toEqual(sent);
  for (const other of ['', '{', 'null', '[]', '{"text":"Yes."}']) expect(readUnanswered(other)).toBeNull();
});
