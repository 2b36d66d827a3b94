import type { Tone } from '../../../components/badge.tsx';
import type { ChannelMessage } from '../../../data/channel-messages.ts';
import type { SmsView } from '../../../data/sms.ts';

/** A message as the customer's telephone shows it, with what only the business knows of it. */
export interface PhoneMessage {
  id: number;
  isMine: boolean;
  text: string;
  createdAt: string;
  /** Who of the business wrote it; null: the customer, or nobody knows. */
  author: 'Assistant' | 'Person' | null;
  /** Where it stands; null: it came from the customer. */
  state: { text: string; tone: Tone } | null;
  /** What went wrong, in words. */
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
  AI_DISABLED: 'The AI is switched off here: a person is to answer.',
  NO_ASSISTANT: 'This sender has no assistant.',
  OPTED_OUT: 'You said STOP: nothing is sent to you until you write START.',
  OPTED_IN: 'You lifted the STOP: from here on you are answered again.',
  INSUFFICIENT_BALANCE: 'The balance of the account does not cover an answer.',
  SENDER_OFFLINE: 'The sender is offline.',
  SESSION_EXPIRED: 'The 24 hours were over before there was an answer.',
  ASSISTANT_UNAVAILABLE: 'The assistant failed several times.',
  NOT_DELIVERED: 'The carrier did not take the answer, or nobody knows.',
};

export function phoneMessageOfChannel(message: ChannelMessage): PhoneMessage {
  const { id, author, content, created_at: createdAt, delivery, unanswered_reason: reason } = message;
  return {
    ...{ id, text: content, createdAt, isMine: author === 'customer' },
    author: author === 'customer' ? null : author === 'ai' ? 'Assistant' : 'Person',
    state: delivery === null ? null : (STATES[delivery.state] ?? null),
    trouble: delivery?.error ?? (reason === null ? null : (UNANSWERED[reason] ?? reason)),
  };
}

export function phoneMessageOfSms(sms: SmsView): PhoneMessage {
  const isMine = sms.direction === 'inbound';
  return {
    ...{ id: sms.id, text: sms.body, createdAt: sms.created_at, isMine, author: null },
    state: isMine ? null : (STATES[sms.status] ?? null),
    trouble: sms.error,
  };
}
