import type { Executor } from '../../../db/client.ts';
import {
  findAssistantTexts,
  type StoredTexts,
  unfilledVariables,
  unfilledWarnings,
  unusableWarnings,
} from '../../assistants/variables/unfilled-variables.ts';

/** Leads of a campaign mostly come from one file, so the first ones are representative. */
const SAMPLED_LEADS = 1000;

interface CampaignRef {
  userId: number;
  campaignId: number;
  assistantId: number | null;
}

/** Warnings about variables without a value in the assistant or its waiting leads; empty if no lead waits. */
export async function unfilledByLeads(database: Executor, about: CampaignRef): Promise<string[]> {
  const { userId, campaignId, assistantId } = about;
  const texts = assistantId === null ? null : await findAssistantTexts(database, { userId, id: assistantId });
  if (texts === null || unfilledVariables(texts, { given: {}, isOfCampaign: true }).length === 0) return [];
  const [sample] = await database.query<{ leads: number; given: Record<string, unknown> }>(
    `with sample as (
       select variables from leads where user_id = $3 and campaign_id = $1 and due_at is not null limit $2),
     filled as (
       select entry.key, (array_agg(entry.value))[1] as value
       from sample cross join lateral jsonb_each(sample.variables::jsonb) as entry
       where entry.value not in ('null', '""') group by entry.key)
     select (select count(*)::int from sample) as leads,
       coalesce((select jsonb_object_agg(key, value) from filled), '{}') as given`,
    [campaignId, SAMPLED_LEADS, userId],
  );
  if (sample === undefined || sample.leads === 0) return [];
  const names = unfilledVariables(texts, { given: sample.given, isOfCampaign: true });
  return unfilledWarnings(names, "neither the campaign's leads nor the assistant has a value for it");
}

/**
 * Warnings about variables without a value in the assistant or a lead file.
 * @param filled names of the variables with a value in any lead of the file
 */
export function unfilledByFile(texts: StoredTexts, filled: readonly string[]): string[] {
  const given = Object.fromEntries(filled.map((name) => [name, true]));
  const names = unfilledVariables(texts, { given, isOfCampaign: true });
  return [
    ...unfilledWarnings(names, 'neither a column of the file nor the assistant has a value for it'),
    ...unusableWarnings(filled),
  ];
}
