import { describe, expect, test } from 'vitest';
import type { CallOutcome } from './call-outcome.ts';
import { type LeadEvent, type LeadState, progress } from './lead-progress.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const LATER = new Date('2026-03-02T11:00:00Z');

/** A lead whose own number has an unknown zone, and whose contacts have known ones. */
function leadWith(contactIds: readonly number[], changes: Partial<LeadState>): LeadState {
  return {
    status: 'created',
    contactId: null,
    dueAt: NOW,
    retries: 0,
    isNumberOut: false,
    goalMet: null,
    ownZoneKey: '',
    contacts: contactIds.map((id) => ({ id, status: 'created', zoneKey: 'Europe/Bucharest', callTries: 0 })),
    ...changes,
  };
}

function afterwards(lead: LeadState, event: LeadEvent | CallOutcome): LeadState {
  const known: LeadEvent =
    typeof event === 'string' ? { type: 'call-ended', outcome: event, isCutOff: false } : event;
  const policy = {
    maxRetries: 2,
    retryIntervalMinutes: 60,
    retryOnVoicemail: false,
    retryOnGoalIncomplete: false,
  };
  return progress(lead, known, { policy, now: NOW });
}

/** Marks the lead as being called, as the claim does. */
function called(lead: LeadState): LeadState {
  return { ...lead, status: 'processing', dueAt: null };
}

const statuses = (lead: LeadState) => lead.contacts.map(({ status }) => status);

describe('a lead whose own number has an unknown zone', () => {
  const stored = { status: 'created', dueAt: NOW, ownZoneKey: '' } as const;
  const set: LeadEvent = { type: 'numbers-set' };
  const withoutZone = (lead: LeadState, ids: readonly number[]): LeadState => ({
    ...lead,
    contacts: lead.contacts.map((contact) =>
      ids.includes(contact.id) ? { ...contact, zoneKey: '' } : contact,
    ),
  });
  const listed = (contactId: number): LeadEvent => ({ type: 'blacklisted', contactId });

  test.each([
    ['starts with the first contact', [7, 8], [], 7],
    ['starts with the first contact in a known zone', [7, 8, 9], [7, 8], 9],
    ['waits with its own number if no zone is known', [7, 8], [7, 8], null],
    ['waits with its own number without contacts', [], [], null],
  ] as const)('%s', (_name, ids, zoneless, contactId) => {
    const lead = afterwards(withoutZone(leadWith(ids, stored), zoneless), set);
    expect(lead).toMatchObject({ status: 'created', contactId, dueAt: NOW, retries: 0 });
    expect(statuses(lead)).toEqual(ids.map(() => 'created'));
  });

  test('calls its contacts in rounds, and never its own number', () => {
    const first = afterwards(leadWith([7, 8], stored), set);
    const second = afterwards(called(first), 'no-answer');
    expect(second).toMatchObject({ status: 'scheduled', contactId: 8, dueAt: NOW, retries: 0 });
    const third = afterwards(called(second), 'no-answer');
    expect(third).toMatchObject({ status: 'rescheduled', contactId: 7, dueAt: LATER, retries: 1 });
    const reset = afterwards(
      { ...third, status: 'reached-max-retries', dueAt: null },
      { type: 'reset', listed: new Set() },
    );
    expect(reset).toMatchObject({ status: 'created', contactId: 7, dueAt: NOW, retries: 0 });
  });

  test('loses no retry if a contact is blacklisted or removed before any call', () => {
    const first = afterwards(leadWith([7, 8], stored), set);
    const second = afterwards(first, listed(7));
    expect(second).toMatchObject({ status: 'created', contactId: 8, dueAt: NOW, retries: 0 });
    const third = afterwards(second, listed(8));
    expect(third).toMatchObject({ status: 'created', contactId: null, dueAt: NOW, retries: 0 });
    const alone = afterwards({ ...first, contacts: [] }, { type: 'turn-removed', passed: new Set() });
    expect(alone).toMatchObject({ status: 'created', contactId: null, dueAt: NOW, retries: 0 });
  });

  test('stays unchanged if its current number is dialable or it has ended', () => {
    for (const lead of [
      leadWith([7, 8], { ...stored, contactId: 8 }),
      leadWith([7], { ...stored, ownZoneKey: 'Europe/Bucharest' }),
      leadWith([7], { ...stored, status: 'completed', dueAt: null }),
    ]) {
      expect(afterwards(lead, set)).toBe(lead);
    }
  });
});
