import type { CampaignStatus, LeadStatus, WaitingCode } from '#contract/campaign-states.ts';
import { type CallingState, isNeverOpen } from './calling-hours.ts';
import { NO_DIALER } from './no-dialer.ts';
import { whyNoNumber } from './no-number.ts';
import { UNDIALABLE_TEXTS, type UndialableNumber, withUndialable } from './undialable.ts';

export interface WaitingReason {
  code: WaitingCode;
  /** For the account's owner. */
  text: string;
  /** When the reason ends, if known. */
  until: Date | null;
}

export interface WaitingLead {
  status: LeadStatus;
  dueAt: Date | null;
  /** Its call ended and awaits evaluation. */
  isCallOver: boolean;
  /** The current number is in another lead's call. */
  isNumberInCall: boolean;
  /** End of the pause for another campaign's call or a callback to the current number; null without one. */
  pausedUntil: Date | null;
  /** Its undialable numbers, except the current one. */
  undialable: readonly UndialableNumber[];
}

export interface WaitingCampaign {
  status: CampaignStatus;
  /** `campaigns.stop_reason`. */
  stopReason: string | null;
  /** The campaign has a calling number. */
  hasNumber: boolean;
  /** A dialer process is running. */
  hasDialer: boolean;
  /** All its chosen numbers were released. */
  areChosenGone: boolean;
  canPay: boolean;
  liveCalls: number;
  maxCallsInParallel: number;
}

/**
 * Why a lead is not called now; null if it does not wait.
 * @param time `stateAt` gives the calling state of the lead's campaign and zones
 */
export function whyWaiting(
  lead: WaitingLead,
  campaign: WaitingCampaign,
  time: { now: Date; stateAt: (at: Date) => CallingState },
): WaitingReason | null {
  if (lead.status === 'processing') return because(lead.isCallOver ? 'goal-to-be-judged' : 'call-running');
  if (lead.dueAt === null) return null;
  const reason =
    ofEnd(lead.dueAt, campaign, time) ??
    ofCampaign(campaign) ??
    ofTime(lead.dueAt, lead.pausedUntil, time) ??
    ofCapacity(lead, campaign);
  return { ...reason, text: withUndialable(reason.text, lead.undialable) };
}

/** The campaign was completed because this lead can never be called. */
function ofEnd(
  dueAt: Date,
  { status }: WaitingCampaign,
  { now, stateAt }: { now: Date; stateAt: (at: Date) => CallingState },
): WaitingReason | null {
  if (status !== 'completed') return null;
  const state = stateAt(dueAt > now ? dueAt : now);
  return isNeverOpen(state) ? { code: state.because, text: whyClosed(state), until: null } : null;
}

/** Reasons that apply to the whole campaign. */
function ofCampaign({ status, stopReason, hasNumber, areChosenGone }: WaitingCampaign): WaitingReason | null {
  switch (status) {
    case 'draft':
      return because('campaign-not-started');
    case 'completed':
      return because('campaign-completed');
    case 'stopped':
      return { ...because('campaign-stopped'), ...(stopReason === null ? {} : { text: stopReason }) };
    case 'in-progress':
      // Takes precedence over hours.
      return hasNumber ? null : { ...because('no-number'), text: whyNoNumber(areChosenGone) };
  }
}

function ofTime(
  due: Date,
  pausedUntil: Date | null,
  { now, stateAt }: { now: Date; stateAt: (at: Date) => CallingState },
): WaitingReason | null {
  const isPaused = pausedUntil !== null && pausedUntil > now && pausedUntil >= due;
  const dueAt = isPaused ? pausedUntil : due;
  const soonest = dueAt > now ? dueAt : now;
  const state = stateAt(soonest);
  const opens = state.open ? soonest : state.from;
  if (!state.open && (opens === null || soonest === now)) {
    return { code: state.because, text: whyClosed(state), until: opens };
  }
  if (dueAt <= now) return null;
  if (isPaused)
    return {
      ...because('called-by-another-campaign', opens),
      ...(state.open ? {} : { text: PAUSED_AND_CLOSED }),
    };
  return { ...because('retry-interval', opens), ...(state.open ? {} : { text: RETRY_AND_CLOSED }) };
}

/** Why these zones may not be called now, for the account's owner. */
export function whyClosed({ from, because: code }: Extract<CallingState, { open: false }>): string {
  return from === null && code === 'called-party-hours' ? NEVER_MEET : TEXTS[code];
}

function ofCapacity(lead: WaitingLead, campaign: WaitingCampaign): WaitingReason {
  if (!campaign.hasDialer) return because('no-dialer');
  if (!campaign.canPay) return because('insufficient-balance');
  if (lead.isNumberInCall) return because('number-in-call');
  return because(
    campaign.liveCalls >= campaign.maxCallsInParallel ? 'max-calls-in-parallel' : 'next-in-line',
  );
}

function because(code: WaitingCode, until: Date | null = null): WaitingReason {
  return { code, text: TEXTS[code], until };
}

const RETRY_AND_CLOSED = 'The retry interval ends outside the hours in which this number may be called.';

const PAUSED_AND_CLOSED =
  'Another campaign called this number, or the customer is called back. The pause ends outside the hours in which it may be called.';

const NEVER_MEET = "The campaign's hours never overlap the hours in which this number may be called.";

const TEXTS: Record<WaitingCode, string> = {
  'campaign-not-started': 'The campaign has not been started.',
  'campaign-stopped': 'The campaign is stopped.',
  'campaign-completed': 'The campaign is completed.',
  'unknown-zone': UNDIALABLE_TEXTS['unknown-zone'],
  'campaign-start-date': "The campaign's start date has not been reached.",
  'campaign-end-date':
    "The campaign's end date comes before the next time at which this number may be called.",
  'campaign-zone': "The campaign's time zone is unknown. Choose another one.",
  'campaign-days': 'The campaign does not call on this day.',
  'campaign-hours': "It is outside the campaign's hours.",
  'called-party-hours': 'It is too early or too late in the time zone of this number.',
  'retry-interval': 'The retry interval has not passed yet.',
  'no-number': whyNoNumber(false),
  'no-dialer': NO_DIALER,
  'insufficient-balance': 'The balance does not cover another call.',
  'max-calls-in-parallel': 'The campaign has reached its limit of parallel calls.',
  'number-in-call': 'This number is in another call.',
  'called-by-another-campaign':
    'Another campaign called this number shortly before, or the customer is called back.',
  'next-in-line': 'It will be called as soon as a call slot is free.',
  'call-running': 'It is being called.',
  'goal-to-be-judged': 'The call ended; whether it met the goal is being evaluated.',
};
