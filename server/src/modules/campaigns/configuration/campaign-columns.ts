import { type UpdateCampaign, WEEKDAYS } from '#contract/campaigns.ts';

/** The stored configuration that requests can set, except the calling numbers. */
export interface CampaignColumns {
  name: string;
  assistant_id: number;
  timezone: string;
  max_calls_in_parallel: number;
  /** `HH:MM` or `HH:MM:SS`. */
  allowed_hours_start_time: string;
  allowed_hours_end_time: string;
  allowed_days: (typeof WEEKDAYS)[number][];
  max_retries: number;
  retry_interval: number;
  retry_on_voicemail: boolean;
  retry_on_goal_incomplete: boolean;
  goal_completion_variable: string | null;
  mark_complete_when_no_leads: boolean;
}

type Settings = Omit<CampaignColumns, 'name' | 'assistant_id'>;

export interface DefaultsFrom {
  /** The account's time zone. */
  timezone: string;
  /** Concurrent calls per campaign that the plan allows. */
  parallelCalls: number;
}

const DEFAULT_PARALLEL_CALLS = 3;

function settingDefaults({ timezone, parallelCalls }: DefaultsFrom): Settings {
  return {
    timezone,
    max_calls_in_parallel: Math.min(DEFAULT_PARALLEL_CALLS, parallelCalls),
    allowed_hours_start_time: '00:00',
    allowed_hours_end_time: '23:59',
    allowed_days: [...WEEKDAYS],
    max_retries: 3,
    retry_interval: 60,
    retry_on_voicemail: false,
    retry_on_goal_incomplete: false,
    goal_completion_variable: null,
    mark_complete_when_no_leads: true,
  };
}

/** Settings of a new campaign; absent or null fields get the default. */
export function newSettings(input: UpdateCampaign, from: DefaultsFrom): Settings {
  const defaults = settingDefaults(from);
  return changedSettings(input, { stored: defaults, from });
}

/** Settings after an update: absent fields stay, null restores the default. */
export function changedSettings(
  input: UpdateCampaign,
  { stored, from }: { stored: Settings; from: DefaultsFrom },
): Settings {
  const defaults = settingDefaults(from);
  const settle = <Name extends keyof Settings>(name: Name, given: Settings[Name] | null | undefined) =>
    given === undefined ? stored[name] : (given ?? defaults[name]);
  return {
    timezone: settle('timezone', input.timezone),
    max_calls_in_parallel: settle('max_calls_in_parallel', input.max_calls_in_parallel),
    allowed_hours_start_time: settle('allowed_hours_start_time', input.allowed_hours_start_time),
    allowed_hours_end_time: settle('allowed_hours_end_time', input.allowed_hours_end_time),
    allowed_days: [...new Set(settle('allowed_days', input.allowed_days))],
    max_retries: settle('max_retries', input.max_retries),
    retry_interval: settle('retry_interval', input.retry_interval),
    retry_on_voicemail: settle('retry_on_voicemail', input.retry_on_voicemail),
    retry_on_goal_incomplete: settle('retry_on_goal_incomplete', input.retry_on_goal_incomplete),
    goal_completion_variable: settle('goal_completion_variable', input.goal_completion_variable),
    mark_complete_when_no_leads: settle('mark_complete_when_no_leads', input.mark_complete_when_no_leads),
  };
}
