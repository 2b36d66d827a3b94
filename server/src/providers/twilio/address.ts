import type { MessagingChannel } from '../interfaces/messaging-carrier.ts';
import { readChannelUserId } from '../kit/channel-user-id.ts';
import { e164 } from '../kit/e164.ts';

const CHAT_PREFIX = 'whatsapp:';

/** Twilio's address for a number on a channel, or for the channel's own id of a customer. */
export function addressOf(channel: MessagingChannel, recipient: string): string {
  return channel === 'sms' ? recipient : `${CHAT_PREFIX}${recipient}`;
}

/** The identity in an address: a number, a channel's own id, or neither if Twilio omits it. */
export interface Address {
  channel: MessagingChannel;
  phoneNumber: string | null;
  channelUserId: string | null;
}

/** Null for another channel. */
export function readAddress(address: string): Address | null {
  const isChat = address.startsWith(CHAT_PREFIX);
  if (!isChat && address.includes(':')) return null;
  const written = isChat ? address.slice(CHAT_PREFIX.length) : address;
  const phoneNumber = e164(written);
  const channelUserId = isChat && phoneNumber === null ? readChannelUserId(written) : null;
  return { channel: isChat ? 'msgapp' : 'sms', phoneNumber, channelUserId };
}
