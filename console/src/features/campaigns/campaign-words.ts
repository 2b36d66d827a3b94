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
  scheduled: { label: 'Next number', tone: 'accent' },
  processing: { label: 'Being called', tone: 'accent' },
  rescheduled: { label: 'To be called again', tone: 'warn' },
  completed: { label: 'Completed', tone: 'good' },
  'reached-max-retries': { label: 'No more tries', tone: 'bad' },
  blacklisted: { label: 'Blacklisted', tone: 'bad' },
};

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  answered: 'Answered',
  machine: 'Voicemail',
  'no-answer': 'Nobody answered',
  busy: 'Busy',
  failed: 'Could not be connected',
  'invalid-number': 'No such number',
  broken: 'Broke off on our side',
  'opted-out': 'Wants no more calls',
};

/** How a lead's last call ended, in words. @param outcome null: none did */
export function outcomeWords(outcome: string | null): string {
  return outcome === null ? '–' : (OUTCOME_WORDS[outcome] ?? outcome);
}
