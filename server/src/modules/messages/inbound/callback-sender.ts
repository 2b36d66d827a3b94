import type { MessagingCarrier } from '../../../providers/interfaces/messaging-carrier.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { findByWebhookKey } from '../senders/sender-store.ts';

/** API path; the sender's webhook key follows. */
export const CALLBACK_PATH = '/carriers/msgapp';

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
  dependencies: MessageDependencies,
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
