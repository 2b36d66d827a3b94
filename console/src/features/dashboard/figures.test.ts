import { expect, test } from 'vitest';
import { CALL_STATUSES } from '#contract/calls.ts';
import { callsOf, errorsOf, failedOf, missedOf, spokenOf } from './figures.ts';

test('every state of a call counts once in the chart', () => {
  for (const status of CALL_STATUSES) {
    const day = { calls: { [status]: 1 } };
    expect(spokenOf(day) + missedOf(day) + failedOf(day), status).toBe(1);
  }
});

test('calls are the sum over their states', () => {
  expect(callsOf({ calls: { completed: 2, busy: 1, failed: 3 } })).toBe(6);
});

test('errors are failures of calls, webhooks and documents', () => {
  expect(errorsOf({ failed_calls: 1, failed_deliveries: 2, failed_documents: 3 })).toBe(6);
});
