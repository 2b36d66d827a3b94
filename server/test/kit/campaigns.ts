import { outboundAssistant } from './calls.ts';
import type { Answer, Client } from './test-server.ts';

/** Creates a campaign with an assistant and a calling number; returns the API object. */
export async function createCampaign(
  account: Client,
  fields: Record<string, unknown> = {},
): Promise<Answer['body']> {
  const assistant_id = fields['assistant_id'] ?? (await outboundAssistant(account)).id;
  const created = await account.post('/user/campaign', { name: 'Spring', ...fields, assistant_id });
  if (created.status !== 201) throw new Error(`The campaign was refused: ${created.text}`);
  return created.body.data;
}

/** Creates a lead; returns the API object. */
export async function createLead(
  account: Client,
  fields: { campaign_id: number; phone_number: string } & Record<string, unknown>,
): Promise<Answer['body']> {
  const created = await account.post('/user/lead', fields);
  if (created.status !== 200) throw new Error(`The lead was refused: ${created.text}`);
  return created.body.data;
}

export function setStatus(account: Client, campaign_id: number, action: string): Promise<Answer> {
  return account.post('/user/campaigns/update-status', { campaign_id, action });
}

/** A past weekday: a campaign limited to it makes no calls for days, in any time zone. */
export function dayWithoutCalls(): string {
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  return names[(new Date().getUTCDay() + 5) % 7] ?? '';
}
