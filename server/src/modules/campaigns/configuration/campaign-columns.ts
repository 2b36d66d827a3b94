import { type Campaign, campaign, type UpdateCampaign, WEEKDAYS } from '#contract/campaigns.ts';

/** Columns that requests can set: all fields of a campaign except those that the server sets. */
export const CAMPAIGN_COLUMNS = campaign
  .keyof()
  .exclude([
    'id',
    'status',
    'created_at',
    'updated_at',
    'phone_number_ids',
    'has_chosen_numbers',
    'stop_reason',
    'started_at',
    'completed_at',
  ]).options;

/** The stored configuration. Times are `HH:MM:SS`, or `HH:MM` before they are stored; dates are ISO 8601. */
export type CampaignColumns = Pick<Campaign, (typeof CAMPAIGN_COLUMNS)[number]>;

type Settings = Omit<CampaignColumns, 'name' | 'assistant_id'>;

export interface DefaultsFrom {
  /** The account's time zone. */
  timezone: string;
  /** Concurrent calls per campaign that the plan allows. */
  parallelCalls: number;
}

const DEFAULT_PARALLEL_CALLS = 3;

/** The whole day; the end minute is included. */
export const DEFAULT_HOURS = { start: '00:00', end: '23:59' };

function settingDefaults({ timezone, parallelCalls }: DefaultsFrom): Settings {
  return {
    timezone,
    max_calls_in_parallel: Math.min(DEFAULT_PARALLEL_CALLS, parallelCalls),
    allowed_hours_start_time: DEFAULT_HOURS.start,
    allowed_hours_end_time: DEFAULT_HOURS.end,
    allowed_days: [...WEEKDAYS],
    max_retries: 3,
    retry_interval: 60,
    contact_pause: 60,
    retry_on_voicemail: false,
    retry_on_goal_incomplete: false,
    goal_completion_variable: null,
    mark_complete_when_no_leads: true,
    starts_at: null,
    ends_at: null,
  };
}

/** Settings of a new campaign; absent or null fields get the default. */
export function newSettings(input: UpdateCampaign, from: DefaultsFrom): Settings {
  return changedSettings(input, { stored: settingDefaults(from), from });
}

/** Settings after an update: absent fields stay, null restores the default. */
export function changedSettings(
  input: Pick<UpdateCampaign, keyof Settings>,
  { stored, from }: { stored: Settings; from: DefaultsFrom },
): Settings {
  const settings = settingDefaults(from);
  const given: { [Name in keyof Settings]?: Settings[Name] | null | undefined } = input;
  const settle = <Name extends keyof Settings>(name: Name): void => {
    const value = given[name];
    if (value !== null) settings[name] = value ?? stored[name];
  };
  for (const name of CAMPAIGN_COLUMNS) if (name !== 'name' && name !== 'assistant_id') settle(name);
  return { ...settings, allowed_days: [...new Set(settings.allowed_days)] };
}
