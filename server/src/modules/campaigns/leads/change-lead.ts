import { MAX_SECONDARY_CONTACTS, type UpdateLead } from '#contract/leads.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { isBlacklisted } from '../../blacklist/actions.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { type LockedLead, lockLeads, storeLeads } from '../dialing/lead-store.ts';
import { type LeadState, progress } from '../rules/lead-progress.ts';
import { zoneKeyOf } from '../rules/number-zones.ts';
import {
  callableNumber,
  DUPLICATE_IN_TARGET,
  DUPLICATE_LEAD,
  personOf,
  repeatedNumberErrors,
  TAKEN_EXTERNAL_ID,
  UNKNOWN_CAMPAIGN,
} from './lead-numbers.ts';
import {
  findOwnLead,
  hasLiveCall,
  isCampaignThere,
  moveLead,
  setExternalId,
  setLeadNumber,
  setLeadVariables,
  touchLead,
} from './lead-store.ts';
import { insertContacts } from './new-leads-store.ts';
import { setLockTimeout, withLockTimeoutError } from './taken-numbers.ts';

export type ChangeDependencies = Pick<CampaignDependencies, 'clock' | 'notifier' | 'lockTimeouts'> & {
  database: Pick<Database, 'transaction'>;
};

/**
 * Changes the supplied fields. Throws `not-found`, `invalid`, and `unavailable` if other requests lock the number for too
 * long.
 * @param change `keepsContacts`: true to add the supplied contacts to the stored ones and to merge their variables
 */
export async function changeLead(
  { database, clock, notifier, lockTimeouts }: ChangeDependencies,
  { userId }: { userId: number },
  { id, input: given, keepsContacts = false }: { id: number; input: UpdateLead; keepsContacts?: boolean },
): Promise<void> {
  const change = async (transaction: Executor): Promise<number[]> => {
    if ((await findOwnLead(transaction, { userId, id })) === null) throw notFound('Lead');
    const stored = await lockLead(transaction, id);
    const known = await findContacts(transaction, id);
    const input = keepsContacts ? withStoredContacts(given, known) : given;
    const contacts = known.map((contact) => contact.phone_number);
    refuse(repeatedNumberErrors(input, { phoneNumber: stored.phoneNumber, contacts }));
    const { phone_number, campaign_id: campaignId } = input;
    const isMoved = campaignId !== undefined && campaignId !== stored.campaign.id;
    if (phone_number !== undefined || input.external_id != null || isMoved)
      await setLockTimeout(transaction, lockTimeouts.leadMs);
    await changeNumbers(transaction, { userId, stored }, input);
    if (input.external_id !== undefined) {
      await setExternalId(transaction, { id, externalId: input.external_id });
    }
    if (isMoved) await move(transaction, { userId, stored, campaignId });
    const before = await lockLead(transaction, id);
    const now = clock.now();
    const lead = withValidTurn(before, { stored, now });
    const after = await settle(transaction, { userId, before: lead, isMoved, now }, input.status);
    await storeLeads(transaction, [{ before, after, outcome: null }], now);
    return [stored.campaign.id, before.campaign.id];
  };
  const write = (): Promise<number[]> => withLockTimeoutError(() => database.transaction(change));
  notifier.notify('campaigns', await withDuplicateError(write));
}

/** Throws `invalid` during a call, for an unknown campaign, and for one that has the lead's number. */
async function move(
  transaction: Executor,
  { userId, stored, campaignId }: { userId: number; stored: LockedLead; campaignId: number },
): Promise<void> {
  const { id } = stored;
  if (stored.status === 'processing' || (await hasLiveCall(transaction, id))) {
    refuse({ campaign_id: ['This lead is being called: it can be moved after the call.'] });
  }
  if (!(await isCampaignThere(transaction, { userId, id: campaignId }))) refuse(UNKNOWN_CAMPAIGN);
  try {
    await moveLead(transaction, { userId, id, campaignId });
  } catch (error) {
    if (isUniqueViolation(error, 'leads_number')) throw invalid(DUPLICATE_IN_TARGET);
    throw error;
  }
  // A campaign that is being deleted waits for this transaction, then removes its leads.
  if (!(await isCampaignThere(transaction, { userId, id: campaignId }))) refuse(UNKNOWN_CAMPAIGN);
}

async function lockLead(transaction: Executor, id: number): Promise<LockedLead> {
  const [lead] = await lockLeads(transaction, [id]);
  if (lead === undefined) throw notFound('Lead');
  return lead;
}

async function changeNumbers(
  transaction: Executor,
  { userId, stored }: { userId: number; stored: LockedLead },
  input: UpdateLead,
): Promise<void> {
  const { id } = stored;
  const phoneNumber = input.phone_number === undefined ? null : toE164(input.phone_number);
  if (phoneNumber !== null && phoneNumber !== stored.phoneNumber) {
    // Otherwise the outcome of the live call would be attributed to the new number.
    if (stored.status === 'processing') {
      refuse({ phone_number: ['This lead is being called: its number can be changed after the call.'] });
    }
    await setLeadNumber(transaction, { userId, id, phoneNumber, zoneKey: zoneKeyOf(phoneNumber) });
  }
  if (input.variables != null) {
    await setLeadVariables(transaction, id, { ...stored.variables, ...input.variables });
  }
  if (input.secondary_contacts === undefined) return;
  const turn = stored.status === 'processing' ? stored.contactId : null;
  const kept = await replaceContacts(transaction, { userId, leadId: id }, input.secondary_contacts ?? []);
  await touchLead(transaction, { userId, id });
  if (turn !== null && !kept.has(turn)) {
    refuse({
      secondary_contacts: ['One of the contacts is being called: it can be removed after the call.'],
    });
  }
}

/** If the current contact was removed, continues with the next one. Skips undialable numbers. */
function withValidTurn(lead: LockedLead, { stored, now }: { stored: LockedLead; now: Date }): LockedLead {
  const { contactId, campaign: policy } = lead;
  if (contactId === null || lead.contacts.some(({ id }) => id === contactId)) {
    return { ...lead, ...progress(lead, { type: 'numbers-set' }, { policy, now }) };
  }
  const index = stored.contacts.findIndex(({ id }) => id === contactId);
  const passed = new Set(stored.contacts.slice(0, Math.max(0, index)).map(({ id }) => id));
  return { ...lead, ...progress(lead, { type: 'turn-removed', passed }, { policy, now }) };
}

/** The lead after setting the requested status. A moved one starts over. The blacklist takes precedence. Throws `invalid`. */
async function settle(
  transaction: Executor,
  { userId, before, isMoved, now }: { userId: number; before: LockedLead; isMoved: boolean; now: Date },
  status: UpdateLead['status'],
): Promise<LeadState> {
  const { phoneNumber, campaign } = before;
  const isListed = await isBlacklisted(transaction, { userId, phoneNumber });
  if (status === 'created') {
    if (isListed) refuse({ status: ['The phone number of this lead is on the do-not-call list.'] });
    // A lead that was closed by its owner may still be in a call.
    if (before.status === 'processing' || (await hasLiveCall(transaction, before.id))) {
      refuse({ status: ['This lead is being called: it can be reset after the call.'] });
    }
  } else if (status !== undefined) {
    return progress(before, { type: 'closed', status }, { policy: campaign, now });
  } else if (isListed) {
    return progress(before, { type: 'blacklisted', contactId: null }, { policy: campaign, now });
  } else if (!isMoved) {
    return before;
  }
  const listed = await findListedContacts(transaction, before.id);
  return progress(before, { type: 'reset', listed }, { policy: campaign, now });
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function withDuplicateError<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'leads_number')) throw invalid(DUPLICATE_LEAD);
    if (isUniqueViolation(error, 'leads_external_id')) throw invalid(TAKEN_EXTERNAL_ID);
    throw error;
  }
}

type GivenContacts = NonNullable<UpdateLead['secondary_contacts']>;

/** Larger than any position, so that moved contacts do not collide with new ones. */
const REORDER_OFFSET = 1000;

interface StoredContact {
  phone_number: string;
  variables: Record<string, unknown>;
}

async function findContacts(database: Executor, leadId: number): Promise<StoredContact[]> {
  return database.query<StoredContact>(
    'select phone_number, variables from lead_contacts where lead_id = $1 order by position',
    [leadId],
  );
}

/** Adds the supplied contacts to the stored ones. A contact whose number becomes the lead's is no contact anymore. */
function withStoredContacts(input: UpdateLead, stored: readonly StoredContact[]): UpdateLead {
  if (input.secondary_contacts == null) return input;
  const keyOf = (number: string): string | null => personOf(toE164(number));
  const supplied = new Map(input.secondary_contacts.map((one) => [keyOf(one.phone_number), one]));
  const main = input.phone_number === undefined ? null : keyOf(input.phone_number);
  const merged: GivenContacts = [];
  for (const { phone_number, variables } of stored) {
    const key = personOf(phone_number);
    const { variables: changed, ...given } = supplied.get(key) ?? {};
    supplied.delete(key);
    if (key !== main) merged.push({ ...given, phone_number, variables: { ...variables, ...changed } });
  }
  merged.push(...supplied.values());
  if (merged.length > MAX_SECONDARY_CONTACTS) {
    refuse({
      secondary_contacts: [`A lead can have up to ${MAX_SECONDARY_CONTACTS} secondary contacts.`],
    });
  }
  return { ...input, secondary_contacts: merged };
}

/** Ids of a lead's contacts whose number is blacklisted. */
async function findListedContacts(database: Executor, leadId: number): Promise<Set<number>> {
  const rows = await database.query<{ id: number }>(
    `select contact.id from lead_contacts contact
     where lead_id = $1 and is_blacklisted(contact.user_id, contact.phone_number)`,
    [leadId],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Replaces the contacts of a lead. A kept number keeps its state, and its variables and external id unless new ones are
 * given.
 * @returns ids of kept contacts
 */
async function replaceContacts(
  database: Executor,
  { userId, leadId }: { userId: number; leadId: number },
  given: GivenContacts,
): Promise<Set<number>> {
  const contacts = given.map((contact, index) => ({
    ...callableNumber(contact),
    position: index + 1,
    isGiven: contact.variables != null,
  }));
  const numbers = contacts.map(({ phoneNumber }) => phoneNumber);
  await database.query('delete from lead_contacts where lead_id = $1 and phone_number <> all($2)', [
    leadId,
    numbers,
  ]);
  await database.query('update lead_contacts set position = position + $2 where lead_id = $1', [
    leadId,
    REORDER_OFFSET,
  ]);
  const kept = await database.query<{ id: number; phone_number: string }>(
    `update lead_contacts set position = (contact ->> 'position')::int, updated_at = clock_timestamp(),
       variables = case when (contact ->> 'isGiven')::boolean then contact -> 'variables' else variables end,
       external_id = coalesce(contact ->> 'externalId', external_id)
     from json_array_elements($2::json) as given (contact)
     where lead_id = $1 and phone_number = contact ->> 'phoneNumber' returning id, phone_number`,
    [leadId, JSON.stringify(contacts)],
  );
  const known = new Set(kept.map((row) => row.phone_number));
  const added = contacts.filter(({ phoneNumber }) => !known.has(phoneNumber));
  await insertContacts(database, { userId, leadId }, added);
  return new Set(kept.map(({ id }) => id));
}
