import { expect, test } from 'vitest';
import { voiceSettings } from '../../../test/kit/engine-call.ts';
import { CallTimers } from './call-timers.ts';

const busy = (nowMs: number) => ({ nowMs, customer: true, assistant: 'busy' as const });

test('applies the limit of the next assistant from the handoff, with its own goodbye', () => {
  const timers = new CallTimers();
  timers.apply(voiceSettings({ maxDurationMs: 60_000 }), 0);
  expect(timers.watch(busy(51_999))).toBe('none');
  expect(timers.watch(busy(52_000))).toBe('time-over');
  timers.apply(voiceSettings({ maxDurationMs: 40_000 }), 55_000);
  expect(timers.watch(busy(60_000))).toBe('none');
  expect(timers.watch(busy(87_000))).toBe('time-over');
  expect(timers.watch(busy(94_999))).toBe('none');
  expect(timers.watch(busy(95_000))).toBe('overdue');
});

test('limits a call to 20 minutes across handoffs', () => {
  const timers = new CallTimers();
  timers.apply(voiceSettings({ maxDurationMs: 1_200_000 }), 0);
  timers.apply(voiceSettings({ maxDurationMs: 600_000 }), 1_100_000);
  expect(timers.watch(busy(1_192_000))).toBe('time-over');
  expect(timers.watch(busy(1_200_000))).toBe('overdue');
});
