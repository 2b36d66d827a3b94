import type { DeliveryState } from './messaging-carrier.ts';

/** The carrier without a network; its senders and templates live in this installation alone. */
export const SANDBOX_CARRIER = 'sandbox';

/** What the sandbox will report on a message that it has taken, in order. */
export interface SandboxReports {
  /** As the message named it. */
  statusUrl: string;
  reference: string;
  providerMessageId: string;
  states: readonly DeliveryState[];
  /** Code of the failure that the last state is; null: none. */
  errorCode: string | null;
}
