import type { LeadStatus } from '#contract/campaign-states.ts';

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
  /** Null: nobody asked, or nobody knows. */
  goalMet: boolean | null;
  /** In their order. */
  contacts: readonly ContactState[];
}

export type LeadEvent =
  | { type: 'call-over'; outcome: CallOutcome }
  /** The call's evaluation is there; null: it failed, or has no such variable. */
  | { type: 'judged'; goalMet: boolean | null }
  /** A number of the lead is on the blacklist: entered while it waited, or found there when it was to be called. */
  | { type: 'blacklisted'; contactId: number | null }
  /** Its owner wants it called anew. */
  | { type: 'reset' };

/** How a call to a lead ended, as far as it matters to the lead. */
export type CallOutcome =
  /** A person spoke, or nobody knows who did. */
  | 'answered'
  | 'machine'
  | 'no-answer'
  | 'busy'
  /** It never came about. */
  | 'failed'
  /** This number does not exist. */
  | 'invalid-number'
  /** Answered, then it failed on our side. */
  | 'broken'
  /** They asked not to be called again. */
  | 'opted-out';

/**
 * What an event makes of a lead; the same object where it does not apply. A call begins with `status: 'processing'` of
 * the lead, and of the contact whose turn it is: the claim writes that itself.
 */
export function progress(lead: LeadState, event: LeadEvent, policy: RetryPolicy, now: Date): LeadState {
  throw new Error(`unwritten ${lead.status} ${event.type} ${policy.maxRetries} ${now}`);
}

/** Of a call that is over, by its row. */
export function callOutcome(call: {
  status: string;
  answeredBy: string | null;
  isAnswered: boolean;
  failureCause: string | null;
  hasOptedOut: boolean;
}): CallOutcome {
  throw new Error(`unwritten ${call.status}`);
}
