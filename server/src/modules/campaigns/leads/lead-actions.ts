import type { CreateLead, UpdateLead } from '#contract/leads.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { type PageRequest, pageEnvelope } from '../../../http/pagination.ts';
import type { RequestFacts } from '../../../http/route.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { changeLead } from './change-lead.ts';
import { callableNumber, DUPLICATE_LEAD, UNKNOWN_CAMPAIGN } from './lead-numbers.ts';
import { type LeadFilter, type LeadSort, readLead, readLeadPage } from './lead-page.ts';
import { findByExternalId, isCampaignThere, removeLead } from './lead-store.ts';
import { insertLead } from './new-leads-store.ts';
import { setLockTimeout, withLockTimeoutError } from './taken-numbers.ts';
import { withReasons } from './waiting-reasons.ts';

/** One page as JSON text. */
export async function listLeads(
  dependencies: CampaignDependencies,
  { userId }: Context,
  { page, facts, ...list }: { filter: LeadFilter; order: LeadSort; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const { leads, total } = await readLeadPage(dependencies.database, { userId, ...list }, page);
  const items = await withReasons(dependencies, userId, leads);
  return pageEnvelope(facts, page, { items: items.join(','), count: items.length, total });
}

/** One lead as JSON text. Throws `not-found`. */
export async function showLead(
  dependencies: Omit<CampaignDependencies, 'database'> & { database: Executor },
  { userId }: { userId: number },
  id: number,
): Promise<string> {
  const lead = await readLead(dependencies.database, { userId, id });
  if (lead === null) throw notFound('Lead');
  const [item = ''] = await withReasons(dependencies, userId, [lead]);
  return item;
}

/** Errors for a campaign that the account does not have. Null is valid. */
export async function checkOwnCampaign(
  { database }: CampaignDependencies,
  { userId }: Context,
  id: number | null,
): Promise<FieldErrors> {
  if (id === null || (await findCampaign(database, { userId, id })) !== null) return {};
  return UNKNOWN_CAMPAIGN;
}

/**
 * Adds a lead, or changes the campaign's lead with the given external id. Throws `not-found` for the campaign, and
 * `invalid` if the campaign has the number and duplicates are not allowed.
 * @returns the lead as JSON text
 */
export async function saveLead(
  dependencies: CampaignDependencies,
  context: Context,
  input: CreateLead,
): Promise<{ isNew: boolean; lead: string }> {
  const { database } = dependencies;
  const { userId } = context;
  const { campaign_id: campaignId, external_id: externalId } = input;
  if ((await findCampaign(database, { userId, id: campaignId })) === null) throw notFound('Campaign');
  const findKnown = async (): Promise<number | null> =>
    externalId == null ? null : findByExternalId(database, { userId, campaignId, externalId });
  const before = await findKnown();
  const added = before === null ? await addLead(dependencies, context, input) : null;
  // A concurrent request may have added it.
  const id = added ?? before ?? (await findKnown());
  if (id === null) throw invalid(DUPLICATE_LEAD);
  if (added === null) await changeLead(dependencies, context, { id, input: changesOf(input) });
  return { isNew: added !== null, lead: await showLead(dependencies, context, id) };
}

function changesOf({ phone_number, variables, secondary_contacts }: CreateLead): UpdateLead {
  return { phone_number, variables, ...(secondary_contacts != null && { secondary_contacts }) };
}

/** @returns the id of the new lead; null if the campaign has its number or external id */
async function addLead(
  dependencies: CampaignDependencies,
  { userId }: Context,
  input: CreateLead,
): Promise<number | null> {
  const { database, clock, notifier, lockTimeouts } = dependencies;
  const { campaign_id: campaignId } = input;
  const contacts = (input.secondary_contacts ?? []).map((contact, index) => ({
    ...callableNumber(contact),
    position: index + 1,
  }));
  const lead = { ...callableNumber(input), contacts };
  const about = { userId, campaignId, now: clock.now() };
  const store = async (transaction: Executor): Promise<number | null> => {
    await setLockTimeout(transaction, lockTimeouts.leadMs);
    const first = await insertLead(transaction, about, { ...lead, isDuplicate: false });
    const mayRepeat = input.allow_dupplicate === true;
    const stored =
      first === null && mayRepeat
        ? await insertLead(transaction, about, { ...lead, isDuplicate: true })
        : first;
    if (stored === null) return null;
    if (!(await isCampaignThere(transaction, { userId, id: campaignId }))) throw notFound('Campaign');
    return stored;
  };
  const id = await withLockTimeoutError(() => database.transaction(store));
  if (id !== null) notifier.notify('campaigns', [campaignId]);
  return id;
}

/** Deletes a lead. Its live call continues. Throws `not-found`. */
export async function deleteLead(
  { database, notifier }: CampaignDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  const campaignId = await removeLead(database, { userId, id });
  if (campaignId === null) throw notFound('Lead');
  notifier.notify('campaigns', [campaignId]);
}
