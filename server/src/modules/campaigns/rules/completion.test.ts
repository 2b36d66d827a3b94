import { expect, test } from 'vitest';
import type { CallingState } from './calling-hours.ts';
import { campaignEnd } from './completion.ts';

const OPEN: CallingState = { open: true, until: new Date('2026-03-02T18:00:00Z') };
const LATER: CallingState = {
  open: false,
  from: new Date('2026-03-03T07:00:00Z'),
  because: 'campaign-hours',
};
const NEVER: CallingState = { open: false, from: null, because: 'unknown-zone' };
const UNKNOWN_ZONE: CallingState = { open: false, from: null, because: 'campaign-zone' };

const fine = { hasEnded: false, problem: null, finished: [], answered: [] };
const broken = {
  ...fine,
  finished: Array.from({ length: 10 }, () => ({ failureCause: 'carrier' as const })),
};
const stuck = { ...fine, problem: 'It has no number.' };
const REASONS = [fine, broken, stuck];

const completed = { type: 'completed', reason: null };
const stopped = (words: string) => ({ type: 'stopped', reason: expect.stringContaining(words) });

test.each([
  ['no lead waits', { isProcessing: false, waiting: [] }, completed],
  ['a call is live', { isProcessing: true, waiting: [] }, null],
  ['waiting leads can never be called', { isProcessing: false, waiting: [NEVER] }, completed],
  ['waiting leads can never be called, and a call is live', { isProcessing: true, waiting: [NEVER] }, null],
] as const)('completes a campaign without leads to call: %s', (_name, leads, expected) => {
  for (const reason of REASONS) {
    expect(campaignEnd({ ...leads, ...reason, markCompleteWhenNoLeads: true })).toEqual(expected);
  }
});

test.each([
  ['a lead waits', { isProcessing: false, waiting: [OPEN] }],
  ['a lead waits during a call', { isProcessing: true, waiting: [OPEN] }],
  ['a lead waits for the morning', { isProcessing: false, waiting: [NEVER, LATER] }],
  ["the campaign's own zone is not known", { isProcessing: false, waiting: [UNKNOWN_ZONE] }],
] as const)('continues a campaign with leads to call, or stops it with a reason: %s', (_name, leads) => {
  const campaign = { ...leads, markCompleteWhenNoLeads: true };
  expect(campaignEnd({ ...campaign, ...fine })).toBeNull();
  expect(campaignEnd({ ...campaign, ...broken })).toEqual(stopped('10 of the last 10 calls failed'));
  expect(campaignEnd({ ...campaign, ...stuck })).toEqual(stopped('It has no number.'));
  expect(campaignEnd({ ...campaign, ...broken, problem: stuck.problem })).toEqual(stopped(stuck.problem));
});

test.each([
  ['no lead waits', []],
  ['waiting leads can never be called', [NEVER]],
] as const)('without markCompleteWhenNoLeads a campaign goes on or is stopped: %s', (_name, waiting) => {
  const campaign = { isProcessing: false, waiting, markCompleteWhenNoLeads: false };
  expect(campaignEnd({ ...campaign, ...fine })).toBeNull();
  expect(campaignEnd({ ...campaign, ...broken })).toEqual(stopped('10 of the last 10 calls failed'));
  expect(campaignEnd({ ...campaign, ...stuck })).toEqual(stopped('It has no number.'));
});

const TOO_LATE: CallingState = { open: false, from: null, because: 'campaign-end-date' };
const late = { type: 'completed', reason: expect.stringContaining('end date') };

test.each([
  ['leads could still be called', { hasEnded: true, isProcessing: false, waiting: [OPEN] }, late],
  ['its own zone is not known', { hasEnded: true, isProcessing: false, waiting: [UNKNOWN_ZONE] }, late],
  ['a call is live', { hasEnded: true, isProcessing: true, waiting: [OPEN] }, null],
  ['no lead fits before it', { hasEnded: false, isProcessing: false, waiting: [NEVER, TOO_LATE] }, late],
] as const)('an end date completes a campaign with a reason: %s', (_name, leads, expected) => {
  expect(campaignEnd({ ...broken, ...leads, markCompleteWhenNoLeads: true })).toEqual(expected);
});
