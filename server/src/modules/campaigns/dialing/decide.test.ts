import { expect, test } from 'vitest';
import type { CallingState } from '../rules/calling-hours.ts';
import type { CampaignSnapshot } from './campaign-snapshot.ts';
import { decide } from './decide.ts';

const NOW_MS = Date.parse('2026-03-02T10:00:00Z');
const OPENS_MS = NOW_MS + 3_600_000;

const states: Record<string, CallingState> = {
  open: { open: true, until: new Date(NOW_MS + 60_000) },
  later: { open: false, from: new Date(OPENS_MS), because: 'called-party-hours' },
  closing: { open: true, until: new Date(NOW_MS + 2_100) },
  'nearly closed': { open: true, until: new Date(NOW_MS + 1_999) },
  never: { open: false, from: null, because: 'unknown-zone' },
};
const stateOf = (zone: string): CallingState =>
  states[zone] ?? { open: false, from: null, because: 'unknown-zone' };

const snapshot: CampaignSnapshot = {
  id: 1,
  userId: 2,
  version: '',
  changedAt: '',
  maxCallsInParallel: 3,
  markCompleteWhenNoLeads: true,
  endsAtMs: null,
  live: 0,
  accountLive: 0,
  processes: 1,
  isProcessing: false,
  waiting: [],
  finished: [],
  answered: [],
};
const waiting = (...zones: readonly [zoneKey: string, afterMs: number][]): CampaignSnapshot['waiting'] =>
  zones.map(([zoneKey, afterMs]) => ({ zoneKey, dueMs: NOW_MS + afterMs }));

test.each<[string, Partial<CampaignSnapshot>, ReturnType<typeof decide>]>([
  [
    'calls due leads in open zones',
    { waiting: waiting(['open', 0], ['later', -5], ['never', -5]) },
    { type: 'call', slots: 3, zones: ['open'] },
  ],
  [
    'calls nobody whose hours end before the call could ring',
    { waiting: waiting(['closing', 0], ['nearly closed', -9]) },
    { type: 'call', slots: 3, zones: ['closing'] },
  ],
  [
    'subtracts live calls from the slots',
    { waiting: waiting(['open', -9]), live: 2, isProcessing: true },
    { type: 'call', slots: 1, zones: ['open'] },
  ],
  [
    'waits for the end of a call at the limit',
    { waiting: waiting(['open', 0]), live: 3 },
    { type: 'wait', untilMs: null },
  ],
  [
    'handles a limit lowered below the live calls',
    { waiting: waiting(['open', 0]), live: 5 },
    { type: 'wait', untilMs: null },
  ],
  [
    'waits until the first lead is due',
    { waiting: waiting(['open', 7], ['later', 0]) },
    { type: 'wait', untilMs: NOW_MS + 7 },
  ],
  [
    'waits for the first zone that opens',
    { waiting: waiting(['later', -7], ['never', 0]) },
    { type: 'wait', untilMs: OPENS_MS },
  ],
  [
    'waits for a lead due after its zone opens',
    { waiting: waiting(['later', 7_200_000]) },
    { type: 'wait', untilMs: NOW_MS + 7_200_000 },
  ],
  [
    'waits for the end of the hours if the first lead is due later',
    { waiting: waiting(['closing', 150]) },
    { type: 'wait', untilMs: NOW_MS + 2_100 },
  ],
  [
    'waits for the end of the hours if a call would ring later',
    { waiting: waiting(['nearly closed', -9]) },
    { type: 'wait', untilMs: NOW_MS + 1_999 },
  ],
  [
    'rounds up to whole milliseconds',
    { waiting: waiting(['open', 0.25]) },
    { type: 'wait', untilMs: NOW_MS + 1 },
  ],
  ['completes without leads', {}, { type: 'complete', neverOpenZones: [], reason: null }],
  [
    'completes when no waiting lead can ever be called',
    { waiting: waiting(['never', 0]) },
    { type: 'complete', neverOpenZones: ['never'], reason: null },
  ],
  [
    'completes at its end date with leads left',
    { endsAtMs: NOW_MS, markCompleteWhenNoLeads: false, waiting: waiting(['open', 0]) },
    {
      type: 'complete',
      neverOpenZones: ['open'],
      reason: expect.stringContaining('reached its end date'),
    },
  ],
  [
    'begins no call after its end date while a call is live',
    { endsAtMs: NOW_MS - 1, live: 1, waiting: waiting(['open', 0]) },
    { type: 'wait', untilMs: null },
  ],
  [
    'looks again at its end date',
    { endsAtMs: NOW_MS + 10.5, markCompleteWhenNoLeads: false },
    { type: 'wait', untilMs: NOW_MS + 11 },
  ],
  ['does not complete during an evaluation', { isProcessing: true }, { type: 'wait', untilMs: null }],
  ['does not complete during a call', { live: 1 }, { type: 'wait', untilMs: null }],
  [
    'does not complete if that is turned off',
    { markCompleteWhenNoLeads: false },
    { type: 'wait', untilMs: null },
  ],
])('a campaign %s', (_name, given, expected) => {
  expect(decide({ ...snapshot, ...given }, NOW_MS, { problem: null, stateOf })).toEqual(expected);
});

test.each([
  ['is stopped if leads wait', waiting(['open', 0]), { type: 'stop', reason: 'No number.' }],
  ['completes if none wait', [], { type: 'complete', neverOpenZones: [], reason: null }],
])('a campaign that cannot call %s', (_name, leads, expected) => {
  const given = { ...snapshot, waiting: leads };
  expect(decide(given, NOW_MS, { problem: 'No number.', stateOf })).toEqual(expected);
});
