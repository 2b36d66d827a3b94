import { z } from 'zod';
import { isoTimestamp } from './timestamps.ts';

export const CAMPAIGN_STATUSES = ['draft', 'in-progress', 'stopped', 'completed'] as const;

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Statuses of leads and of their secondary contacts. */
export const LEAD_STATUSES = [
  ...(['created', 'scheduled', 'processing', 'rescheduled'] as const),
  ...(['completed', 'reached-max-retries', 'blacklisted'] as const),
] as const;

export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** Reasons why a lead is waiting. */
export const WAITING_CODES = [
  ...(['campaign-not-started', 'campaign-stopped', 'campaign-completed'] as const),
  ...(['campaign-start-date', 'campaign-end-date'] as const),
  ...(['campaign-zone', 'campaign-days', 'campaign-hours'] as const),
  ...(['unknown-zone', 'called-party-hours', 'retry-interval'] as const),
  ...([
    'no-number',
    'no-dialer',
    'insufficient-balance',
    'max-calls-in-parallel',
    'number-in-call',
    'called-by-another-campaign',
    'next-in-line',
  ] as const),
  ...(['call-running', 'goal-to-be-judged'] as const),
] as const;

export type WaitingCode = (typeof WAITING_CODES)[number];

export const waitingReason = z
  .object({
    code: z.enum(WAITING_CODES),
    text: z.string(),
    until: isoTimestamp.nullable(),
  })
  .describe('`until`: when the reason ends; null if unknown.');

/** Reasons why one number of a lead is never called. The lead's other numbers still are. */
export const UNDIALABLE_CODES = ['unknown-zone', 'invalid-number', 'blacklisted'] as const;

export type UndialableCode = (typeof UNDIALABLE_CODES)[number];

export const leftOut = z.object({ code: z.enum(UNDIALABLE_CODES), text: z.string() });
