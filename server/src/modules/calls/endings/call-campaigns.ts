import type { z } from 'zod';
import type { LeadStatus } from '#contract/campaign-states.ts';
import type { callEndedPayload } from '#contract/webhook-payloads.ts';
import type { Executor } from '../../../db/client.ts';
import type { EvaluatedField } from '../../conversations/actions.ts';

/** The lead that a call was made to, as the account is told of it. */
export type CalledLead = NonNullable<z.input<typeof callEndedPayload>['lead']>;

/** What a lead was, and its contact whose turn it is, before a call to it was claimed ahead. */
export interface ClaimedFrom {
  lead: LeadStatus;
  contact: LeadStatus | null;
}

/** A call that is gone: nobody was called for it. */
export interface UndoneClaim {
  callId: number;
  leadId: number;
  contactId: number | null;
  from: ClaimedFrom;
  dueAt: Date;
}

/**
 * What campaigns hear of calls to their leads, inside the transaction in which it happens. Whoever locks several things
 * takes the account first, then calls, then leads.
 */
export interface CallCampaigns {
  /** These calls are over. @returns their leads as they stand now, by call; calls to nobody's lead are left out */
  callsOver(transaction: Executor, callIds: readonly number[]): Promise<ReadonlyMap<number, CalledLead>>;
  /** Records the evaluation of a call, or with `problem` why there is none. @returns its lead's new state; null: deleted */
  callEvaluated(
    transaction: Executor,
    callId: number,
    evaluation: { fields: readonly EvaluatedField[]; problem: string | null },
  ): Promise<CalledLead | null>;
  /** Their leads wait as before; what others have changed meanwhile stays as it is. */
  claimsUndone(transaction: Executor, undone: readonly UndoneClaim[]): Promise<void>;
}
