import type { LeadStatus } from '#contract/campaign-states.ts';
import type { CallOutcome } from './call-outcome.ts';

/** Retry settings of the campaign at the time of the event. */
export interface RetryPolicy {
  maxRetries: number;
  retryIntervalMinutes: number;
  retryOnVoicemail: boolean;
  /** Retry when the campaign's goal was missed. */
  retryOnGoalIncomplete: boolean;
}

/** A secondary contact of a lead. */
export interface ContactState {
  id: number;
  status: LeadStatus;
  /** Zone key; empty if unknown. A contact with an unknown zone is never called. */
  zoneKey: string;
  /** Number of calls to the contact, including a live one. */
  callTries: number;
}

export interface LeadState {
  status: LeadStatus;
  /** The current number: a contact, or null for the lead's own. */
  contactId: number | null;
  /** Earliest instant of the next call; null if the lead does not wait. */
  dueAt: Date | null;
  /** Retries used so far. */
  retries: number;
  /** The lead's own number does not exist. */
  isNumberOut: boolean;
  /** Zone key of the lead's own number; empty if unknown. A number with an unknown zone is never called. */
  ownZoneKey: string;
  /** Null if there is no goal or its result is unknown. */
  goalMet: boolean | null;
  /** In dialing order. */
  contacts: readonly ContactState[];
}

export type LeadEvent =
  /** `isCutOff`: the end of one of our processes cut the call off; it does not count as a retry. */
  | { type: 'call-ended'; outcome: CallOutcome; isCutOff: boolean }
  /** `goalMet` is null if the result is unknown; `isOff`: the assistant does not evaluate the goal. */
  | { type: 'evaluated'; goalMet: boolean | null; isOff?: boolean }
  /** A number of the lead was blacklisted, or found blacklisted before a call. */
  | { type: 'blacklisted'; contactId: number | null }
  /** The customer withdrew the STOP that closed the lead or these contacts. */
  | { type: 'stop-lifted'; isLead: boolean; contacts: ReadonlySet<number> }
  /** Numbers were stored or changed; the current one may be undialable. */
  | { type: 'numbers-set' }
  /** The current contact was removed; `passed` are the contacts before it. */
  | { type: 'turn-removed'; passed: ReadonlySet<number> }
  /** Reset by its owner, not during a call. `listed` are blacklisted contacts. */
  | { type: 'reset'; listed: ReadonlySet<number> }
  /** Closed by its owner. */
  | { type: 'closed'; status: 'completed' | 'reached-max-retries' };

/**
 * Applies an event to a lead; returns the same object if it does not apply. The claim itself sets `processing` on the
 * lead and its current contact. An answered lead stays `processing` until it is evaluated.
 */
export function progress(lead: LeadState, event: LeadEvent, rule: Rule): LeadState {
  switch (event.type) {
    case 'call-ended':
      return lead.status === 'processing' ? callEnded(lead, event, rule) : lead;
    case 'evaluated':
      return evaluated(lead, event, rule);
    case 'blacklisted':
      return event.contactId === null ? blacklisted(lead) : contactBlacklisted(lead, event.contactId, rule);
    case 'stop-lifted':
      return stopLifted(lead, event, rule);
    case 'numbers-set':
      return lead.dueAt === null ? lead : skipUndialable(lead);
    case 'turn-removed':
      return turnRemoved(lead, event.passed, rule);
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

function callEnded(
  lead: LeadState,
  { outcome, isCutOff }: { outcome: CallOutcome; isCutOff: boolean },
  rule: Rule,
): LeadState {
  const { policy } = rule;
  if (isCutOff && (outcome === 'broken' || outcome === 'failed')) return rescheduled(lead, rule);
  switch (outcome) {
    case 'answered':
      return policy.retryOnGoalIncomplete ? lead : reached(lead);
    case 'machine':
      return policy.retryOnVoicemail ? attemptFailed(lead, 'rescheduled', rule) : reached(lead);
    case 'no-answer':
    case 'busy':
    case 'failed':
      return attemptFailed(lead, 'rescheduled', rule);
    case 'invalid-number':
      return attemptFailed(lead, 'reached-max-retries', rule);
    case 'broken':
      return retryLater(lead, rule);
    case 'opted-out':
      return final(withTurn(lead, 'blacklisted'), 'blacklisted');
  }
}

function evaluated(
  lead: LeadState,
  { goalMet, isOff = false }: Extract<LeadEvent, { type: 'evaluated' }>,
  rule: Rule,
): LeadState {
  // A waiting lead is called again; the evaluation of that call decides.
  if (lead.dueAt !== null) return lead;
  if (lead.status !== 'processing') return { ...lead, goalMet };
  const known = { ...lead, goalMet };
  // Completing a lead whose goal is unknown would lose it silently.
  const isMissed = goalMet !== true && !isOff;
  return isMissed && rule.policy.retryOnGoalIncomplete ? retryLater(known, rule) : reached(known);
}

function blacklisted(lead: LeadState): LeadState {
  return lead.dueAt === null ? lead : final(lead, 'blacklisted');
}

/** A lead that the STOP closed continues with its first number and the retries that are left. */
function stopLifted(
  lead: LeadState,
  { isLead, contacts: lifted }: { isLead: boolean; contacts: ReadonlySet<number> },
  { now }: Rule,
): LeadState {
  const contacts = lead.contacts.map((contact) =>
    lifted.has(contact.id) && contact.status === 'blacklisted'
      ? { ...contact, status: 'created' as const }
      : contact,
  );
  if (!isLead || lead.status !== 'blacklisted') return { ...lead, contacts };
  return skipUndialable({ ...lead, contacts, status: 'created', contactId: null, dueAt: now });
}

function contactBlacklisted(lead: LeadState, contactId: number, rule: Rule): LeadState {
  const contact = lead.contacts.find(({ id }) => id === contactId);
  if (contact === undefined || contact.status === 'blacklisted') return lead;
  const known = { ...lead, contacts: withContact(lead.contacts, contactId, 'blacklisted') };
  if (lead.dueAt === null || lead.contactId !== contactId) return known;
  if (lead.status === 'created') return skipUndialable(known);
  const isLast = !turns(known, contactId).some(({ isUsable: can }) => can);
  // No call was made, so a rescheduled lead is not rescheduled again.
  if (lead.status === 'rescheduled' && isLast) {
    return turnRemoved(known, new Set(known.contacts.map(({ id }) => id)), rule);
  }
  return attemptFailed(known, 'blacklisted', rule);
}

/** Continues with the next number; a rescheduled lead keeps its due time. */
function turnRemoved(lead: LeadState, passed: ReadonlySet<number>, rule: Rule): LeadState {
  if (lead.dueAt === null) return { ...lead, contactId: null };
  const next = lead.contacts.find((contact) => !passed.has(contact.id) && isUsable(contact));
  if (next !== undefined) return withTurn({ ...lead, contactId: next.id }, lead.status);
  if (lead.status === 'created') return skipUndialable({ ...lead, contactId: null });
  const first = turns({ ...lead, contactId: null }, null).find(({ isUsable: can }) => can);
  const isPutOff = lead.status === 'rescheduled' && first !== undefined;
  if (isPutOff) return withTurn({ ...lead, contactId: first.contactId }, lead.status);
  return nextPass({ ...lead, contactId: null }, rule);
}

/** Contacts removed from the blacklist are called again. */
function reset(lead: LeadState, { listed, now }: { listed: ReadonlySet<number>; now: Date }): LeadState {
  const contacts = lead.contacts.map((contact) => ({
    ...contact,
    status: listed.has(contact.id) ? ('blacklisted' as const) : ('created' as const),
  }));
  const fresh = { contactId: null, dueAt: now, retries: 0, isNumberOut: false, goalMet: null };
  return skipUndialable({ ...lead, ...fresh, status: 'created', contacts });
}

/**
 * Moves from an undialable current number to the first dialable one, without counting a retry. If no number is dialable,
 * the lead's own number becomes the current one.
 */
function skipUndialable(lead: LeadState): LeadState {
  if (turns(lead, lead.contactId)[0]?.isUsable === true) return lead;
  const first = turns(lead, null).find(({ isUsable }) => isUsable);
  if (first === undefined) return lead.contactId === null ? lead : { ...lead, contactId: null };
  return withTurn({ ...lead, contactId: first.contactId }, lead.status);
}

function reached(lead: LeadState): LeadState {
  return final(withTurn(lead, 'completed'), 'completed');
}

/** After a failed attempt, tries the next number immediately or schedules a retry that starts with the first number. */
function attemptFailed(
  lead: LeadState,
  status: 'rescheduled' | 'reached-max-retries' | 'blacklisted',
  rule: Rule,
): LeadState {
  const known = withTurn(lead, status);
  const [, ...following] = turns(known, lead.contactId);
  const next = following.find(({ isUsable }) => isUsable);
  if (next === undefined) return nextPass(known, rule);
  const dueAt = later(rule.now, lead.dueAt);
  return withTurn({ ...known, status: 'scheduled', contactId: next.contactId, dueAt }, 'scheduled');
}

function nextPass(lead: LeadState, rule: Rule): LeadState {
  const first = turns(lead, null).find(({ isUsable }) => isUsable);
  if (first === undefined) return final(lead, 'reached-max-retries');
  return retryLater({ ...lead, contactId: first.contactId }, rule);
}

/** Retries the current number within the retry budget. */
function retryLater(lead: LeadState, rule: Rule): LeadState {
  if (lead.retries >= rule.policy.maxRetries) return final(lead, 'reached-max-retries');
  return rescheduled({ ...lead, retries: lead.retries + 1 }, rule);
}

/** Retries the current number after the interval. */
function rescheduled(lead: LeadState, { policy, now }: Rule): LeadState {
  const dueAt = new Date(now.getTime() + policy.retryIntervalMinutes * 60_000);
  return withTurn({ ...lead, status: 'rescheduled', dueAt }, 'rescheduled');
}

/** The lead's numbers in order, from `contactId` on. */
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

/** Sets the status of the current number. For the lead's own number, only the fact that it does not exist is stored. */
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

/** Closes the lead. Contacts waiting for a retry are closed as well; contacts never called become `created` again. */
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
