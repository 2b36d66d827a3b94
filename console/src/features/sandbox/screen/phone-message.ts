import type { Tone } from '../../../components/badge.tsx';
import type { ChannelMessage } from '../../../data/channel-messages.ts';
import type { SmsView } from '../../../data/sms.ts';

/** A message on the customer's phone, with details that only the business knows. */
export interface PhoneMessage {
  id: number;
  isMine: boolean;
  text: string;
  createdAt: string;
  /** Author on the business side; null for customer messages and SMS. */
  author: 'Assistant' | 'Teammate' | null;
  /** Delivery status; null for messages from the customer. */
  state: { text: string; tone: Tone } | null;
  /** Error text. */
  trouble: string | null;
}

const STATES: Record<string, PhoneMessage['state']> = {
  queued: { text: 'Queued', tone: 'neutral' },
  sent: { text: 'Sent ✓', tone: 'neutral' },
  delivered: { text: 'Delivered ✓✓', tone: 'info' },
  read: { text: 'Read ✓✓', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  undelivered: { text: 'Not delivered', tone: 'bad' },
};

const UNANSWERED: Record<string, string> = {
  NO_QUESTION: 'There is nothing to answer.',
  AI_DISABLED: 'The AI is paused here; a teammate answers.',
  NO_ASSISTANT: 'This sender has no assistant.',
  OPTED_OUT: 'You opted out (STOP). Write START to receive messages again.',
  OPTED_IN: 'You opted back in (START). Your next messages are answered.',
  INSUFFICIENT_BALANCE: 'The account’s balance is too low for a reply.',
  SENDER_OFFLINE: 'The sender is offline.',
  SESSION_EXPIRED: 'The 24-hour window closed before a reply was ready.',
  ASSISTANT_UNAVAILABLE: 'The assistant failed repeatedly.',
  NOT_DELIVERED: 'The carrier did not confirm the reply.',
};

export function phoneMessageOfChannel(message: ChannelMessage): PhoneMessage {
  const { id, author, content, created_at: createdAt, delivery, unanswered_reason: reason } = message;
  return {
    id,
    text: content,
    createdAt,
    isMine: author === 'customer',
    author: author === 'customer' ? null : author === 'ai' ? 'Assistant' : 'Teammate',
    state: delivery === null ? null : (STATES[delivery.state] ?? null),
    trouble: delivery?.error ?? (reason === null ? null : (UNANSWERED[reason] ?? reason)),
  };
}

export function phoneMessageOfSms(sms: SmsView): PhoneMessage {
  const isMine = sms.direction === 'inbound';
  return {
    id: sms.id,
    text: sms.body,
    createdAt: sms.created_at,
    isMine,
    author: null,
    state: isMine ? null : (STATES[sms.status] ?? null),
    trouble: sms.error,
  };
}
