import type { Tone } from '../../components/badge.tsx';
import type { Call, CallItem, CallStatus, CallType } from '../../data/calls.ts';

interface Words {
  label: string;
  tone: Tone;
}

/** What became of a call. */
export const STATUS_WORDS: Readonly<Record<CallStatus, Words>> = {
  initiated: { label: 'Starting', tone: 'info' },
  ringing: { label: 'Ringing', tone: 'info' },
  'in-progress': { label: 'Talking now', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  ended_by_customer: { label: 'Customer hung up', tone: 'good' },
  ended_by_assistant: { label: 'Assistant hung up', tone: 'good' },
  busy: { label: 'Busy', tone: 'warn' },
  'no-answer': { label: 'No answer', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
};

export const TYPE_WORDS: Readonly<Record<CallType, string>> = {
  inbound: 'Inbound',
  outbound: 'Outbound',
  web: 'Web',
};

const ANSWERED_BY_WORDS = { human: 'A person', machine: 'A machine', unknown: 'Not known' } as const;

export function isRunning(status: CallStatus): boolean {
  return status === 'initiated' || status === 'ringing' || status === 'in-progress';
}

/** Who was spoken with. */
export function partyOf({
  client_phone_number,
  type,
}: Pick<CallItem, 'client_phone_number' | 'type'>): string {
  if (client_phone_number !== null) return client_phone_number;
  return type === 'web' ? 'Browser call' : 'Number withheld';
}

export function answeredByWords(answeredBy: Call['answered_by']): string {
  return answeredBy === null ? '–' : ANSWERED_BY_WORDS[answeredBy];
}
