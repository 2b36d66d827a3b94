import type { MessagingCarrier } from '../../providers/interfaces/messaging-carrier.ts';
import type { ChannelDependencies } from './senders/dependencies.ts';
import { findByWebhookKey } from './senders/sender-store.ts';

export { linkIdentities, readRecipient, toCustomerPhone } from './customers/identities.ts';
export { hasOptedOut, isUnreachable, type OptOut, readOptOut, storeOptOut } from './customers/opt-outs.ts';
export { applyStatus, type ReportingSender } from './delivery/status-reports.ts';
export { storableSubmission } from './delivery/storable-submission.ts';
export {
  type Delivery,
  MAY_HAVE_BEEN_SENT,
  settleSubmissions,
  submit,
} from './delivery/submit-message.ts';
export { type Change as DeliveryChange, transition } from './delivery/transition.ts';
export { settleSubmissionsJob, syncSenderJob } from './jobs.ts';
export { confirmation } from './opt-out/confirmations.ts';
export { optWord, smsOptWord } from './opt-out/opt-out-words.ts';
export { CALLBACK_PATH, type ChannelDependencies } from './senders/dependencies.ts';
export { senderNotFound } from './senders/sender-errors.ts';
export { findSenderByNumber, findSenderRow } from './senders/sender-store.ts';
export {
  addSandboxSender,
  assistantErrors,
  changeSender,
  requireSandboxSender,
} from './senders/sender-verbs.ts';
export { fillTemplate } from './templates/fill-template.ts';
export { findTemplate } from './templates/template-store.ts';
export { addSandboxTemplate, checkSandboxTemplate } from './templates/template-verbs.ts';
export {
  countsFrom,
  describeSession,
  openSince,
  SESSION_WITHOUT_SENDER,
  sessionWindow,
} from './window/session-window.ts';

/** The sender of a callback URL, with the carrier that verifies and parses its requests. */
export interface CallbackSender {
  id: number;
  userId: number;
  provider: string;
  /** E.164 */
  phoneNumber: string;
  /** The callback URL configured at the carrier, without its query. */
  url: string;
  carrier: MessagingCarrier;
}

/** @returns null if the key is unknown or its carrier is not configured */
export async function findCallbackSender(
  dependencies: ChannelDependencies,
  webhookKey: string,
): Promise<CallbackSender | null> {
  const sender = await findByWebhookKey(dependencies.database, webhookKey);
  const connection = sender === null ? null : dependencies.carrierOf(sender);
  if (sender === null || connection === null) return null;
  return {
    id: sender.id,
    userId: sender.user_id,
    provider: sender.provider,
    phoneNumber: sender.phone_number,
    url: dependencies.callbackUrl(webhookKey),
    carrier: connection.carrier,
  };
}
