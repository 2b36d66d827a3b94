import { e164 } from '../kit/e164.ts';
import type { MessagingChannel } from '../spec/messaging-carrier.ts';

const CHAT_PREFIX = 'whatsapp:';

/** How the vendor writes a number of a channel. */
export function addressOf(channel: MessagingChannel, phoneNumber: string): string {
  return channel === 'sms' ? phoneNumber : `${CHAT_PREFIX}${phoneNumber}`;
}

/** Null: of another channel, or no phone number. */
export function readAddress(address: string): { channel: MessagingChannel; phoneNumber: string } | null {
  const isChat = address.startsWith(CHAT_PREFIX);
  const phoneNumber = e164(isChat ? address.slice(CHAT_PREFIX.length) : address);
  return phoneNumber === null ? null : { channel: isChat ? 'msgapp' : 'sms', phoneNumber };
}
