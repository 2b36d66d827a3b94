import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CampaignHours, callingState } from './calling-hours.ts';

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const LEGAL = { startMinute: 8 * 60, endMinute: 21 * 60 };
const ALWAYS = { startMinute: 0, endMinute: 24 * 60 };
const EVERYWHERE = { zoneKey: 'UTC', legal: ALWAYS };

function hours(changes: Partial<CampaignHours> = {}): CampaignHours {
  return {
    timezone: 'Europe/Bucharest',
    start: '00:00',
    end: '23:59',
    days: EVERY_DAY,
    startsAt: null,
    endsAt: null,
    ...changes,
  };
}

/** `open until …`, or `reason until …`. */
function stateOf(at: string, campaign: Partial<CampaignHours>, called = EVERYWHERE): string {
  const state = callingState(new Date(at), hours(campaign), called);
  const next = state.open ? state.until : state.from;
  return `${state.open ? 'open' : state.because} until ${next?.toISOString() ?? 'never'}`;
}

describe("the campaign's dates", () => {
  const office = { start: '09:00', end: '17:59' };
  const from = (startsAt: string) => ({ ...office, startsAt: new Date(startsAt) });
  const to = (endsAt: string) => ({ ...office, endsAt: new Date(endsAt) });
  test.each([
    [
      'before a start within the hours',
      '2026-01-05T10:00:00Z',
      from('2026-01-07T10:00:00Z'),
      'campaign-start-date until 2026-01-07T10:00:00.000Z',
    ],
    [
      'before a start outside the hours',
      '2026-01-05T10:00:00Z',
      from('2026-01-07T20:00:00Z'),
      'campaign-start-date until 2026-01-08T07:00:00.000Z',
    ],
    [
      'from the start on',
      '2026-01-07T10:00:00Z',
      from('2026-01-07T10:00:00Z'),
      'open until 2026-01-07T16:00:00.000Z',
    ],
    [
      'before an end within the hours',
      '2026-01-07T10:00:00Z',
      to('2026-01-07T12:00:00Z'),
      'open until 2026-01-07T12:00:00.000Z',
    ],
    [
      'after the last hours before the end',
      '2026-01-07T17:00:00Z',
      to('2026-01-08T07:00:00Z'),
      'campaign-end-date until never',
    ],
    ['at the end', '2026-01-07T12:00:00Z', to('2026-01-07T12:00:00Z'), 'campaign-end-date until never'],
  ])('%s', (_name, at, campaign, expected) => {
    expect(stateOf(at, campaign)).toBe(expected);
  });
});

describe("the campaign's hours, in Bucharest", () => {
  const office = { start: '09:00', end: '17:30' };
  const night = { start: '22:00', end: '02:30', days: ['friday'] };
  const weekdays = { ...office, days: EVERY_DAY.slice(0, 5) };
  test.each([
    [
      'before they begin',
      '2026-01-07T06:59:59.999Z',
      office,
      'campaign-hours until 2026-01-07T07:00:00.000Z',
    ],
    ['as they begin', '2026-01-07T07:00:00Z', office, 'open until 2026-01-07T15:31:00.000Z'],
    ['in the last minute', '2026-01-07T15:30:59.999Z', office, 'open until 2026-01-07T15:31:00.000Z'],
    [
      'after the last minute',
      '2026-01-07T15:31:00Z',
      office,
      'campaign-hours until 2026-01-08T07:00:00.000Z',
    ],
    [
      'with seconds',
      '2026-01-07T15:31:00Z',
      { start: '09:00:00', end: '17:31:00' },
      'open until 2026-01-07T15:32:00.000Z',
    ],
    [
      'one minute a day',
      '2026-01-07T07:00:30Z',
      { start: '09:00', end: '09:00' },
      'open until 2026-01-07T07:01:00.000Z',
    ],
    ['on a Saturday', '2026-01-10T09:00:00Z', weekdays, 'campaign-days until 2026-01-12T07:00:00.000Z'],
    [
      'on a Friday evening',
      '2026-01-09T16:00:00Z',
      weekdays,
      'campaign-hours until 2026-01-12T07:00:00.000Z',
    ],
    ['all day and every day', '2026-01-07T12:00:00Z', {}, 'open until 2026-01-14T12:00:00.000Z'],
    ['on no day', '2026-01-07T12:00:00Z', { days: [] }, 'campaign-days until never'],
    ['overnight, in the evening', '2026-01-09T20:00:00Z', night, 'open until 2026-01-10T00:31:00.000Z'],
    ['overnight, on the next day', '2026-01-10T00:30:59Z', night, 'open until 2026-01-10T00:31:00.000Z'],
    [
      'overnight, after the end',
      '2026-01-10T00:31:00Z',
      night,
      'campaign-days until 2026-01-16T20:00:00.000Z',
    ],
    [
      'overnight, early on the day on which they begin',
      '2026-01-08T23:00:00Z',
      night,
      'campaign-days until 2026-01-09T20:00:00.000Z',
    ],
    [
      'overnight, before they begin',
      '2026-01-09T12:00:00Z',
      night,
      'campaign-hours until 2026-01-09T20:00:00.000Z',
    ],
    [
      'clocks go forward over the start',
      '2026-03-29T00:59:59Z',
      { start: '03:30', end: '05:00' },
      'campaign-hours until 2026-03-29T01:00:00.000Z',
    ],
    [
      'clocks go forward over all of it',
      '2026-03-29T00:59:59Z',
      { start: '03:10', end: '03:40' },
      'campaign-hours until 2026-03-30T00:10:00.000Z',
    ],
    [
      'clocks go back: the first time',
      '2026-10-25T00:10:00Z',
      { start: '03:10', end: '03:39' },
      'open until 2026-10-25T00:40:00.000Z',
    ],
    [
      'clocks go back: the repeated hour',
      '2026-10-25T00:40:00Z',
      { start: '03:10', end: '03:39' },
      'campaign-hours until 2026-10-25T01:10:00.000Z',
    ],
    [
      'a morning after clocks went forward',
      '2026-03-29T02:00:00Z',
      office,
      'campaign-hours until 2026-03-29T06:00:00.000Z',
    ],
  ])('%s', (_name, at, campaign, expected) => {
    expect(stateOf(at, campaign)).toBe(expected);
  });
});

describe("the callee's hours", () => {
  test.each([
    [
      'too early',
      '2026-01-07T07:59:59.999Z',
      'Europe/London',
      'called-party-hours until 2026-01-07T08:00:00.000Z',
    ],
    ['on time', '2026-01-07T08:00:00Z', 'Europe/London', 'open until 2026-01-07T21:00:00.000Z'],
    [
      'too late at 9 p.m.',
      '2026-01-07T21:00:00Z',
      'Europe/London',
      'called-party-hours until 2026-01-08T08:00:00.000Z',
    ],
    [
      'early in one of two zones',
      '2026-01-07T12:00:00Z',
      'America/Los_Angeles&America/New_York',
      'called-party-hours until 2026-01-07T16:00:00.000Z',
    ],
    [
      'late in one of two zones',
      '2026-01-08T01:59:59Z',
      'America/Los_Angeles&America/New_York',
      'open until 2026-01-08T02:00:00.000Z',
    ],
    [
      'half an hour of daylight saving',
      '2026-10-04T00:00:00Z',
      'Australia/Lord_Howe',
      'open until 2026-10-04T10:00:00.000Z',
    ],
    ['no zone', '2026-01-07T12:00:00Z', '', 'unknown-zone until never'],
    ['unknown zone', '2026-01-07T12:00:00Z', 'Europe/London&Europe/Atlantis', 'unknown-zone until never'],
  ])('%s', (_name, at, zoneKey, expected) => {
    expect(stateOf(at, {}, { zoneKey, legal: LEGAL })).toBe(expected);
  });

  test('allow no call if they never overlap with those of the campaign', () => {
    const campaign = { start: '11:00', end: '12:00' };
    expect(stateOf('2026-01-07T09:30:00Z', campaign, { zoneKey: 'Pacific/Honolulu', legal: LEGAL })).toBe(
      'called-party-hours until never',
    );
    expect(stateOf('2026-01-07T12:30:00Z', campaign, { zoneKey: 'Pacific/Honolulu', legal: LEGAL })).toBe(
      'called-party-hours until never',
    );
  });

  test('allow calls from the date on which they overlap with those of the campaign', () => {
    // 14:00 in Bucharest is 13:00 in Lagos in winter, 12:00 in summer.
    const noon = { startMinute: 12 * 60, endMinute: 12 * 60 + 30 };
    const campaign = { start: '14:00', end: '14:10' };
    expect(stateOf('2026-01-07T12:00:00Z', campaign, { zoneKey: 'Africa/Lagos', legal: noon })).toBe(
      'called-party-hours until 2026-03-29T11:00:00.000Z',
    );
  });

  test('do not matter if the zone of the campaign is unknown: the campaign makes no calls', () => {
    expect(stateOf('2026-01-07T12:00:00Z', { timezone: 'Mars/Olympus' })).toBe('campaign-zone until never');
    expect(stateOf('2026-01-07T12:00:00Z', { timezone: 'PST' })).toBe('campaign-zone until never');
  });
});

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Local time by `Intl`, independent of the implementation under test. */
function wall(at: Date, zone: string): { day: string; minute: number } {
  const shown = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat('en-GB', { ...shown, timeZone: zone });
  formatters.set(zone, formatter);
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return { day: (parts.get('weekday') ?? '').toLowerCase(), minute };
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function isOpenByTheWall(at: Date, campaign: CampaignHours, zones: readonly string[]): boolean {
  const { day, minute } = wall(at, campaign.timezone);
  const before = EVERY_DAY[(EVERY_DAY.indexOf(day) + 6) % 7] ?? '';
  const [start, end] = [minuteOf(campaign.start), minuteOf(campaign.end)];
  const isWithin =
    start <= end
      ? campaign.days.includes(day) && minute >= start && minute <= end
      : (campaign.days.includes(day) && minute >= start) || (campaign.days.includes(before) && minute <= end);
  return isWithin && zones.every((zone) => legalByTheWall(wall(at, zone).minute));
}

function legalByTheWall(minute: number): boolean {
  return minute >= LEGAL.startMinute && minute < LEGAL.endMinute;
}

const ZONES = Intl.supportedValuesOf('timeZone');
const aTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
  );
const aCampaign = fc.record({
  timezone: fc.constantFrom(...ZONES),
  start: aTime,
  end: aTime,
  days: fc.subarray(EVERY_DAY, { minLength: 1 }),
  startsAt: fc.constant(null),
  endsAt: fc.constant(null),
});
const instants = { min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) };

test('the runtime knows more than 400 zones to test with', () => {
  expect(ZONES.length).toBeGreaterThan(400);
});

test('reports the state and its next change', () => {
  const zones = fc.array(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.integer(instants),
      aCampaign,
      zones,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (atMs, campaign, called, part) => {
        const at = new Date(atMs);
        const state = callingState(at, campaign, { zoneKey: called.join('&'), legal: LEGAL });
        expect(state.open).toBe(isOpenByTheWall(at, campaign, called));
        const next = state.open ? state.until : state.from;
        const endMs = next?.getTime() ?? atMs + 300 * 86_400_000;
        // The state is constant until then and changes at that instant.
        const between = new Date(Math.min(endMs - 1, Math.floor(atMs + part * (endMs - atMs))));
        expect(isOpenByTheWall(between, campaign, called)).toBe(state.open);
        expect(isOpenByTheWall(new Date(endMs - 1), campaign, called)).toBe(state.open);
        if (next !== null && endMs < atMs + 7 * 86_400_000) {
          expect(isOpenByTheWall(next, campaign, called)).toBe(!state.open);
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test('returns the right state throughout clock change days, in every zone', () => {
  const campaign = (timezone: string) =>
    hours({ timezone, start: '23:30', end: '03:15', days: ['saturday', 'sunday'] });
  for (const zone of ZONES) {
    for (const start of [Date.UTC(2026, 2, 28, 18), Date.UTC(2026, 9, 24, 18)]) {
      let state: ReturnType<typeof callingState> | null = null;
      for (let atMs = start; atMs < start + 30 * 3_600_000; atMs += 15 * 60_000) {
        const at = new Date(atMs);
        const kept = state !== null && at < ((state.open ? state.until : state.from) ?? at);
        if (!kept) state = callingState(at, campaign(zone), { zoneKey: zone, legal: ALWAYS });
        const { day, minute } = wall(at, zone);
        const isOpen =
          (['saturday', 'sunday'].includes(day) && minute >= 1410) ||
          (['sunday', 'monday'].includes(day) && minute <= 195);
        expect(`${zone} ${at.toISOString()} ${state?.open}`).toBe(`${zone} ${at.toISOString()} ${isOpen}`);
      }
    }
  }
});
