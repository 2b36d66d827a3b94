import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallOutcome } from './call-outcome.ts';
import { type LeadEvent, type LeadState, progress, type RetryPolicy } from './lead-progress.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const LATER = new Date('2026-03-02T11:00:00Z');
const POLICY: RetryPolicy = {
  maxRetries: 2,
  retryIntervalMinutes: 60,
  retryOnVoicemail: false,
  retryOnGoalIncomplete: false,
};

function leadWith(contactIds: readonly number[], changes: Partial<LeadState> = {}): LeadState {
  return {
    status: 'processing',
    contactId: null,
    dueAt: null,
    retries: 0,
    isNumberOut: false,
    goalMet: null,
    ownZoneKey: 'Europe/Bucharest',
    contacts: contactIds.map((id) => ({ id, status: 'created', zoneKey: 'Europe/Bucharest', callTries: 0 })),
    ...changes,
  };
}

function afterwards(
  lead: LeadState,
  event: LeadEvent | CallOutcome,
  policy: Partial<RetryPolicy> = {},
): LeadState {
  const known: LeadEvent =
    typeof event === 'string' ? { type: 'call-ended', outcome: event, isCutOff: false } : event;
  return progress(lead, known, { policy: { ...POLICY, ...policy }, now: NOW });
}

/** Marks the current number as being called, as the claim does. */
function called(lead: LeadState): LeadState {
  const contacts = lead.contacts.map((contact) =>
    contact.id === lead.contactId
      ? { ...contact, status: 'processing' as const, callTries: contact.callTries + 1 }
      : contact,
  );
  return { ...lead, status: 'processing', dueAt: null, contacts };
}

const statuses = (lead: LeadState) => lead.contacts.map(({ status }) => status);

describe('progress after calls', () => {
  test.each([
    ['answered', {}, { status: 'completed', dueAt: null, retries: 0 }],
    ['answered', { retryOnGoalIncomplete: true }, { status: 'processing', dueAt: null, retries: 0 }],
    ['machine', {}, { status: 'completed', dueAt: null, retries: 0 }],
    ['machine', { retryOnVoicemail: true }, { status: 'rescheduled', dueAt: LATER, retries: 1 }],
    ['no-answer', {}, { status: 'rescheduled', dueAt: LATER, retries: 1 }],
    ['busy', {}, { status: 'rescheduled', dueAt: LATER, retries: 1 }],
    ['failed', {}, { status: 'rescheduled', dueAt: LATER, retries: 1 }],
    ['broken', {}, { status: 'rescheduled', dueAt: LATER, retries: 1 }],
    ['no-answer', { maxRetries: 0 }, { status: 'reached-max-retries', dueAt: null, retries: 0 }],
    ['invalid-number', {}, { status: 'reached-max-retries', dueAt: null, retries: 0, isNumberOut: true }],
    ['opted-out', {}, { status: 'blacklisted', dueAt: null, retries: 0 }],
  ] as const)('follows from the outcome %s and the policy %o', (outcome, policy, expected) => {
    expect(afterwards(leadWith([]), outcome, policy)).toMatchObject(expected);
  });

  test.each([
    ['broken', { status: 'rescheduled', dueAt: LATER, retries: 2, contactId: 7 }],
    ['failed', { status: 'rescheduled', dueAt: LATER, retries: 2, contactId: 7 }],
    ['opted-out', { status: 'blacklisted', dueAt: null }],
  ] as const)('a call that our process cut off is not counted as a retry: %s', (outcome, expected) => {
    const lead = leadWith([7, 8], { contactId: 7, retries: POLICY.maxRetries });
    expect(afterwards(lead, { type: 'call-ended', outcome, isCutOff: true })).toMatchObject(expected);
  });

  test('the end of a call has no effect on a lead that is not being called', () => {
    const lead = leadWith([], { status: 'rescheduled', dueAt: LATER });
    expect(afterwards(lead, 'answered')).toBe(lead);
  });

  test('tries all numbers of a lead in order, without delay, before it schedules a retry', () => {
    const first = afterwards(leadWith([7, 8]), 'no-answer');
    expect(first).toMatchObject({ status: 'scheduled', contactId: 7, dueAt: NOW, retries: 0 });
    const second = afterwards(called(first), 'busy');
    expect(second).toMatchObject({ status: 'scheduled', contactId: 8, dueAt: NOW, retries: 0 });
    const third = afterwards(called(second), 'failed');
    expect(third).toMatchObject({ status: 'rescheduled', contactId: null, dueAt: LATER, retries: 1 });
    expect(statuses(third)).toEqual(['rescheduled', 'rescheduled']);
  });

  test('removing the current contact moves on to the next one', () => {
    const waiting = afterwards(leadWith([7, 8, 9]), 'no-answer');
    const without7 = { ...waiting, contacts: waiting.contacts.slice(1) };
    const gone = (passed: number[]): LeadEvent => ({ type: 'turn-removed', passed: new Set(passed) });
    const next = afterwards(without7, gone([]));
    expect(next).toMatchObject({ status: 'scheduled', contactId: 8, dueAt: NOW, retries: 0 });
    const last = { ...waiting, contactId: 9, contacts: waiting.contacts.slice(0, 2) };
    const retried = { status: 'rescheduled', contactId: null, dueAt: LATER, retries: 1 };
    expect(afterwards(last, gone([7, 8]))).toMatchObject(retried);
    expect(afterwards({ ...last, retries: 2 }, gone([7, 8]))).toMatchObject({
      status: 'reached-max-retries',
    });
  });

  test('removing the current contact of a rescheduled lead keeps its due time', () => {
    const waiting = leadWith([8], { status: 'rescheduled', contactId: 7, dueAt: LATER, retries: 1 });
    const gone = (passed: number[]): LeadEvent => ({ type: 'turn-removed', passed: new Set(passed) });
    expect(afterwards(waiting, gone([]))).toMatchObject({
      status: 'rescheduled',
      contactId: 8,
      dueAt: LATER,
    });
    const own = { status: 'rescheduled', contactId: null, dueAt: LATER, retries: 1 };
    expect(afterwards(waiting, gone([8]))).toMatchObject(own);
    const hopeless = { ...waiting, contacts: [], isNumberOut: true };
    expect(afterwards(hopeless, gone([]))).toMatchObject({ status: 'reached-max-retries', dueAt: null });
  });

  test('a contact that does not exist is skipped from then on', () => {
    const first = afterwards(called(afterwards(leadWith([7, 8]), 'no-answer')), 'invalid-number');
    expect(statuses(first)).toEqual(['reached-max-retries', 'scheduled']);
    const second = afterwards(called(first), 'no-answer');
    expect(afterwards(called(second), 'no-answer')).toMatchObject({ contactId: 8, status: 'scheduled' });
  });

  test("contacts are still called after the lead's own number proved not to exist", () => {
    const first = afterwards(leadWith([7]), 'invalid-number');
    expect(first).toMatchObject({ contactId: 7, isNumberOut: true });
    const second = afterwards(called(first), 'no-answer');
    expect(second).toMatchObject({ status: 'rescheduled', contactId: 7, dueAt: LATER, retries: 1 });
  });

  test('a contact in an unknown zone is skipped', () => {
    const lead = leadWith([7, 8]);
    const contacts = lead.contacts.map((contact) =>
      contact.id === 7 ? { ...contact, zoneKey: '' } : contact,
    );
    expect(afterwards({ ...lead, contacts }, 'busy').contactId).toBe(8);
  });

  test('an answer of a contact ends the lead without calling later contacts', () => {
    const second = afterwards(called(afterwards(leadWith([7, 8, 9]), 'busy')), 'no-answer');
    const ended = afterwards(called(second), 'answered');
    expect(ended).toMatchObject({ status: 'completed', contactId: 8, dueAt: null });
    expect(statuses(ended)).toEqual(['completed', 'completed', 'created']);
  });

  test('an opt-out ends the lead with all its numbers', () => {
    const lead = afterwards(called(afterwards(leadWith([7, 8]), 'busy')), 'opted-out');
    expect(lead.status).toBe('blacklisted');
    expect(statuses(lead)).toEqual(['blacklisted', 'created']);
  });
});

describe('a goal', () => {
  const asked = { retryOnGoalIncomplete: true };
  const evaluated = (goalMet: boolean | null): LeadEvent => ({ type: 'evaluated', goalMet });

  test.each([
    [true, false, 'completed'],
    [null, false, 'rescheduled'],
    [null, true, 'completed'],
  ])('with the result %s (evaluation off: %s) makes the lead %s', (goalMet, isOff, status) => {
    const lead = afterwards(leadWith([]), { type: 'evaluated', goalMet, isOff }, asked);
    expect(lead).toMatchObject({ status, goalMet });
  });

  test('that is missed reschedules the number that answered', () => {
    const answered = afterwards(called(afterwards(leadWith([7, 8]), 'busy')), 'answered', asked);
    const lead = afterwards(answered, evaluated(false), asked);
    expect(lead).toMatchObject({
      status: 'rescheduled',
      contactId: 7,
      dueAt: LATER,
      retries: 1,
      goalMet: false,
    });
    expect(afterwards(called(lead), 'busy', asked)).toMatchObject({ contactId: 8, status: 'scheduled' });
  });

  test('that is missed when no retries are left ends the lead', () => {
    const lead = afterwards(leadWith([], { retries: 2 }), evaluated(false), asked);
    expect(lead).toMatchObject({ status: 'reached-max-retries', goalMet: false });
  });

  test('is stored without another call if missed goals are not retried', () => {
    const ended = afterwards(leadWith([7]), 'answered');
    expect(afterwards(ended, evaluated(false))).toEqual({ ...ended, goalMet: false });
  });

  test('is stored as missed after an opt-out in the call', () => {
    const ended = afterwards(leadWith([]), 'opted-out', asked);
    expect(afterwards(ended, evaluated(false), asked)).toEqual({ ...ended, goalMet: false });
  });

  test('of a voicemail is not stored while the lead waits for its next call', () => {
    const waits = afterwards(leadWith([]), 'machine', { retryOnVoicemail: true });
    expect(afterwards(waits, evaluated(false))).toBe(waits);
  });
});

describe('the blacklist', () => {
  const waiting = leadWith([7, 8], { status: 'rescheduled', dueAt: LATER });

  test('ends a waiting lead if its own number is listed', () => {
    const lead = afterwards(waiting, { type: 'blacklisted', contactId: null });
    expect(lead).toMatchObject({ status: 'blacklisted', dueAt: null });
  });

  test('completes only called contacts when it ends a lead', () => {
    const listed: LeadEvent = { type: 'blacklisted', contactId: null };
    const turn = afterwards(leadWith([7, 8]), 'no-answer');
    const ended = afterwards(turn, listed);
    expect(ended).toMatchObject({ status: 'blacklisted', dueAt: null });
    expect(statuses(ended)).toEqual(['created', 'created']);
    const called7 = afterwards(called(turn), 'no-answer');
    expect(statuses(afterwards(called7, listed))).toEqual(['completed', 'created']);
  });

  test('does not change a lead that is being called or has ended', () => {
    for (const lead of [leadWith([]), leadWith([], { status: 'completed' })]) {
      expect(afterwards(lead, { type: 'blacklisted', contactId: null })).toBe(lead);
    }
  });

  test('skips the current contact and keeps the due time', () => {
    const lead = afterwards({ ...waiting, contactId: 7 }, { type: 'blacklisted', contactId: 7 });
    expect(lead).toMatchObject({ status: 'scheduled', contactId: 8, dueAt: LATER });
    expect(statuses(lead)).toEqual(['blacklisted', 'scheduled']);
  });

  test('skips the last contact and returns to the first number at the same due time', () => {
    const last = leadWith([7], { status: 'rescheduled', dueAt: LATER, retries: 3, contactId: 7 });
    const lead = afterwards(last, { type: 'blacklisted', contactId: 7 });
    expect(lead).toMatchObject({ status: 'rescheduled', contactId: null, dueAt: LATER, retries: 3 });
    const ended = afterwards({ ...last, isNumberOut: true }, { type: 'blacklisted', contactId: 7 });
    expect(ended).toMatchObject({ status: 'reached-max-retries', dueAt: null });
  });

  test('skips a contact that is not the current one', () => {
    const lead = afterwards(waiting, { type: 'blacklisted', contactId: 8 });
    expect(lead).toMatchObject({ status: 'rescheduled', contactId: null, dueAt: LATER });
    expect(afterwards(called(afterwards(called(lead), 'busy')), 'busy')).toMatchObject({
      status: 'rescheduled',
      contactId: null,
    });
  });
});

describe('a lifted STOP', () => {
  const lifted = (isLead: boolean, ...contacts: number[]): LeadEvent => ({
    type: 'stop-lifted',
    isLead,
    contacts: new Set(contacts),
  });

  test('continues the lead with its first number and the retries that are left', () => {
    const waiting = leadWith([7], { status: 'rescheduled', dueAt: LATER, retries: 2, contactId: 7 });
    const stopped = afterwards(waiting, { type: 'blacklisted', contactId: null });
    const back = { status: 'created', dueAt: NOW, contactId: null, retries: 2 };
    expect(afterwards(stopped, lifted(true))).toMatchObject(back);
  });

  test('makes a contact callable again without changing the lead', () => {
    const waiting = leadWith([7], { status: 'rescheduled', dueAt: LATER });
    const stopped = afterwards(waiting, { type: 'blacklisted', contactId: 7 });
    expect(statuses(stopped)).toEqual(['blacklisted']);
    expect(afterwards(stopped, lifted(false, 7))).toEqual(waiting);
  });

  test('does not change a lead that its owner has closed or reset', () => {
    for (const lead of [
      leadWith([], { status: 'completed' }),
      leadWith([], { status: 'created', dueAt: NOW }),
    ]) {
      expect(afterwards(lead, lifted(true))).toEqual(lead);
    }
  });
});

describe('the owner', () => {
  test('resets a lead with all retries and all numbers that are not blacklisted', () => {
    const over = afterwards(leadWith([7], { retries: 2, goalMet: false, isNumberOut: true }), 'no-answer');
    const blacklisted = afterwards(over, { type: 'blacklisted', contactId: 7 });
    const listed = afterwards(blacklisted, { type: 'reset', listed: new Set([7]) });
    expect(listed).toMatchObject({ status: 'created', contactId: null, dueAt: NOW, retries: 0 });
    expect(listed).toMatchObject({ isNumberOut: false, goalMet: null });
    expect(statuses(listed)).toEqual(['blacklisted']);
    expect(statuses(afterwards(blacklisted, { type: 'reset', listed: new Set() }))).toEqual(['created']);
  });

  test('cannot reset a lead during a call', () => {
    const lead = leadWith([]);
    expect(afterwards(lead, { type: 'reset', listed: new Set() })).toBe(lead);
  });

  test('closes a lead regardless of its live call', () => {
    const closed = afterwards(leadWith([7]), { type: 'closed', status: 'completed' });
    expect(closed).toMatchObject({ status: 'completed', dueAt: null });
    expect(afterwards(closed, 'no-answer')).toBe(closed);
  });

  test.each(['completed', 'reached-max-retries'] as const)(
    'closes the called contacts of a lead together with it, as %s',
    (status) => {
      const second = afterwards(called(afterwards(leadWith([7, 8, 9]), 'busy')), 'busy');
      const closed = afterwards(second, { type: 'closed', status });
      expect(statuses(closed)).toEqual([status, 'created', 'created']);
    },
  );
});

const anOutcome = fc.constantFrom<CallOutcome>(
  ...(['answered', 'machine', 'no-answer', 'busy', 'failed', 'invalid-number', 'broken'] as const),
);
const aPolicy = fc.record({
  maxRetries: fc.integer({ min: 0, max: 5 }),
  retryIntervalMinutes: fc.integer({ min: 10, max: 4320 }),
  retryOnVoicemail: fc.boolean(),
  retryOnGoalIncomplete: fc.boolean(),
});

test('for any events, a lead ends within its retry limit, tries contacts in order and is never called too early', () => {
  const aStep = fc.record({
    outcome: anOutcome,
    goalMet: fc.constantFrom(true, false, null),
    listed: fc.nat(30),
  });
  const steps = fc.infiniteStream(aStep);
  fc.assert(
    fc.property(someNumbers, aPolicy, steps, (numbers, policy, script) => {
      const stored = leadWithZones(numbers, { status: 'completed' });
      let lead = progress(stored, { type: 'reset', listed: new Set() }, { policy, now: NOW });
      let now = NOW;
      let calls = 0;
      for (const { outcome, goalMet, listed } of script) {
        expectSound(lead);
        if (lead.dueAt === null) break;
        if (zoneOfTurn(lead) === '') {
          // It waits because it has no dialable number.
          expect(lead).toMatchObject({ status: 'created', contactId: null, retries: 0 });
          for (const contact of lead.contacts) expect(isCallable(contact)).toBe(false);
          return;
        }
        now = new Date(Math.max(now.getTime(), lead.dueAt.getTime()));
        const before = called(lead);
        calls += 1;
        lead = progress(before, { type: 'call-ended', outcome, isCutOff: false }, { policy, now });
        if (lead.status === 'processing')
          lead = progress(lead, { type: 'evaluated', goalMet }, { policy, now });
        expectInOrder(before, lead);
        if (lead.status === 'rescheduled') {
          expect(lead.dueAt).toEqual(new Date(now.getTime() + policy.retryIntervalMinutes * 60_000));
        }
        lead = progress(lead, { type: 'blacklisted', contactId: listed }, { policy, now });
      }
      expect(['completed', 'reached-max-retries']).toContain(lead.status);
      expect(lead.retries).toBeLessThanOrEqual(policy.maxRetries);
      expect(calls).toBeLessThanOrEqual((1 + policy.maxRetries) * numbers.filter(Boolean).length);
    }),
  );
});

/** True for each number with a known zone: the lead's own number first, then its contacts. */
const someNumbers = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });

function leadWithZones(numbers: readonly boolean[], changes: Partial<LeadState>): LeadState {
  const [own, ...contacts] = numbers.map((isKnown) => (isKnown ? 'Europe/Bucharest' : ''));
  const lead = leadWith(
    contacts.map((_, index) => index + 1),
    { ownZoneKey: own ?? '', ...changes },
  );
  return {
    ...lead,
    contacts: lead.contacts.map((one, index) => ({ ...one, zoneKey: contacts[index] ?? '' })),
  };
}

function zoneOfTurn({ contactId, contacts, ownZoneKey }: LeadState): string {
  return contactId === null ? ownZoneKey : (contacts.find(({ id }) => id === contactId)?.zoneKey ?? '');
}

function isCallable({ status, zoneKey }: LeadState['contacts'][number]): boolean {
  return zoneKey !== '' && status !== 'blacklisted' && status !== 'reached-max-retries';
}

test('an unanswered lead is tried at every dialable number in order before any is repeated', () => {
  fc.assert(
    fc.property(someNumbers, aPolicy, (numbers, policy) => {
      const known = numbers.flatMap((isKnown, index) => (isKnown ? [index === 0 ? null : index] : []));
      const stored = leadWithZones(numbers, { status: 'created', dueAt: NOW });
      const order: (number | null)[] = [];
      let lead = progress(stored, { type: 'numbers-set' }, { policy, now: NOW });
      while (lead.dueAt !== null && zoneOfTurn(lead) !== '') {
        order.push(lead.contactId);
        const over: LeadEvent = { type: 'call-ended', outcome: 'no-answer', isCutOff: false };
        lead = progress(called(lead), over, { policy, now: lead.dueAt });
      }
      expect(order).toEqual(Array.from({ length: 1 + policy.maxRetries }, () => known).flat());
      expect(lead.status).toBe(known.length === 0 ? 'created' : 'reached-max-retries');
    }),
  );
});

/** Fails for states that the database would reject. */
function expectSound(lead: LeadState): void {
  expect(['created', 'scheduled', 'rescheduled'].includes(lead.status)).toBe(lead.dueAt !== null);
  if (lead.dueAt === null) return;
  const turn = lead.contacts.find(({ id }) => id === lead.contactId);
  if (lead.contactId === null) expect(lead.isNumberOut).toBe(false);
  else expect(turn?.status).toBe(lead.status);
}

/** Within one pass over the numbers, the current number only moves forward, past undialable ones. */
function expectInOrder(before: LeadState, lead: LeadState): void {
  if (lead.status !== 'scheduled') return;
  const position = (id: number | null) =>
    id === null ? -1 : lead.contacts.findIndex((contact) => contact.id === id);
  const [from, to] = [position(before.contactId), position(lead.contactId)];
  expect(to).toBeGreaterThan(from);
  for (const passed of lead.contacts.slice(from + 1, to)) {
    expect(isCallable(passed)).toBe(false);
  }
}
