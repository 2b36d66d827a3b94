import { type CreateCampaign, createCampaignRequest } from '#contract/campaigns.ts';
import { integer } from '#contract/fields.ts';
import type { Campaign, CampaignLimits } from '../../../data/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { instantOfWallClock, shownZone, wallClockOf } from '../../../lib/time/zone.ts';
import { DAYS, minuteOf, type Weekday, type WeekHours } from './week-windows.ts';

/** Values of the form, one for each field of the request; numbers are the text that was typed. */
export interface CampaignValues extends Record<keyof CreateCampaign, unknown> {
  name: string;
  assistant_id: string | null;
  timezone: string;
  max_calls_in_parallel: string;
  allowed_hours_start_time: string;
  allowed_hours_end_time: string;
  allowed_days: Weekday[];
  max_retries: string;
  /** Minutes. */
  retry_interval: string;
  /** Minutes. */
  contact_pause: string;
  retry_on_voicemail: boolean;
  retry_on_goal_incomplete: boolean;
  goal_completion_variable: string | null;
  mark_complete_when_no_leads: boolean;
  /** Empty for any number; null if all chosen numbers were released, so that no calls are made. */
  phone_number_ids: number[] | null;
  /** `2026-03-01T09:30` in the console's time zone; empty without a date. */
  starts_at: string;
  ends_at: string;
}

export type CampaignRequest = CreateCampaign;

/**
 * Defaults of a new campaign: office hours, Monday to Friday, in `zone`, and the assistant if only one can call.
 *
 * @param outbound outbound assistants
 */
export function newValues(
  limits: CampaignLimits,
  zone: string,
  outbound: readonly { id: number }[],
): CampaignValues {
  const [only] = outbound.length === 1 ? outbound : [];
  return {
    name: '',
    assistant_id: only === undefined ? null : String(only.id),
    timezone: zone,
    max_calls_in_parallel: String(Math.min(3, limits.max_calls_in_parallel)),
    allowed_hours_start_time: '09:00',
    allowed_hours_end_time: '17:59',
    allowed_days: DAYS.slice(0, 5),
    max_retries: '3',
    retry_interval: '60',
    contact_pause: '60',
    retry_on_voicemail: false,
    retry_on_goal_incomplete: false,
    goal_completion_variable: null,
    mark_complete_when_no_leads: true,
    phone_number_ids: [],
    starts_at: '',
    ends_at: '',
  };
}

export function valuesOf(campaign: Campaign): CampaignValues {
  return {
    name: campaign.name,
    assistant_id: String(campaign.assistant_id),
    timezone: campaign.timezone,
    max_calls_in_parallel: String(campaign.max_calls_in_parallel),
    allowed_hours_start_time: campaign.allowed_hours_start_time.slice(0, 5),
    allowed_hours_end_time: campaign.allowed_hours_end_time.slice(0, 5),
    allowed_days: campaign.allowed_days,
    max_retries: String(campaign.max_retries),
    retry_interval: String(campaign.retry_interval),
    contact_pause: String(campaign.contact_pause),
    retry_on_voicemail: campaign.retry_on_voicemail,
    retry_on_goal_incomplete: campaign.retry_on_goal_incomplete,
    goal_completion_variable: campaign.goal_completion_variable,
    mark_complete_when_no_leads: campaign.mark_complete_when_no_leads,
    phone_number_ids:
      campaign.has_chosen_numbers && campaign.phone_number_ids.length === 0
        ? null
        : campaign.phone_number_ids,
    starts_at: wallOf(campaign.starts_at),
    ends_at: wallOf(campaign.ends_at),
  };
}

function wallOf(iso: string | null): string {
  return iso === null ? '' : wallClockOf(new Date(iso), shownZone());
}

/** The form's values with dates as the contract takes them. */
export function withInstants(values: CampaignValues): CampaignValues {
  return { ...values, starts_at: instantOf(values.starts_at), ends_at: instantOf(values.ends_at) };
}

function instantOf(wall: string): string {
  return instantOfWallClock(wall, shownZone())?.toISOString() ?? wall;
}

/** The contract's schema with this server's concurrency limit. */
export function campaignSchema(limits: CampaignLimits) {
  return createCampaignRequest.extend({
    max_calls_in_parallel: integer(1, limits.max_calls_in_parallel).nullish(),
  });
}

/** Input of the week chart; null if a time is invalid. */
export function weekHours(
  values: Pick<CampaignValues, 'allowed_hours_start_time' | 'allowed_hours_end_time' | 'allowed_days'>,
): WeekHours | null {
  const start = minuteOf(values.allowed_hours_start_time);
  const end = minuteOf(values.allowed_hours_end_time);
  return start === null || end === null ? null : { start, end, days: values.allowed_days };
}

/** `90` → `1 hour 30 minutes`; empty for invalid input. */
export function minutesInWords(text: string): string {
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes <= 0) return '';
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const rest = minutes % 60;
  return [
    days > 0 && t('{count, plural, one {# day} other {# days}}', { count: days }),
    hours > 0 && t('{count, plural, one {# hour} other {# hours}}', { count: hours }),
    rest > 0 && t('{count, plural, one {# minute} other {# minutes}}', { count: rest }),
  ]
    .filter((part) => part !== false)
    .join(' ');
}
