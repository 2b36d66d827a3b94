import { expect, test } from 'vitest';
import { isRange, presentStatistics, statisticsRange } from './rules.ts';

test.each([
  [{}, { from: '2026-02-01', to: '2026-03-02' }],
  [{ from: '2026-03-01' }, { from: '2026-03-01', to: '2026-03-02' }],
  [{ to: '2024-03-01' }, { from: '2024-02-01', to: '2024-03-01' }],
  [{ to: '0001-01-05' }, { from: '0001-01-01', to: '0001-01-05' }],
  [{ from: '2026-05-01' }, { from: '2026-05-01', to: '2026-05-01' }],
  [
    { from: '2024-01-01', to: '2024-12-31' },
    { from: '2024-01-01', to: '2024-12-31' },
  ],
])('resolves %o on March 2, 2026', (query, range) => {
  expect(statisticsRange(query, '2026-03-02')).toEqual(range);
});

test.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
  [{ from: '2024-01-01', to: '2025-01-01' }, 'from'],
  [{ from: '0001-01-01' }, 'from'],
])('rejects the range %o', (query, field) => {
  const range = statisticsRange(query, '2026-03-02');
  expect(isRange(range)).toBe(false);
  expect(Object.keys(range)).toEqual([field]);
});

test('lists every day of the range, with a separate total', () => {
  const range = { from: '2026-02-28', to: '2026-03-01' };
  const { days, total } = presentStatistics('UTC', range, [
    { day: '2026-03-01', name: 'calls.failed', value: 2 },
    { day: '2026-03-01', name: 'call_seconds', value: 90 },
    { day: '2026-03-01', name: 'latency_p50_ms', value: 312.6 },
    { day: null, name: 'calls.failed', value: 2 },
  ]);
  expect(days.map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01']);
  expect(days[0]).toMatchObject({ failed_calls: 0, call_minutes: 0, latency_p50_ms: null });
  expect(days[1]).toMatchObject({ failed_calls: 2, call_minutes: 1.5, latency_p50_ms: 313 });
  expect(total.calls).toMatchObject({ failed: 2, completed: 0 });
});
