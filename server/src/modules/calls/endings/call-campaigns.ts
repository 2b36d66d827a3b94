import type { z } from 'zod';
import type { callEndedPayload } from '#contract/webhook-payloads.ts';
import type { Executor } from '../../../db/client.ts';
import type { EvaluatedField } from '../../conversations/endings/fill-form.ts';

/** The called lead, as reported in webhooks. */
export type CalledLead = NonNullable<z.input<typeof callEndedPayload>['lead']>;

/**
 * Updates campaigns when calls to their leads change, inside the same transaction. Lock order: account, calls, leads.
 */
export interface CallCampaigns {
  /** @returns the leads' new states by call; calls without a lead are omitted */
  callsEnded(transaction: Executor, callIds: readonly number[]): Promise<ReadonlyMap<number, CalledLead>>;
  /** Lets leads that waited for a callback be called, because it will not be dialed. No effect for other calls. */
  scheduledCallEnded(transaction: Executor, callId: number): Promise<void>;
  /**
   * Records the evaluation of a call. A value is null if it is unknown; without an evaluation there are no fields.
   * @returns the lead's new state; null if the lead was deleted
   */
  callEvaluated(
    transaction: Executor,
    callId: number,
    fields: readonly EvaluatedField[],
  ): Promise<CalledLead | null>;
}
