import type { CallStatus } from '../data/calls.ts';
import type { Tone } from './badge.tsx';

/** Labels of a call's status, the same on every page. */
export const CALL_STATUS_WORDS: Readonly<Record<CallStatus, { label: string; tone: Tone }>> = {
  scheduled: { label: 'Scheduled', tone: 'info' },
  initiated: { label: 'Connecting', tone: 'info' },
  ringing: { label: 'Ringing', tone: 'info' },
  'in-progress': { label: 'In progress', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  ended_by_customer: { label: 'Ended by customer', tone: 'good' },
  ended_by_assistant: { label: 'Ended by assistant', tone: 'good' },
  busy: { label: 'Busy', tone: 'warn' },
  'no-answer': { label: 'No answer', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'warn' },
};
