import type { Call, CallItem, CallStatus, CallType } from '../../data/calls.ts';

export const TYPE_WORDS: Readonly<Record<CallType, string>> = {
  inbound: 'Inbound',
  outbound: 'Outbound',
  web: 'Web',
};

const ANSWERED_BY_WORDS = { human: 'Person', machine: 'Voicemail', unknown: 'Unknown' } as const;

export function isRunning(status: CallStatus): boolean {
  return status === 'initiated' || status === 'ringing' || status === 'in-progress';
}

/** The other party: a phone number, or a label for calls without one. */
export function partyOf({
  client_phone_number,
  type,
}: Pick<CallItem, 'client_phone_number' | 'type'>): string {
  if (client_phone_number !== null) return client_phone_number;
  return type === 'web' ? 'Browser call' : 'Number withheld';
}

export function answeredByWords({
  answered_by: answeredBy,
  voicemail_left: isLeft,
}: Pick<Call, 'answered_by' | 'voicemail_left'>): string {
  if (isLeft) return 'Voicemail, message left';
  return answeredBy === null ? '–' : ANSWERED_BY_WORDS[answeredBy];
}
