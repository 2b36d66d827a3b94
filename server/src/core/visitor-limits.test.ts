import { expect, test } from 'vitest';
import { DEFAULT_VISITOR_LIMITS, parseVisitorLimits } from './visitor-limits.ts';

test('parses listed limits and keeps the defaults of others', () => {
  expect(parseVisitorLimits('conversations_per_hour=10, spend_per_day=2.50')).toEqual({
    value: { ...DEFAULT_VISITOR_LIMITS, conversationsPerHour: 10, spendPerDayMicros: 2_500_000 },
  });
  expect(parseVisitorLimits('messages_per_minute=5,messages_per_day=6,spend_per_day=0')).toEqual({
    value: { ...DEFAULT_VISITOR_LIMITS, messagesPerMinute: 5, messagesPerDay: 6, spendPerDayMicros: 0 },
  });
});

test.each([
  '',
  'calls=3',
  'messages_per_day=0',
  'messages_per_day=1.5',
  'messages_per_day=-1',
  'spend_per_day=x',
])('rejects %j and lists the limits', (text) => {
  expect(parseVisitorLimits(text)).toEqual({ problem: expect.stringContaining('conversations_per_hour') });
});
