import { expect, test } from 'vitest';
import { windowsBefore } from './windows.ts';

const end = new Date('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;

test('looks further back each time, and then at everything', () => {
  const windows = windowsBefore(end, { userId: 7, recentMs: DAY_MS / 4 });
  expect(windows.map(({ from }) => from?.toISOString() ?? null)).toEqual([
    '2026-03-06T12:00:00.000Z',
    '2026-01-05T12:00:00.000Z',
    '2023-05-21T12:00:00.000Z',
    null,
  ]);
  expect(windows[0]?.query).toBe(
    "(' 7 2026-03-06' | ' 7 2026-03-07' | ' 7 2026-03-08' | ' 7 2026-03-09' | ' 7 2026-03-10')",
  );
});

test('covers each day of a span once, with whole months where possible', () => {
  const [, window] = windowsBefore(end, { userId: 7, recentMs: DAY_MS / 4 });
  const lexemes = window?.query?.match(/(?<=' 7 )[\d-]+/g) ?? [];
  expect(lexemes.filter((lexeme) => lexeme.length === 7)).toEqual(['2026-02']);
  expect(lexemes[0]).toBe('2026-01-05');
  expect(lexemes.filter((lexeme) => lexeme.startsWith('2026-01'))).toHaveLength(27);
  expect(lexemes.slice(-10)).toEqual(
    Array.from({ length: 10 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`),
  );
});

test('ends even if all recent documents are of one instant', () => {
  const windows = windowsBefore(end, { userId: 7, recentMs: 0 });
  expect(windows.length).toBeLessThan(15);
  expect(windows.at(-1)).toEqual({ from: null, query: null });
});
