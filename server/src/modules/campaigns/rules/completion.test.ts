import { expect, test } from 'vitest';
import type { CallingState } from './calling-hours.ts';
import { isAtEnd } from './completion.ts';

const OPEN: CallingState = { open: true, until: new Date('2026-03-02T18:00:00Z') };
const LATER: CallingState = {
  open: false,
  from: new Date('2026-03-03T07:00:00Z'),
  because: 'campaign-hours',
};
const NEVER: CallingState = { open: false, from: null, because: 'unknown-zone' };
const NOBODY_CAN_TELL: CallingState = { open: false, from: null, because: 'campaign-zone' };

test.each([
  ['nobody is left', { processing: 0, waiting: [] }, true],
  ['a call is under way', { processing: 1, waiting: [] }, false],
  ['somebody waits', { processing: 0, waiting: [OPEN] }, false],
  ['somebody waits for the morning', { processing: 0, waiting: [NEVER, LATER] }, false],
  ['who waits can never be called', { processing: 0, waiting: [NEVER] }, true],
  ["the campaign's own zone is not known", { processing: 0, waiting: [NOBODY_CAN_TELL] }, false],
] as const)('%s', (_name, leads, expected) => {
  expect(isAtEnd({ ...leads, markCompleteWhenNoLeads: true })).toBe(expected);
  expect(isAtEnd({ ...leads, markCompleteWhenNoLeads: false })).toBe(false);
});
