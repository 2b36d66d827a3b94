import type { CampaignStatus, LeadStatus } from '#contract/campaign-states.ts';
import type { Tone } from '../../components/badge.tsx';
import { t } from '../../lib/i18n/t.ts';

interface Words {
  label: string;
  tone: Tone;
}

export const CAMPAIGN_STATUS_WORDS: Record<CampaignStatus, Words> = {
  draft: { label: t('Draft'), tone: 'neutral' },
  'in-progress': { label: t('Running'), tone: 'good' },
  stopped: { label: t('Stopped'), tone: 'warn' },
  completed: { label: t('Completed'), tone: 'info' },
};

export const LEAD_STATUS_WORDS: Record<LeadStatus, Words> = {
  created: { label: t('Not called yet'), tone: 'neutral' },
  scheduled: { label: t('Trying next number'), tone: 'accent' },
  processing: { label: t('Calling'), tone: 'accent' },
  rescheduled: { label: t('Retry scheduled'), tone: 'warn' },
  completed: { label: t('Completed'), tone: 'good' },
  'reached-max-retries': { label: t('Retries used up'), tone: 'bad' },
  blacklisted: { label: t('Do not call'), tone: 'bad' },
};

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  answered: t('Answered'),
  machine: t('Voicemail'),
  'no-answer': t('No answer'),
  busy: t('Busy'),
  failed: t('Failed'),
  'invalid-number': t('Invalid number'),
  broken: t('Failed (internal error)'),
  'opted-out': t('Opted out'),
};

/** Label of a lead's last call outcome. @param outcome null if no call has ended */
export function outcomeWords(outcome: string | null): string {
  return outcome === null ? '–' : (OUTCOME_WORDS[outcome] ?? outcome);
}
