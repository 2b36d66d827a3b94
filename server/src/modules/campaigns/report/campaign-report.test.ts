import { expect, test } from 'vitest';
import { campaignReport as campaignReportSchema } from '#contract/campaign-report.ts';
import { campaignReport, type ReportFacts } from './report-campaign.ts';
import type { HourOfCalls, LeadGroup } from './report-store.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const SOON = new Date('2026-03-02T13:00:00Z');
const LATER = new Date('2026-03-03T07:00:00Z');

function group(changes: Partial<LeadGroup>): LeadGroup {
  return {
    status: 'created',
    zoneKey: 'Europe/Bucharest',
    dueAt: NOW.toISOString(),
    isCallOver: false,
    isNumberInCall: false,
    pausedUntil: null,
    leads: 1,
    called: 0,
    answered: 0,
    goalMet: 0,
    goalMissed: 0,
    calls: 0,
    costMicros: 0,
    ...changes,
  };
}

function hour(changes: Partial<HourOfCalls>): HourOfCalls {
  return {
    hour: 9,
    total: 0,
    running: 0,
    answered: 0,
    machine: 0,
    noAnswer: 0,
    busy: 0,
    failed: 0,
    talkedMs: 0,
    talks: 0,
    ...changes,
  };
}

function reportOf(facts: Partial<ReportFacts>) {
  const campaign = {
    id: 1,
    name: 'Spring',
    status: 'in-progress',
    timezone: 'UTC',
    goalVariable: 'sold',
  } as const;
  const none = { groups: [], hours: [], undialable: [], costMicros: 0, reasonOf: () => null };
  return campaignReportSchema.parse(campaignReport({ campaign, now: NOW, ...none, ...facts }));
}

test('sums the counts', () => {
  const report = reportOf({
    costMicros: 600_001,
    groups: [
      group({
        status: 'completed',
        dueAt: null,
        zoneKey: null,
        leads: 8,
        called: 8,
        answered: 6,
        goalMet: 3,
        goalMissed: 1,
        calls: 12,
        costMicros: 600_001,
      }),
      group({ leads: 2 }),
      group({ zoneKey: 'Europe/London', leads: 5 }),
    ],
    hours: [
      hour({
        hour: 9,
        total: 8,
        running: 1,
        answered: 4,
        busy: 2,
        noAnswer: 1,
        talkedMs: 60_000,
        talks: 4,
      }),
      hour({
        hour: 10,
        total: 4,
        answered: 2,
        machine: 1,
        failed: 1,
        talkedMs: 31_000,
        talks: 3,
      }),
    ],
  });
  expect(report.funnel).toEqual({ leads: 15, called: 8, answered: 6, converted: 3 });
  expect(report.leads).toMatchObject({ created: 7, completed: 8, blacklisted: 0 });
  expect(report.attempts).toEqual({
    total: 12,
    running: 1,
    answered: 6,
    machine: 1,
    no_answer: 1,
    busy: 2,
    failed: 1,
    answer_rate: 6 / 11,
    per_called_lead: 1.5,
    average_duration: 13,
  });
  expect(report.goal).toEqual({ variable: 'sold', met: 3, missed: 1, rate: 0.75 });
  expect(report.cost).toEqual({ total: 0.600001, per_answered_lead: 0.1, per_goal: 0.2 });
  expect(report.hours.map((each) => [each.hour, each.total, each.answer_rate])).toEqual([
    [9, 8, 4 / 7],
    [10, 4, 0.5],
  ]);
});

test('excludes calls to deleted leads from averages per lead', () => {
  const done = { status: 'completed', dueAt: null, zoneKey: null } as const;
  const { attempts, cost } = reportOf({
    costMicros: 900_000,
    groups: [group({ ...done, leads: 2, called: 2, answered: 2, goalMet: 1, calls: 3, costMicros: 300_000 })],
    hours: [hour({ total: 9, answered: 6, noAnswer: 3 })],
  });
  expect(attempts).toMatchObject({ total: 9, answered: 6, per_called_lead: 1.5 });
  expect(cost).toEqual({ total: 0.9, per_answered_lead: 0.15, per_goal: 0.3 });
});

test('groups waiting leads by reason, largest first, with the earliest end', () => {
  const hours = { code: 'campaign-hours', text: 'It is outside the hours.' } as const;
  const { waiting } = reportOf({
    groups: [
      group({ zoneKey: '', leads: 4 }),
      group({ zoneKey: 'one', leads: 3 }),
      group({ zoneKey: 'other', leads: 2 }),
      group({ status: 'completed', dueAt: null, zoneKey: null, leads: 9 }),
    ],
    reasonOf: ({ zoneKey }) => {
      if (zoneKey === null) return null;
      if (zoneKey === '') return { code: 'unknown-zone', text: 'It is not known.', until: null };
      return { ...hours, until: zoneKey === 'one' ? LATER : SOON };
    },
  });
  expect(waiting).toEqual([
    { ...hours, leads: 5, until: '2026-03-02T13:00:00.000000Z' },
    { code: 'unknown-zone', text: 'It is not known.', leads: 4, until: null },
  ]);
});

test('explains undialable numbers', () => {
  const { left_out } = reportOf({
    undialable: [
      { code: 'unknown-zone', numbers: 3 },
      { code: 'blacklisted', numbers: 1 },
    ],
  });
  expect(left_out).toEqual([
    {
      code: 'unknown-zone',
      text: 'The time zone of this number is unknown, so it is not called.',
      numbers: 3,
    },
    { code: 'blacklisted', text: 'The owner of this number does not want to be called.', numbers: 1 },
  ]);
});
