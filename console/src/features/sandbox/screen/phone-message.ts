import type { Tone } from '../../../components/badge.tsx';
import { unansweredReason } from '../../../components/messaging/unanswered-reason.ts';
import type { ChannelMessage } from '../../../data/channel-messages.ts';
import type { SmsView } from '../../../data/sms.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

/** A message on the customer's phone, with details that only the business knows. */
export interface PhoneMessage {
  id: number;
  isMine: boolean;
  text: string;
  createdAt: string;
  /** Author on the business side; null for customer messages and SMS. */
  author: string | null;
  /** Delivery status; null for messages from the customer. */
  state: { text: string; tone: Tone } | null;
  /** Error text. */
  trouble: string | null;
}

const STATES: Record<string, PhoneMessage['state']> = {
  queued: { text: t('Queued'), tone: 'neutral' },
  sent: { text: t('Sent ✓'), tone: 'neutral' },
  delivered: { text: t('Delivered ✓✓'), tone: 'info' },
  read: { text: t('Read ✓✓'), tone: 'good' },
  failed: { text: t('Failed'), tone: 'bad' },
  undelivered: { text: t('Not delivered'), tone: 'bad' },
};

export function phoneMessageOfChannel(message: ChannelMessage): PhoneMessage {
  const { id, author, content, created_at: createdAt, delivery, unanswered_reason: reason } = message;
  return {
    id,
    text: content,
    createdAt,
    isMine: author === 'customer',
    author: author === 'customer' ? null : author === 'ai' ? t('Assistant') : t('Teammate'),
    state: delivery === null ? null : (STATES[delivery.state] ?? null),
    trouble: troubleOf(delivery?.error ?? null) ?? (reason === null ? null : unansweredReason(reason)),
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
    trouble: troubleOf(sms.error),
  };
}

function troubleOf(error: string | null): string | null {
  return error === null ? null : translateServerText(error);
}
