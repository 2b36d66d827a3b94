import { updateCampaignRequest } from '#contract/campaigns.ts';
import { type FormControl, IdOf, pick, turn, write } from './form-controls.ts';

/** Every control of the campaign form, in an order in which no control disables a later one. */
export const CAMPAIGN_CONTROLS: readonly FormControl[] = [
  write(['name', 'Name'], 'Flour for Monday'),
  pick(['assistant_id', 'Assistant'], 'Flour caller', new IdOf('Flour caller')),
  pick(['phone_number_ids', 'Numbers to call from'], '+12025550178', [new IdOf('+12025550178')]),
  write(['allowed_hours_start_time', 'From'], '10:15', '10:15:00'),
  write(['allowed_hours_end_time', 'Until'], '16:45', '16:45:00'),
  {
    path: 'allowed_days',
    stored: ['wednesday'],
    set: async (container) => {
      await container.getByRole('checkbox', { name: 'Wednesday' }).check();
      await container.getByRole('checkbox', { name: 'Monday' }).uncheck();
    },
  },
  write(['starts_at', 'First call from'], '2031-03-03T09:00', '2031-03-03T09:00:00.000000Z'),
  write(['ends_at', 'Last call before'], '2031-03-07T18:00', '2031-03-07T18:00:00.000000Z'),
  write(['timezone', 'Time zone'], 'America/New_York'),
  write(['max_calls_in_parallel', 'Concurrent calls'], '7', 7),
  turn(['mark_complete_when_no_leads', 'Complete when all leads are done']),
  write(['max_retries', 'Retries'], '2', 2),
  write(['retry_interval', 'Minutes between attempts'], '90', 90),
  write(['contact_pause', 'Minutes between calls from different campaigns'], '0', 0),
  turn(['retry_on_voicemail', 'Retry after voicemail']),
  pick(['goal_completion_variable', 'Goal'], 'agreed', 'agreed'),
  turn(['retry_on_goal_incomplete', 'Retry when the goal is not met']),
];

/** Every field that a campaign update can set, by the contract. */
export const CAMPAIGN_FIELDS = Object.keys(updateCampaignRequest.shape);
