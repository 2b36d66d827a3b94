import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallOutcome } from './call-outcome.ts';
import { type CampaignHours, callingState } from './calling-hours.ts';
import { type LeadEvent, type LeadState, progress, type RetryPolicy } from './lead-progress.ts';

const START = new Date('2026-03-27T10:00:00Z');
const LEGAL = { startMinute: 8 * 60, endMinute: 21 * 60 };
const OWN_ZONE = 'Europe/Bucharest';
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const FINAL = ['completed', 'reached-max-retries', 'blacklisted'];

/** An event, in any order. `index` selects a number of the lead, modulo their count. */
type Happening =
  | { type: 'call' }
  | { type: 'over'; outcome: CallOutcome }
  | { type: 'evaluated'; goalMet: boolean | null }
  | { type: 'listed' | 'removed'; index: number }
  | { type: 'added'; zoneKey: string }
  /** The number is in another lead's call. */
  | { type: 'number-in-call'; minutes: number }
  | { type: 'reset' }
  | { type: 'closed'; status: 'completed' | 'reached-max-retries' };

const aZone = fc.constantFrom('Europe/Bucharest', 'Asia/Kolkata', 'America/New_York&America/Denver', '');
const anOutcome = fc.constantFrom<CallOutcome>(
  ...([
    'answered',
    'machine',
    'no-answer',
    'busy',
    'failed',
    'invalid-number',
    'broken',
    'opted-out',
  ] as const),
);
const aGoal = fc.constantFrom(true, false, null);
const anIndex = fc.nat(6);
const aHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ type: 'call' as const }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('over' as const), outcome: anOutcome }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('evaluated' as const), goalMet: aGoal }) },
  fc.record({ type: fc.constantFrom('listed' as const, 'removed' as const), index: anIndex }),
  fc.record({ type: fc.constant('added' as const), zoneKey: aZone }),
  fc.record({ type: fc.constant('number-in-call' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  fc.constant({ type: 'reset' as const }),
  fc.record({
    type: fc.constant('closed' as const),
    status: fc.constantFrom('completed' as const, 'reached-max-retries' as const),
  }),
);
const aPolicy: fc.Arbitrary<RetryPolicy> = fc.record({
  maxRetries: fc.integer({ min: 0, max: 5 }),
  retryIntervalMinutes: fc.integer({ min: 10, max: 4320 }),
  retryOnVoicemail: fc.boolean(),
  retryOnGoalIncomplete: fc.boolean(),
});
const aTime = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const someHours: fc.Arbitrary<CampaignHours> = fc.record({
  timezone: fc.constantFrom('Europe/Bucharest', 'America/New_York', 'UTC'),
  start: aTime,
  end: aTime,
  days: fc.subarray(DAYS),
  startsAt: fc.constant(null),
  endsAt: fc.constant(null),
});

interface Setting {
  policy: RetryPolicy;
  hours: CampaignHours;
  zones: readonly string[];
}
const aSetting: fc.Arbitrary<Setting> = fc.record({
  policy: aPolicy,
  hours: someHours,
  zones: fc.array(aZone, { maxLength: 4 }),
});

/** Simulates the dialer and the API around a lead, and checks invariants after each event. */
class Life {
  readonly #setting: Setting;
  /** Blacklisted numbers; null for the lead's own. */
  readonly #listed = new Set<number | null>();
  /** `retries/contactId` of each call since creation or reset. */
  readonly #called = new Set<string>();
  #contactsMade: number;
  #now = START;
  #live: number | null | undefined;
  lead: LeadState;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#contactsMade = setting.zones.length;
    const own = { ownZoneKey: OWN_ZONE };
    this.lead = {
      status: 'created',
      contactId: null,
      dueAt: START,
      retries: 0,
      isNumberOut: false,
      goalMet: null,
      contacts: setting.zones.map((zoneKey, index) => ({
        id: index + 1,
        status: 'created',
        zoneKey,
        callTries: 0,
      })),
      ...own,
    };
  }

  get #isBusy(): boolean {
    return this.lead.status === 'processing' || this.#live !== undefined;
  }

  happens(happening: Happening): void {
    const before = this.lead;
    this.#happen(happening);
    this.#expectSound();
    const mayRevive = happening.type === 'reset';
    if (FINAL.includes(before.status) && !mayRevive) expect(this.lead.dueAt).toBeNull();
  }

  /** Advances time until the lead's current number may be called; false if it never may. */
  waitsForCall(): boolean {
    const { dueAt } = this.lead;
    if (dueAt === null || this.#isBusy) return false;
    const atMs = Math.max(this.#now.getTime(), dueAt.getTime());
    const state = this.#stateAt(new Date(atMs));
    const at = state.open ? new Date(atMs) : state.from;
    if (at === null) return false;
    this.#now = at;
    return true;
  }

  #happen(happening: Happening): void {
    switch (happening.type) {
      case 'call':
        if (this.waitsForCall()) this.#call();
        break;
      case 'over':
        this.#over(happening.outcome);
        break;
      case 'evaluated':
        if (this.lead.status === 'processing' && this.#live === undefined) this.#apply(happening);
        break;
      case 'listed':
        this.#list(this.#numberAt(happening.index));
        break;
      case 'removed':
        this.#remove(happening.index);
        break;
      case 'added':
        this.#add(happening.zoneKey);
        break;
      case 'number-in-call':
        // The lead is not claimed while its number is in another call, so this costs no retry.
        this.#now = new Date(this.#now.getTime() + happening.minutes * 60_000);
        break;
      case 'reset':
        this.#reset();
        break;
      case 'closed':
        this.#apply(happening);
        break;
    }
  }

  #call(): void {
    const { lead } = this;
    const { contactId } = lead;
    // The claim checks the blacklist first.
    if (this.#listed.has(contactId)) {
      this.#apply({ type: 'blacklisted', contactId });
      return;
    }
    expect(this.#stateAt(this.#now).open).toBe(true);
    expect(lead.dueAt?.getTime()).toBeLessThanOrEqual(this.#now.getTime());
    const turn = `${lead.retries}/${contactId}`;
    expect([...this.#called]).not.toContain(turn);
    this.#called.add(turn);
    this.#live = contactId;
    const contacts = lead.contacts.map((contact) =>
      contact.id === contactId
        ? { ...contact, status: 'processing' as const, callTries: contact.callTries + 1 }
        : contact,
    );
    this.lead = { ...lead, status: 'processing', dueAt: null, contacts };
  }

  #over(outcome: CallOutcome): void {
    if (this.#live === undefined) return;
    if (outcome === 'opted-out') this.#listed.add(this.#live);
    this.#live = undefined;
    this.#apply({ type: 'call-ended', outcome, isCutOff: false });
  }

  #list(contactId: number | null): void {
    this.#listed.add(contactId);
    this.#apply({ type: 'blacklisted', contactId });
    if (this.lead.dueAt !== null) expect(this.lead.contactId).not.toBe(contactId);
  }

  /** Removes a contact unless it is in a call. */
  #remove(index: number): void {
    const contactId = this.#numberAt(index);
    if (contactId === null || contactId === this.#live) return;
    if (contactId === this.lead.contactId && this.lead.status === 'processing') return;
    const { contacts } = this.lead;
    const at = contacts.findIndex(({ id }) => id === contactId);
    const passed = new Set(contacts.slice(0, at).map(({ id }) => id));
    const isItsTurn = this.lead.contactId === contactId;
    this.lead = { ...this.lead, contacts: contacts.filter(({ id }) => id !== contactId) };
    if (isItsTurn) this.#apply({ type: 'turn-removed', passed });
  }

  #add(zoneKey: string): void {
    this.#contactsMade += 1;
    const contact = { id: this.#contactsMade, status: 'created' as const, zoneKey, callTries: 0 };
    this.lead = { ...this.lead, contacts: [...this.lead.contacts, contact] };
  }

  #reset(): void {
    if (this.#isBusy || this.#listed.has(null)) return;
    this.#called.clear();
    const listed = new Set([...this.#listed].filter((id) => id !== null));
    this.#apply({ type: 'reset', listed });
    expect(this.lead).toMatchObject({ status: 'created', retries: 0 });
  }

  #apply(event: LeadEvent): void {
    this.lead = progress(this.lead, event, { policy: this.#setting.policy, now: this.#now });
  }

  #numberAt(index: number): number | null {
    const ids = [null, ...this.lead.contacts.map(({ id }) => id)];
    return ids[index % ids.length] ?? null;
  }

  #stateAt(at: Date): ReturnType<typeof callingState> {
    const turn = this.lead.contacts.find(({ id }) => id === this.lead.contactId);
    const zoneKey = this.lead.contactId === null ? OWN_ZONE : (turn?.zoneKey ?? '');
    return callingState(at, this.#setting.hours, { zoneKey, legal: LEGAL });
  }

  /** Fails for states that the database would reject or that are inconsistent. */
  #expectSound(): void {
    const { status, dueAt, contactId, contacts, retries, isNumberOut } = this.lead;
    expect(['created', 'scheduled', 'rescheduled'].includes(status)).toBe(dueAt !== null);
    expect(retries).toBeLessThanOrEqual(this.#setting.policy.maxRetries);
    // No number is called twice in one pass over the numbers, so the retry limit bounds the number of calls.
    const passes = 1 + this.#setting.policy.maxRetries;
    expect(this.#called.size).toBeLessThanOrEqual(passes * (1 + this.#contactsMade));
    expect(contacts.filter((one) => one.callTries === 0 && one.status === 'completed')).toEqual([]);
    if (dueAt === null) return;
    if (contactId === null) {
      expect(isNumberOut).toBe(false);
      return;
    }
    const turn = contacts.find(({ id }) => id === contactId);
    expect(['created', 'scheduled', 'rescheduled']).toContain(turn?.status);
    expect(turn?.zoneKey).not.toBe('');
  }
}

const happenings = fc.array(aHappening, { maxLength: 60 });
const rest = fc.infiniteStream(fc.record({ outcome: anOutcome, goalMet: aGoal }));

test('a lead ends within its retry limit and undialable numbers are never called, for any sequence of events', () => {
  fc.assert(
    fc.property(aSetting, happenings, rest, (setting, script, outcomes) => {
      const life = new Life(setting);
      for (const happening of script) life.happens(happening);
      // From here on only calls happen, which must lead to an end.
      for (const { outcome, goalMet } of outcomes) {
        life.happens({ type: 'over', outcome });
        life.happens({ type: 'evaluated', goalMet });
        if (!life.waitsForCall()) break;
        life.happens({ type: 'call' });
      }
      // If the lead still waits, its current number can never be called.
      if (life.lead.dueAt === null) expect(FINAL).toContain(life.lead.status);
      else expect(life.waitsForCall()).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('the generated event sequences reach every status', () => {
  const ends = new Set<string>();
  fc.assert(
    fc.property(aSetting, happenings, (setting, script) => {
      const life = new Life({
        ...setting,
        hours: { ...setting.hours, start: '00:00', end: '23:59', days: DAYS },
      });
      for (const happening of script) life.happens(happening);
      ends.add(life.lead.status);
    }),
    { numRuns: 500 },
  );
  expect([...ends].sort()).toEqual(
    [
      'blacklisted',
      'completed',
      'created',
      'processing',
      'reached-max-retries',
      'rescheduled',
      'scheduled',
    ].sort(),
  );
});
