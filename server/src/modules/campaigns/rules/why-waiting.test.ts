import { describe, expect, test } from 'vitest';
import type { CallingState } from './calling-hours.ts';
import { type WaitingCampaign, type WaitingLead, whyWaiting } from './why-waiting.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const SOON = new Date('2026-03-02T11:00:00Z');
const MORNING = new Date('2026-03-03T07:00:00Z');
const OPEN: CallingState = { open: true, until: new Date('2026-03-02T18:00:00Z') };
const CLOSED: CallingState = { open: false, from: MORNING, because: 'campaign-hours' };

const LEAD: WaitingLead = {
  status: 'created',
  dueAt: NOW,
  isCallOver: false,
  isNumberInCall: false,
  pausedUntil: null,
  undialable: [],
};
const CAMPAIGN: WaitingCampaign = {
  status: 'in-progress',
  stopReason: null,
  hasNumber: true,
  areChosenGone: false,
  canPay: true,
  hasDialer: true,
  liveCalls: 0,
  maxCallsInParallel: 3,
};

function reasonOf(
  lead: Partial<WaitingLead>,
  campaign: Partial<WaitingCampaign> = {},
  stateAt: (at: Date) => CallingState = () => OPEN,
) {
  const reason = whyWaiting({ ...LEAD, ...lead }, { ...CAMPAIGN, ...campaign }, { now: NOW, stateAt });
  return reason === null ? null : { code: reason.code, until: reason.until };
}

const later = { status: 'rescheduled', dueAt: SOON } as const;

describe('a lead is not called', () => {
  test.each([
    ['it is done', { status: 'completed', dueAt: null }, {}, null, null],
    ['it is being called', { status: 'processing', dueAt: null }, {}, 'call-running', null],
    [
      'its goal is being evaluated',
      { status: 'processing', dueAt: null, isCallOver: true },
      {},
      'goal-to-be-judged',
      null,
    ],
    ['it is only next in line', {}, {}, 'next-in-line', null],
    ['its campaign was not started', {}, { status: 'draft' }, 'campaign-not-started', null],
    ['its campaign was stopped', later, { status: 'stopped' }, 'campaign-stopped', null],
    ['its campaign is completed', {}, { status: 'completed' }, 'campaign-completed', null],
    ['the retry interval runs', later, { canPay: false }, 'retry-interval', SOON],
    ['the campaign has no number', {}, { hasNumber: false, canPay: false }, 'no-number', null],
    ['the campaign has no number, besides other reasons', later, { hasNumber: false }, 'no-number', null],
    ['no dialer is running', {}, { hasDialer: false, canPay: false }, 'no-dialer', null],
    [
      'the retry interval runs, and no dialer is running',
      later,
      { hasDialer: false },
      'retry-interval',
      SOON,
    ],
    ['the balance is spent', {}, { canPay: false, liveCalls: 3 }, 'insufficient-balance', null],
    ['its number is in another call', { isNumberInCall: true }, { liveCalls: 3 }, 'number-in-call', null],
    [
      'the balance is spent, before the number in another call',
      { isNumberInCall: true },
      { canPay: false },
      'insufficient-balance',
      null,
    ],
    [
      'another campaign called its number',
      { pausedUntil: SOON },
      { canPay: false },
      'called-by-another-campaign',
      SOON,
    ],
    [
      'it was postponed after a call of another campaign',
      { ...later, pausedUntil: SOON },
      {},
      'called-by-another-campaign',
      SOON,
    ],
    [
      'the retry interval runs longer than the pause after a call of another campaign',
      { ...later, pausedUntil: NOW },
      {},
      'retry-interval',
      SOON,
    ],
    ['the pause after a call of another campaign is over', { pausedUntil: NOW }, {}, 'next-in-line', null],
    ['the campaign is at its limit', {}, { liveCalls: 3 }, 'max-calls-in-parallel', null],
  ] as const)('because %s', (_name, lead, campaign, code, until) => {
    expect(reasonOf(lead, campaign)).toEqual(code === null ? null : { code, until });
  });

  test('because of the hour', () => {
    expect(reasonOf({}, { canPay: false }, () => CLOSED)).toEqual({ code: 'campaign-hours', until: MORNING });
  });

  test('because of the retry interval, then of the hours, until both allow a call', () => {
    const stateAt = (at: Date) => (at < SOON ? OPEN : CLOSED);
    expect(reasonOf(later, {}, stateAt)).toEqual({ code: 'retry-interval', until: MORNING });
    const told = whyWaiting({ ...LEAD, ...later }, CAMPAIGN, { now: NOW, stateAt });
    expect(told?.text).toContain('ends outside the hours');
  });

  test.each(['unknown-zone', 'called-party-hours'] as const)('at any time: %s', (because) => {
    const stateAt = (): CallingState => ({ open: false, from: null, because });
    expect(reasonOf(later, {}, stateAt)).toEqual({ code: because, until: null });
  });
});

test('waits for the hours after the pause that follows a call of another campaign', () => {
  const stateAt = (at: Date) => (at < SOON ? OPEN : CLOSED);
  expect(reasonOf({ pausedUntil: SOON }, {}, stateAt)).toEqual({
    code: 'called-by-another-campaign',
    until: MORNING,
  });
});

test.each([
  ['completed', 'called-party-hours', 'called-party-hours'],
  ['completed', 'unknown-zone', 'unknown-zone'],
  ['completed', 'campaign-zone', 'campaign-completed'],
  ['stopped', 'called-party-hours', 'campaign-stopped'],
  ['draft', 'called-party-hours', 'campaign-not-started'],
] as const)(
  'in a campaign that is %s, a lead that can never be called (%s) has the reason %s',
  (status, because, code) => {
    const stateAt = (): CallingState => ({ open: false, from: null, because });
    expect(reasonOf({}, { status }, stateAt)).toEqual({ code, until: null });
  },
);

test('gives the stop reason of the campaign', () => {
  const campaign = { ...CAMPAIGN, status: 'stopped', stopReason: '12 of the last 20 calls failed.' } as const;
  const time = { now: NOW, stateAt: () => OPEN };
  expect(whyWaiting(LEAD, campaign, time)?.text).toBe('12 of the last 20 calls failed.');
});

test('says that the chosen numbers were released, regardless of hours', () => {
  const time = { now: NOW, stateAt: () => CLOSED };
  const without = { ...CAMPAIGN, hasNumber: false };
  expect(whyWaiting(LEAD, without, time)?.text).toBe('This campaign has no phone number to call from.');
  expect(whyWaiting(LEAD, { ...without, areChosenGone: true }, time)?.text).toBe(
    'All phone numbers chosen for this campaign were released. Choose others.',
  );
});

test('says that the hours never overlap', () => {
  const stateAt = (): CallingState => ({ open: false, from: null, because: 'called-party-hours' });
  expect(whyWaiting(LEAD, CAMPAIGN, { now: NOW, stateAt })?.text).toContain('never overlap');
});

test('lists undialable numbers', () => {
  const undialable = [
    { phoneNumber: '+883510000000091', code: 'unknown-zone' },
    { phoneNumber: '+40721000002', code: 'invalid-number' },
    { phoneNumber: '+40721000003', code: 'blacklisted' },
  ] as const;
  const time = { now: NOW, stateAt: () => OPEN };
  expect(whyWaiting({ ...LEAD, undialable }, CAMPAIGN, time)?.text).toBe(
    'It will be called as soon as a call slot is free. Not called: +883510000000091 (unknown time zone), +40721000002 (does not exist), +40721000003 (on the do-not-call list).',
  );
});
