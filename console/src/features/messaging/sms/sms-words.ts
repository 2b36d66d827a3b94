import type { Tone } from '../../../components/badge.tsx';
import type { SmsView } from '../../../data/sms.ts';

export const DIRECTION_WORDS: Record<SmsView['direction'], string> = {
  outbound: 'Sent',
  inbound: 'Received',
};

export const SMS_STATUS_WORDS: Record<SmsView['status'], string> = {
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  undelivered: 'Not delivered',
  received: 'Received',
};

export const SMS_STATUS_TONES: Record<SmsView['status'], Tone> = {
  queued: 'neutral',
  sent: 'info',
  delivered: 'good',
  failed: 'bad',
  undelivered: 'bad',
  received: 'good',
};
