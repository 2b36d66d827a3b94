import { expect, test } from 'vitest';
import { CALL_STATUSES } from '#contract/calls.ts';
import { answeredOf, callsOf, errorsOf, failedOf, unansweredOf } from './figures.ts';

test('counts every call once in the chart, except those that were never dialed', () => {
  for (const status of CALL_STATUSES) {
    const day = { calls: { [status]: 1 } };
    const isDialed = status !== 'scheduled' && status !== 'canceled';
    expect(answeredOf(day) + unansweredOf(day) + failedOf(day), status).toBe(isDialed ? 1 : 0);
    expect(callsOf(day), status).toBe(isDialed ? 1 : 0);
  }
});

test('sums calls over all statuses', () => {
  expect(callsOf({ calls: { completed: 2, busy: 1, failed: 3 } })).toBe(6);
});

test('counts failed calls, webhooks and documents as errors', () => {
  expect(errorsOf({ failed_calls: 1, failed_deliveries: 2, failed_documents: 3 })).toBe(6);
});
