import { campaign, WEEKDAYS } from '#contract/campaigns.ts';
import type { Dependencies } from '../app.ts';
import type { Context } from '../core/context.ts';
import { createCampaign } from '../modules/campaigns/actions.ts';
import { createLead } from '../modules/campaigns/leads/lead-actions.ts';
import { addSandboxNumber } from '../modules/phone-numbers/actions.ts';

/** The last digits of sandbox numbers decide what happens: see docs/guides/sandbox-calls.md. */
const LEADS = [
  { phone_number: '+40721000000', name: 'Ana', time: 'Monday at nine', secondary: null },
  { phone_number: '+40721000101', name: 'Dan', time: 'Monday at ten', secondary: '+40721000109' },
  { phone_number: '+40721000103', name: 'Eva', time: 'Tuesday at nine', secondary: null },
  { phone_number: '+40721000107', name: 'Ion', time: 'Tuesday at ten', secondary: null },
  { phone_number: '+40721000111', name: 'Mia', time: 'Tuesday at eleven', secondary: null },
];

/**
 * Creates a campaign that is ready to start on the sandbox carrier, with a number and simulated people; null if the
 * sandbox is off.
 */
export async function createDemoCampaign(
  { campaigns, sandbox }: Pick<Dependencies, 'campaigns' | 'sandbox'>,
  context: Context,
  assistantId: number,
): Promise<{ campaignId: number; numberId: number } | null> {
  if (sandbox === null) return null;
  const number = await addSandboxNumber(sandbox.phoneNumbers, context, { type: 'normal' });
  const text = await createCampaign(campaigns, context, {
    name: 'Demo: appointment reminders',
    assistant_id: assistantId,
    // All hours, because the demo is tried at any time and simulated people never sleep.
    allowed_hours_start_time: '00:00',
    allowed_hours_end_time: '23:59',
    allowed_days: [...WEEKDAYS],
    max_calls_in_parallel: 2,
    max_retries: 1,
    retry_interval: 10,
  });
  const { id } = campaign.parse(JSON.parse(text));
  for (const { phone_number, name, time, secondary } of LEADS) {
    await createLead(campaigns, context, {
      campaign_id: id,
      phone_number,
      variables: { name, time },
      secondary_contacts: secondary === null ? [] : [{ phone_number: secondary }],
    });
  }
  return { campaignId: id, numberId: number.id };
}
