import type { CampaignStatus, LeadStatus, WaitingCode } from '#contract/campaign-states.ts';
import type { CallingState } from './calling-hours.ts';

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
}

export interface WaitingCampaign {
  status: CampaignStatus;
  /** `campaigns.stop_reason`. */
  stopReason: string | null;
  /** An assistant's call needs a number of the account to come from. */
  hasNumber: boolean;
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
  throw new Error(`unwritten ${lead.status} ${campaign.status} ${time.now}`);
}
