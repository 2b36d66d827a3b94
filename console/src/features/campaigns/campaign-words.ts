import type { CampaignStatus, LeadStatus } from '#contract/campaign-states.ts';
import type { Tone } from '../../components/badge.tsx';

interface Words {
  label: string;
  tone: Tone;
}

export const CAMPAIGN_STATUS_WORDS: Record<CampaignStatus, Words> = {
  draft: { label: 'Draft', tone: 'neutral' },
  'in-progress': { label: 'Running', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'warn' },
  completed: { label: 'Completed', tone: 'info' },
};

export const LEAD_STATUS_WORDS: Record<LeadStatus, Words> = {
  created: { label: 'Not called yet', tone: 'neutral' },
  scheduled: { label: 'Trying next number', tone: 'accent' },
  processing: { label: 'Calling', tone: 'accent' },
  rescheduled: { label: 'Retry scheduled', tone: 'warn' },
  completed: { label: 'Completed', tone: 'good' },
  'reached-max-retries': { label: 'Retries used up', tone: 'bad' },
  blacklisted: { label: 'Do not call', tone: 'bad' },
};

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  answered: 'Answered',
  machine: 'Voicemail',
  'no-answer': 'No answer',
  busy: 'Busy',
  failed: 'Failed',
  'invalid-number': 'Invalid number',
  broken: 'Failed (internal error)',
  'opted-out': 'Opted out',
};

/** Label of a lead's last call outcome. @param outcome null if no call has ended */
export function outcomeWords(outcome: string | null): string {
  return outcome === null ? '–' : (OUTCOME_WORDS[outcome] ?? outcome);
}
