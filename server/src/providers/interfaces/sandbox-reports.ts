import type { DeliveryState } from './messaging-carrier.ts';

/** The simulated carrier; its senders and templates only exist in this installation. */
export const SANDBOX_CARRIER = 'sandbox';

/** Reports that the sandbox will send for an accepted message, in order. */
export interface SandboxReports {
  /** As in the message. */
  statusUrl: string;
  reference: string;
  providerMessageId: string;
  states: readonly DeliveryState[];
  /** Error code of the final state; null if absent. */
  errorCode: string | null;
}
