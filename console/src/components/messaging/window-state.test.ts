import { expect, test } from 'vitest';
import { leftWords, windowAt } from './window-state.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const OPEN = {
  is_open: true,
  can_send_freeform: true,
  requires_template: false,
  message: 'The session is open.',
  expires_at: '2026-03-01T14:30:00+02:00',
};

test('keeps the window open until its end, then closes it', () => {
  expect(windowAt(OPEN, NOW)).toEqual({ kind: 'open', leftMs: 30 * 60_000 });
  expect(windowAt(OPEN, NOW + 30 * 60_000 - 1)).toMatchObject({ kind: 'open', leftMs: 1 });
  expect(windowAt(OPEN, NOW + 30 * 60_000)).toMatchObject({ kind: 'closed' });
});

test('shows the server’s message when the window is closed', () => {
  const closed = { is_open: false, can_send_freeform: false, requires_template: true, message: 'Not yet.' };
  expect(windowAt(closed, NOW)).toEqual({ kind: 'closed', words: 'Not yet.' });
});

test('blocks all messages after STOP, with the window open or closed', () => {
  const refused = { ...OPEN, can_send_freeform: false, message: 'Stopped.' };
  expect(windowAt(refused, NOW)).toEqual({ kind: 'refused', words: 'Stopped.' });
});

test.each([
  [1, '1 s'],
  [45_000, '45 s'],
  [120_000, '120 s'],
  [121_000, '2 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h 0 min'],
  [23.5 * 3_600_000, '23 h 30 min'],
])('shows %i ms as %s', (leftMs, words) => {
  expect(leftWords(leftMs)).toBe(words);
});
