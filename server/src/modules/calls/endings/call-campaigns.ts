import type { z } from 'zod';
import type { callEndedPayload } from '#contract/webhook-payloads.ts';
import type { Executor } from '../../../db/client.ts';
import type { EvaluatedField } from '../../conversations/actions.ts';

/** The lead that a call was made to, as the account is told of it. */
export type CalledLead = NonNullable<z.input<typeof callEndedPayload>['lead']>;

/**
 * What campaigns hear of calls to their leads, inside the transaction in which it happens. Whoever locks several things
 * takes the account first, then calls, then leads.
 */
export interface CallCampaigns {
  /** These calls are over. @returns their leads as they stand now, by call; calls to nobody's lead are left out */
  callsOver(transaction: Executor, callIds: readonly number[]): Promise<ReadonlyMap<number, CalledLead>>;
  /** What a call came to is known. @returns its lead as it stands now; null: it is gone */
  callEvaluated(
    transaction: Executor,
    callId: number,
    fields: readonly EvaluatedField[],
  ): Promise<CalledLead | null>;
}
