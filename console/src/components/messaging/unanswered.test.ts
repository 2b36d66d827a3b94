import { expect, test } from 'vitest';
import { afterTry, asSent, hasArrived, readUnanswered, unansweredWords } from './unanswered.ts';

const said = (content: string, at: string, more: { author?: string; state?: string } = {}) => ({
  author: more.author ?? 'human',
  content,
  createdAt: at,
  delivery: more.state === undefined ? null : { state: more.state },
});

test('reuses the key for every attempt at the same message', () => {
  const first = asSent(null, 'Yes.', []);
  expect(asSent(first, 'Yes.', []).key).toBe(first.key);
  expect(asSent(first, 'No.', []).key).not.toBe(first.key);
});

test.each([
  [0, 'unanswered', false],
  [201, 'answered', null],
  [402, 'answered', null],
  [422, 'answered', null],
  [409, 'unanswered', true],
  [502, 'unanswered', true],
])('after status %i, the message is %s, and hasFailed is %j', (status, _words, hasFailed) => {
  expect(afterTry(asSent(null, 'Yes.', []), status)?.hasFailed ?? null).toBe(hasFailed);
});

test('counts as sent when a newer human message has the same text and did not fail', () => {
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

test('warns while the outcome is unknown', () => {
  const sent = asSent(null, 'Yes.', []);
  expect(unansweredWords(null, 'Yes.')).toBeUndefined();
  expect(unansweredWords({ ...sent, hasFailed: true }, 'Yes.')).toBeUndefined();
  expect(unansweredWords(sent, 'Yes.')).toContain('only once');
  expect(unansweredWords(sent, 'No.')).toContain('“Yes.”');
});

test('reads a stored message and ignores invalid ones', () => {
  const sent = asSent(null, 'Yes.', []);
  expect(readUnanswered(JSON.stringify(sent))).toEqual(sent);
  for (const other of ['', '{', 'null', '[]', '{"text":"Yes."}']) expect(readUnanswered(other)).toBeNull();
});
