import type { Call, CallItem, CallStatus, CallType } from '../../data/calls.ts';
import { t } from '../../lib/i18n/t.ts';

export const TYPE_WORDS: Readonly<Record<CallType, string>> = {
  inbound: t('Inbound'),
  outbound: t('Outbound'),
  web: t('Web'),
};

const ANSWERED_BY_WORDS = { human: t('Person'), machine: t('Voicemail'), unknown: t('Unknown') } as const;

export function isRunning(status: CallStatus): boolean {
  return status === 'initiated' || status === 'ringing' || status === 'in-progress';
}

/** The other party: a phone number, or a label for calls without one. */
export function partyOf({
  client_phone_number,
  type,
}: Pick<CallItem, 'client_phone_number' | 'type'>): string {
  if (client_phone_number !== null) return client_phone_number;
  return type === 'web' ? t('Browser call') : t('Number withheld');
}

export function answeredByWords({
  answered_by: answeredBy,
  voicemail_left: isLeft,
}: Pick<Call, 'answered_by' | 'voicemail_left'>): string {
  if (isLeft) return t('Voicemail, message left');
  return answeredBy === null ? '–' : ANSWERED_BY_WORDS[answeredBy];
}
