import { describe, expect, test } from 'vitest';
import { changedSettings, newSettings } from './configuration/campaign-columns.ts';
import { type CampaignFacts, campaignErrors, type SuppliedCampaign } from './rules.ts';

const facts: CampaignFacts = {
  goals: ['status', 'booked'],
  storedGoal: null,
  ownNumbers: new Set([1, 2]),
  parallelCalls: 5,
  storedParallelCalls: null,
  storedHours: null,
  storedDates: null,
};

const NINE_TO_SIX = { start: '09:00:00', end: '18:00:00' };
const ONE_MINUTE = { start: '08:00:00', end: '08:00:00' };

describe('campaign errors', () => {
  test.each<[SuppliedCampaign, Partial<CampaignFacts>, string[]]>([
    [{}, {}, []],
    [{ starts_at: '2026-03-02T09:00:00Z', ends_at: '2026-03-02T10:00:00+01:00' }, {}, ['ends_at']],
    [{ starts_at: '2026-03-02T09:00:00Z', ends_at: '2026-03-02T09:00:01Z' }, {}, []],
    [
      { ends_at: '2026-03-01T00:00:00Z' },
      { storedDates: { start: '2026-03-02T09:00:00Z', end: null } },
      ['ends_at'],
    ],
    [{ ends_at: null }, { storedDates: { start: '2026-03-02T09:00:00Z', end: null } }, []],
    [{ max_calls_in_parallel: 5 }, {}, []],
    [{ max_calls_in_parallel: 6 }, {}, ['max_calls_in_parallel']],
    [{ max_calls_in_parallel: 6 }, { storedParallelCalls: 6 }, []],
    [{ max_calls_in_parallel: 6 }, { storedParallelCalls: 7 }, ['max_calls_in_parallel']],
    [{ allowed_hours_start_time: '9:30', allowed_hours_end_time: '09:30' }, {}, ['allowed_hours_end_time']],
    [{ allowed_hours_end_time: '00:00' }, {}, ['allowed_hours_end_time']],
    [{ allowed_hours_start_time: '23:59' }, {}, ['allowed_hours_end_time']],
    [{ allowed_hours_start_time: '18:00' }, { storedHours: NINE_TO_SIX }, ['allowed_hours_end_time']],
    [{ allowed_hours_start_time: '18:00', allowed_hours_end_time: null }, { storedHours: NINE_TO_SIX }, []],
    [{ allowed_hours_start_time: '19:00' }, { storedHours: NINE_TO_SIX }, []],
    [
      { allowed_hours_start_time: '08:00:00', allowed_hours_end_time: '8:00' },
      { storedHours: ONE_MINUTE },
      [],
    ],
    [{ allowed_hours_end_time: '08:00' }, { storedHours: ONE_MINUTE }, []],
    [{ max_retries: 2 }, { storedHours: ONE_MINUTE }, []],
    [{ phone_number_ids: [2, 1] }, {}, []],
    [{ phone_number_ids: [2, undefined, 3] }, {}, ['phone_number_ids.2']],
    [{ phone_number_ids: null }, {}, []],
    [{ goal_completion_variable: 'booked' }, {}, []],
    [{ goal_completion_variable: 'summary' }, {}, ['goal_completion_variable']],
    [{ goal_completion_variable: 'summary' }, { goals: null }, []],
    [{}, { storedGoal: 'gone' }, ['goal_completion_variable']],
    [{ goal_completion_variable: null }, { storedGoal: 'gone' }, []],
    [{ goal_completion_variable: 'status' }, { storedGoal: 'gone' }, []],
  ])('for the request %j with the facts %j are at %j', (supplied, others, fields) => {
    expect(Object.keys(campaignErrors(supplied, { ...facts, ...others }))).toEqual(fields);
  });
});

describe('settings', () => {
  const from = { timezone: 'Europe/Bucharest', parallelCalls: 2 };

  test('of a new campaign stay within the plan', () => {
    expect(newSettings({}, from)).toMatchObject({ max_calls_in_parallel: 2, timezone: 'Europe/Bucharest' });
    expect(newSettings({}, { ...from, parallelCalls: 10 }).max_calls_in_parallel).toBe(3);
  });

  test('change only if supplied; null restores the default', () => {
    const stored = newSettings({ max_retries: 5, retry_on_voicemail: true, allowed_days: ['monday'] }, from);
    expect(changedSettings({ retry_interval: 10 }, { stored, from })).toEqual({
      ...stored,
      retry_interval: 10,
    });
    const reset = { max_retries: null, retry_on_voicemail: null, allowed_days: null };
    expect(changedSettings(reset, { stored, from })).toEqual(newSettings({}, from));
    const days = changedSettings({ allowed_days: ['friday', 'friday'] }, { stored, from }).allowed_days;
    expect(days).toEqual(['friday']);
  });
});
