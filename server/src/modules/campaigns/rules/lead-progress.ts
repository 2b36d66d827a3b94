import type { LeadStatus } from '#contract/campaign-states.ts';
import type { CallOutcome } from './call-outcome.ts';

/** What becomes of leads, by their campaign; as it stands when a call ends. */
export interface RetryPolicy {
  maxRetries: number;
  retryIntervalMinutes: number;
  retryOnVoicemail: boolean;
  /** The campaign has a goal and asks to try again when it was missed. */
  retryOnGoalIncomplete: boolean;
}

/** A secondary contact of a lead. */
export interface ContactState {
  id: number;
  status: LeadStatus;
  /** Of its number; empty: unknown, its turn never comes. */
  zoneKey: string;
  /** Calls to it, the one under way among them. */
  callTries: number;
}

export interface LeadState {
  status: LeadStatus;
  /** Whose turn is next, or now; null: the lead's own number. */
  contactId: number | null;
  /** Not to be called before; null: it does not wait for a call. */
  dueAt: Date | null;
  /** Rounds in vain after which it was put off. */
  retries: number;
  /** The lead's own number does not exist, and is called no more. */
  isNumberOut: boolean;
  /** Zones of the lead's own number; empty: unknown, its turn never comes. */
  ownZoneKey: string;
  /** Null: nobody asked, or nobody knows. */
  goalMet: boolean | null;
  /** In their order. */
  contacts: readonly ContactState[];
}

export type LeadEvent =
  /** `isCutOff`: by a process of ours that ended; it does not count as one of the lead's retries. */
  | { type: 'call-over'; outcome: CallOutcome; isCutOff: boolean }
  /** The call was evaluated; null: the evaluation leaves the goal open, or `hasFailed`. */
  | { type: 'judged'; goalMet: boolean | null; hasFailed?: boolean }
  /** A number of the lead is on the blacklist: entered while it waited, or found there when it was to be called. */
  | { type: 'blacklisted'; contactId: number | null }
  /** Its numbers were stored or changed: the turn may stand at one that is never called. */
  | { type: 'numbers-set' }
  /** The contact whose turn it was is gone; these others came before it. */
  | { type: 'turn-gone'; passed: ReadonlySet<number> }
  /** Its owner wants it called anew; not while a call is under way. These contacts are on the blacklist now. */
  | { type: 'reset'; listed: ReadonlySet<number> }
  /** Its owner is done with it. */
  | { type: 'closed'; status: 'completed' | 'reached-max-retries' };

/**
 * What an event makes of a lead; the same object where it does not apply. A call begins with `status: 'processing'` of
 * the lead, and of the contact whose turn it is: the claim writes that itself. Whoever answered and is still to be judged
 * stays in it.
 */
export function progress(lead: LeadState, event: LeadEvent, rule: Rule): LeadState {
  switch (event.type) {
    case 'call-over':
      return lead.status === 'processing' ? callOver(lead, event, rule) : lead;
    case 'judged':
      return judged(lead, event, rule);
    case 'blacklisted':
      return event.contactId === null ? blacklisted(lead) : contactBlacklisted(lead, event.contactId, rule);
    case 'numbers-set':
      return lead.dueAt === null ? lead : passedOver(lead);
    case 'turn-gone':
      return turnGone(lead, event.passed, rule);
    case 'reset':
      return lead.status === 'processing' ? lead : reset(lead, { listed: event.listed, now: rule.now });
    case 'closed':
      return lead.status === event.status ? lead : final(lead, event.status);
  }
}

export interface Rule {
  policy: RetryPolicy;
  now: Date;
}

function callOver(
  lead: LeadState,
  { outcome, isCutOff }: { outcome: CallOutcome; isCutOff: boolean },
  rule: Rule,
): LeadState {
  const { policy } = rule;
  if (isCutOff && (outcome === 'broken' || outcome === 'failed')) return waitingAgain(lead, rule);
  switch (outcome) {
    case 'answered':
      return policy.retryOnGoalIncomplete ? lead : reached(lead);
    case 'machine':
      return policy.retryOnVoicemail ? inVain(lead, 'rescheduled', rule) : reached(lead);
    case 'no-answer':
    case 'busy':
    case 'failed':
      return inVain(lead, 'rescheduled', rule);
    case 'invalid-number':
      return inVain(lead, 'reached-max-retries', rule);
    case 'broken':
      return againLater(lead, rule);
    case 'opted-out':
      return final(withTurn(lead, 'blacklisted'), 'blacklisted');
  }
}

function judged(
  lead: LeadState,
  { goalMet, hasFailed = false }: Extract<LeadEvent, { type: 'judged' }>,
  rule: Rule,
): LeadState {
  // A lead that waits for its next call is judged by that one.
  if (lead.dueAt !== null) return lead;
  if (lead.status !== 'processing') return { ...lead, goalMet };
  const known = { ...lead, goalMet };
  // The result of this call is unknown: completing the lead would lose it silently.
  const isMissed = goalMet === false || (goalMet === null && hasFailed);
  return isMissed && rule.policy.retryOnGoalIncomplete ? againLater(known, rule) : reached(known);
}

function blacklisted(lead: LeadState): LeadState {
  return lead.dueAt === null ? lead : final(lead, 'blacklisted');
}

function contactBlacklisted(lead: LeadState, contactId: number, rule: Rule): LeadState {
  const contact = lead.contacts.find(({ id }) => id === contactId);
  if (contact === undefined || contact.status === 'blacklisted') return lead;
  const known = { ...lead, contacts: withContact(lead.contacts, contactId, 'blacklisted') };
  if (lead.dueAt === null || lead.contactId !== contactId) return known;
  if (lead.status === 'created') return passedOver(known);
  const isLast = !turns(known, contactId).some(({ isUsable: can }) => can);
  // A lead that was put off is not put off once more, as nobody was called.
  if (lead.status === 'rescheduled' && isLast) {
    return turnGone(known, new Set(known.contacts.map(({ id }) => id)), rule);
  }
  return inVain(known, 'blacklisted', rule);
}

/** The next number of the round in its place; a lead that waits for its interval goes on waiting for it. */
function turnGone(lead: LeadState, passed: ReadonlySet<number>, rule: Rule): LeadState {
  if (lead.dueAt === null) return { ...lead, contactId: null };
  const next = lead.contacts.find((contact) => !passed.has(contact.id) && isUsable(contact));
  if (next !== undefined) return withTurn({ ...lead, contactId: next.id }, lead.status);
  if (lead.status === 'created') return passedOver({ ...lead, contactId: null });
  const first = turns({ ...lead, contactId: null }, null).find(({ isUsable: can }) => can);
  const isPutOff = lead.status === 'rescheduled' && first !== undefined;
  if (isPutOff) return withTurn({ ...lead, contactId: first.contactId }, lead.status);
  return nextRound({ ...lead, contactId: null }, rule);
}

/** Contacts that have left the blacklist take their turns again. */
function reset(lead: LeadState, { listed, now }: { listed: ReadonlySet<number>; now: Date }): LeadState {
  const contacts = lead.contacts.map((contact) => ({
    ...contact,
    status: listed.has(contact.id) ? ('blacklisted' as const) : ('created' as const),
  }));
  const anew = { contactId: null, dueAt: now, retries: 0, isNumberOut: false, goalMet: null };
  return passedOver({ ...lead, ...anew, status: 'created', contacts });
}

/**
 * Where the turn stands at a number that is never called, the first one that is has it, and nobody was called for that.
 * Where there is none the lead waits with its own number.
 */
function passedOver(lead: LeadState): LeadState {
  if (turns(lead, lead.contactId)[0]?.isUsable === true) return lead;
  const first = turns(lead, null).find(({ isUsable }) => isUsable);
  if (first === undefined) return lead.contactId === null ? lead : { ...lead, contactId: null };
  return withTurn({ ...lead, contactId: first.contactId }, lead.status);
}

function reached(lead: LeadState): LeadState {
  return final(withTurn(lead, 'completed'), 'completed');
}

/** The number whose turn it was is behind us: the next one of the round at once, or another round. */
function inVain(
  lead: LeadState,
  status: 'rescheduled' | 'reached-max-retries' | 'blacklisted',
  rule: Rule,
): LeadState {
  const known = withTurn(lead, status);
  const [, ...following] = turns(known, lead.contactId);
  const next = following.find(({ isUsable }) => isUsable);
  if (next === undefined) return nextRound(known, rule);
  const dueAt = later(rule.now, lead.dueAt);
  return withTurn({ ...known, status: 'scheduled', contactId: next.contactId, dueAt }, 'scheduled');
}

function nextRound(lead: LeadState, rule: Rule): LeadState {
  const first = turns(lead, null).find(({ isUsable }) => isUsable);
  if (first === undefined) return final(lead, 'reached-max-retries');
  return againLater({ ...lead, contactId: first.contactId }, rule);
}

/** The number whose turn it is, once more after a while. All that is tried again comes out of this one budget. */
function againLater(lead: LeadState, rule: Rule): LeadState {
  if (lead.retries >= rule.policy.maxRetries) return final(lead, 'reached-max-retries');
  return waitingAgain({ ...lead, retries: lead.retries + 1 }, rule);
}

/** The number whose turn it is, once more after the retry interval. */
function waitingAgain(lead: LeadState, { policy, now }: Rule): LeadState {
  const dueAt = new Date(now.getTime() + policy.retryIntervalMinutes * 60_000);
  return withTurn({ ...lead, status: 'rescheduled', dueAt }, 'rescheduled');
}

/** The lead's numbers in their order, from the one whose turn it is. */
function turns(
  { isNumberOut, ownZoneKey, contacts }: LeadState,
  contactId: number | null,
): readonly { contactId: number | null; isUsable: boolean }[] {
  const all = [
    { contactId: null, isUsable: !isNumberOut && ownZoneKey !== '' },
    ...contacts.map((contact) => ({ contactId: contact.id, isUsable: isUsable(contact) })),
  ];
  return all.slice(all.findIndex((turn) => turn.contactId === contactId));
}

function isUsable({ status, zoneKey }: ContactState): boolean {
  return status !== 'blacklisted' && status !== 'reached-max-retries' && zoneKey !== '';
}

/** Writes what became of the number whose turn it is. The lead's own one has no state but that it is out. */
function withTurn(lead: LeadState, status: LeadStatus): LeadState {
  if (lead.contactId === null)
    return status === 'reached-max-retries' ? { ...lead, isNumberOut: true } : lead;
  return { ...lead, contacts: withContact(lead.contacts, lead.contactId, status) };
}

function withContact(
  contacts: readonly ContactState[],
  contactId: number,
  status: LeadStatus,
): readonly ContactState[] {
  return contacts.map((contact) => (contact.id === contactId ? { ...contact, status } : contact));
}

/** Contacts that were called and would be again are done with, too; one whose first call does not come was never called. */
function final(lead: LeadState, status: 'completed' | 'reached-max-retries' | 'blacklisted'): LeadState {
  const done: LeadStatus = status === 'reached-max-retries' ? status : 'completed';
  const contacts = lead.contacts.map((contact) =>
    WAITING.has(contact.status)
      ? { ...contact, status: contact.callTries === 0 ? NEVER_CALLED : done }
      : contact,
  );
  return { ...lead, status, dueAt: null, contacts };
}

const NEVER_CALLED: LeadStatus = 'created';
const WAITING = new Set<LeadStatus>(['scheduled', 'processing', 'rescheduled']);

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}
