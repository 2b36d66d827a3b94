import { expect, test } from 'vitest';
import { callOutcome, isCutOffByUs } from './call-outcome.ts';

const CALL = {
  status: 'completed',
  isAnswered: true,
  answeredBy: null,
  failureCause: null,
  hasOptedOut: false,
};

test.each([
  [{}, 'answered'],
  [{ answeredBy: 'human' }, 'answered'],
  [{ answeredBy: 'machine' }, 'machine'],
  [{ status: 'ended_by_customer', failureCause: 'assistant' }, 'answered'],
  [{ status: 'failed', failureCause: 'carrier' }, 'broken'],
  [{ failureCause: 'process' }, 'broken'],
  [{ failureCause: 'account' }, 'broken'],
  [{ failureCause: 'process', answeredBy: 'machine' }, 'broken'],
  [{ failureCause: 'process', hasOptedOut: true }, 'opted-out'],
  [{ status: 'busy', isAnswered: false }, 'busy'],
  [{ status: 'no-answer', isAnswered: false }, 'no-answer'],
  [{ status: 'failed', isAnswered: false, failureCause: 'account' }, 'failed'],
  [{ status: 'failed', isAnswered: false, failureCause: 'number' }, 'invalid-number'],
])('a call with %j has the outcome %s', (given, expected) => {
  expect(callOutcome({ ...CALL, ...given })).toBe(expected);
});

test.each([
  ['process', 1, true],
  ['process', 3, true],
  ['process', 4, false],
  ['account', 1, false],
  ['carrier', 1, false],
  [null, 0, false],
] as const)(
  'counts the failure cause %s, cut-off %i of the lead, as a cut-off by us: %s',
  (failureCause, cutOffs, expected) => {
    expect(isCutOffByUs({ failureCause, cutOffs })).toBe(expected);
  },
);
