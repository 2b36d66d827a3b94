import type { CallStatus } from '../data/calls.ts';
import { t } from '../lib/i18n/t.ts';
import type { Tone } from './badge.tsx';

/** Labels of a call's status, the same on every page. */
export const CALL_STATUS_WORDS: Readonly<Record<CallStatus, { label: string; tone: Tone }>> = {
  scheduled: { label: t('Scheduled'), tone: 'info' },
  initiated: { label: t('Connecting'), tone: 'info' },
  ringing: { label: t('Ringing'), tone: 'info' },
  'in-progress': { label: t('In progress'), tone: 'accent' },
  completed: { label: t('Completed'), tone: 'good' },
  ended_by_customer: { label: t('Ended by customer'), tone: 'good' },
  ended_by_assistant: { label: t('Ended by assistant'), tone: 'good' },
  busy: { label: t('Busy'), tone: 'warn' },
  'no-answer': { label: t('No answer'), tone: 'warn' },
  failed: { label: t('Failed'), tone: 'bad' },
  canceled: { label: t('Canceled'), tone: 'warn' },
};
