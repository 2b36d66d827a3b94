import type { Tone } from '../../../components/badge.tsx';
import type { SmsView } from '../../../data/sms.ts';
import { t } from '../../../lib/i18n/t.ts';

export const DIRECTION_WORDS: Record<SmsView['direction'], string> = {
  outbound: t('Sent'),
  inbound: t('Received'),
};

export const SMS_STATUS_WORDS: Record<SmsView['status'], string> = {
  queued: t('Queued'),
  sent: t('Sent'),
  delivered: t('Delivered'),
  failed: t('Failed'),
  undelivered: t('Not delivered'),
  received: t('Received'),
};

export const SMS_STATUS_TONES: Record<SmsView['status'], Tone> = {
  queued: 'neutral',
  sent: 'info',
  delivered: 'good',
  failed: 'bad',
  undelivered: 'bad',
  received: 'good',
};
