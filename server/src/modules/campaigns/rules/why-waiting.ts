import type { CampaignStatus, LeadStatus, WaitingCode } from '#contract/campaign-states.ts';
import { type CallingState, isNeverOpen } from './calling-hours.ts';
import { LEFT_OUT_TEXTS, type LeftOutNumber, withLeftOut } from './left-out.ts';
import { NO_DIALER } from './no-dialer.ts';
import { whyNoNumber } from './no-number.ts';

export interface WaitingReason {
  code: WaitingCode;
  /** For the account's owner. */
  text: string;
  /** When that reason ends, as far as it can be known. */
  until: Date | null;
}

export interface WaitingLead {
  status: LeadStatus;
  dueAt: Date | null;
  /** Its call is over: the goal is still to be judged. */
  isCallOver: boolean;
  /** Another lead's call to the number whose turn it is goes on. */
  isNumberInCall: boolean;
  /** Its numbers that are never called, but for the one whose turn it is. */
  leftOut: readonly LeftOutNumber[];
}

export interface WaitingCampaign {
  status: CampaignStatus;
  /** `campaigns.stop_reason`. */
  stopReason: string | null;
  /** An assistant's call needs a number of the account to come from. */
  hasNumber: boolean;
  /** A process lives that calls for campaigns. */
  hasDialer: boolean;
  /** Numbers were chosen for it, and were all given back: it calls from no other one. */
  areChosenGone: boolean;
  /** The balance covers one more call. */
  canPay: boolean;
  liveCalls: number;
  maxCallsInParallel: number;
}

/**
 * Why a lead is not being called; null: it waits for nothing any more.
 * @param stateAt `callingState` of the lead's campaign and zones at an instant
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
    ofTime(lead.dueAt, time) ??
    ofPlaces(lead, campaign);
  return { ...reason, text: withLeftOut(reason.text, lead.leftOut) };
}

/** Its campaign was completed without it, as it could never be called. */
function ofEnd(
  dueAt: Date,
  { status }: WaitingCampaign,
  { now, stateAt }: { now: Date; stateAt: (at: Date) => CallingState },
): WaitingReason | null {
  if (status !== 'completed') return null;
  const state = stateAt(dueAt > now ? dueAt : now);
  return isNeverOpen(state) ? { code: state.because, text: whyClosed(state), until: null } : null;
}

/** It waits with the whole campaign. */
function ofCampaign({ status, stopReason, hasNumber, areChosenGone }: WaitingCampaign): WaitingReason | null {
  switch (status) {
    case 'draft':
      return because('campaign-not-started');
    case 'completed':
      return because('campaign-completed');
    case 'stopped':
      return { ...because('campaign-stopped'), ...(stopReason === null ? {} : { text: stopReason }) };
    case 'in-progress':
      // Whatever the hour: none of them helps.
      return hasNumber ? null : { ...because('no-number'), text: whyNoNumber(areChosenGone) };
  }
}

function ofTime(
  dueAt: Date,
  { now, stateAt }: { now: Date; stateAt: (at: Date) => CallingState },
): WaitingReason | null {
  const soonest = dueAt > now ? dueAt : now;
  const state = stateAt(soonest);
  const opens = state.open ? soonest : state.from;
  if (!state.open && (opens === null || soonest === now)) {
    return { code: state.because, text: whyClosed(state), until: opens };
  }
  if (dueAt <= now) return null;
  return { ...because('retry-interval', opens), ...(state.open ? {} : { text: RETRY_AND_CLOSED }) };
}

/** Why nobody of these zones may be called now, in words for the account's owner. */
export function whyClosed({ from, because: code }: Extract<CallingState, { open: false }>): string {
  return from === null && code === 'called-party-hours' ? NEVER_MEET : TEXTS[code];
}

function ofPlaces(lead: WaitingLead, campaign: WaitingCampaign): WaitingReason {
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

const RETRY_AND_CLOSED =
  'The time between two tries is not over, and ends outside the hours in which this number may be called.';

const NEVER_MEET = "The campaign's hours never fall into the hours in which this number may be called.";

const TEXTS: Record<WaitingCode, string> = {
  'campaign-not-started': 'The campaign has not been started.',
  'campaign-stopped': 'The campaign is stopped.',
  'campaign-completed': 'The campaign is completed.',
  'unknown-zone': LEFT_OUT_TEXTS['unknown-zone'],
  'campaign-zone': "The campaign's time zone is not known. Choose another one.",
  'campaign-days': 'The campaign does not call on this day.',
  'campaign-hours': "It is outside the campaign's hours.",
  'called-party-hours': 'It is too early or too late where this number is.',
  'retry-interval': 'The time between two tries is not over.',
  'no-number': whyNoNumber(false),
  'no-dialer': NO_DIALER,
  'insufficient-balance': 'The balance does not cover another call.',
  'max-calls-in-parallel': 'As many calls are under way as the campaign allows.',
  'number-in-call': 'The same number is in another call.',
  'next-in-line': 'It is called as soon as a line is free.',
  'call-running': 'It is being called.',
  'goal-to-be-judged': 'The call is over; whether it met the goal is being found out.',
};
