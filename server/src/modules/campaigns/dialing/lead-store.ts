import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { ContactState, LeadState, RetryPolicy } from '../rules/lead-progress.ts';
import { zoneKeyOf } from '../rules/number-zones.ts';

/** A locked lead with everything its next state depends on. */
export interface LockedLead extends LeadState {
  id: number;
  externalId: string | null;
  phoneNumber: string;
  /** Zone key of the current number. */
  zoneKey: string;
  variables: Record<string, unknown>;
  callTries: number;
  /** The live call, or the call awaiting evaluation. */
  callId: number | null;
  lastOutcome: string | null;
  createdAt: Date;
  updatedAt: Date;
  campaign: RetryPolicy & {
    id: number;
    name: string;
    goalVariable: string | null;
  };
}

/** Facts about a call that its lead's next state depends on. */
export interface LeadCall {
  id: number;
  status: string;
  answeredBy: string | null;
  isAnswered: boolean;
  failureCause: string | null;
  /** Calls to the lead that were cut off because one of our processes ended, including this call. */
  cutOffs: number;
  /** True if the callee asked in this call not to be called again. */
  hasOptedOut: boolean;
  /** True if the called number is blacklisted now. */
  isNumberListed: boolean;
  /** True if the lead's own number is blacklisted now; false if it was the called one. */
  isOwnNumberListed: boolean;
  /** True if it is the lead's latest call. */
  isLatest: boolean;
}

/** SQL for a `ContactState`. */
const CONTACT = jsonObject<ContactState>({
  id: 'id',
  status: 'status',
  zoneKey: 'zone_key',
  callTries: 'call_tries',
});

const LEAD_CAMPAIGN = jsonObject<LockedLead['campaign']>({
  id: 'campaign.id',
  name: 'campaign.name',
  goalVariable: 'campaign.goal_completion_variable',
  maxRetries: 'campaign.max_retries',
  retryIntervalMinutes: 'campaign.retry_interval',
  retryOnVoicemail: 'campaign.retry_on_voicemail',
  retryOnGoalIncomplete:
    'campaign.retry_on_goal_incomplete and campaign.goal_completion_variable is not null',
});

/** SQL for the columns of a `LeadRow`. Changing a lead ends its `contact_pause`; the next scheduling pass decides again. */
const LEAD = `lead.id, lead.external_id as "externalId", lead.phone_number as "phoneNumber", lead.zone_key as "zoneKey", lead.variables,
  lead.status, lead.contact_id as "contactId",
  coalesce(lead.due_before_pause, lead.due_at) as "dueAt", lead.call_id as "callId", lead.call_tries as "callTries",
  lead.retries, lead.number_is_out as "isNumberOut", lead.last_outcome as "lastOutcome", lead.goal_met as "goalMet",
  lead.created_at as "createdAt", lead.updated_at as "updatedAt",
  exists (select from lead_contacts where lead_id = lead.id) as "hasContacts",
  ${LEAD_CAMPAIGN} as campaign`;

/** SQL for a `LeadCall`. */
const LEAD_CALL = jsonObject<LeadCall>({
  id: 'call.id',
  status: 'call.status',
  answeredBy: 'call.answered_by',
  isAnswered: 'call.answered_at is not null',
  failureCause: 'call.failure_cause',
  cutOffs: `(select count(*) from calls cut where cut.lead_id = lead.id and cut.failure_cause = 'process')`,
  hasOptedOut: `call.answered_at is not null and exists (select from blacklisted_numbers
    where user_id = call.user_id and phone_number = call.client_phone_number and call_id = call.id)`,
  isNumberListed: 'is_blacklisted(call.user_id, call.client_phone_number)',
  isOwnNumberListed: 'lead.contact_id is not null and is_blacklisted(call.user_id, lead.phone_number)',
  isLatest: 'not exists (select from calls later where later.lead_id = lead.id and later.id > call.id)',
});

/** `zone_key` is stored for the current number only. */
type LeadRow = Omit<LockedLead, 'ownZoneKey' | 'contacts'> & { hasContacts: boolean };

/**
 * Adds the contacts of locked leads. Reads them in a separate statement, because the locking one would return them as
 * they were before it waited. A first contact added after the locking statement began counts from the next event.
 */
async function asLocked<Row extends LeadRow>(
  transaction: Executor,
  rows: readonly Row[],
): Promise<(Row & Pick<LockedLead, 'contacts' | 'ownZoneKey'>)[]> {
  const ids = rows.flatMap(({ id, contactId, hasContacts }) =>
    contactId !== null || hasContacts ? [id] : [],
  );
  const found =
    ids.length === 0
      ? []
      : await transaction.query<{ leadId: number; contacts: ContactState[] }>(
          `select lead_id as "leadId", json_agg(${CONTACT} order by position) as contacts
           from lead_contacts where lead_id = any($1) group by lead_id`,
          [ids],
        );
  const contacts = new Map(found.map((lead) => [lead.leadId, lead.contacts]));
  return rows.map((row) => ({
    ...row,
    contacts: contacts.get(row.id) ?? [],
    ownZoneKey: row.contactId === null ? row.zoneKey : zoneKeyOf(row.phoneNumber),
  }));
}

/** Locks the leads of these calls in id order. Calls whose lead was deleted are omitted. */
export async function lockLeadsOfCalls(
  transaction: Executor,
  callIds: readonly number[],
): Promise<(LockedLead & { call: LeadCall })[]> {
  const rows = await transaction.query<LeadRow & { call: LeadCall }>(
    `select ${LEAD}, ${LEAD_CALL} as call
     from calls call
     join leads lead on lead.id = call.lead_id
     join campaigns campaign on campaign.id = lead.campaign_id
     where call.id = any($1) order by lead.id for no key update of lead`,
    [callIds],
  );
  return asLocked(transaction, rows);
}

/** Locks leads in id order. */
export async function lockLeads(transaction: Executor, ids: readonly number[]): Promise<LockedLead[]> {
  const rows = await transaction.query<LeadRow>(
    `select ${LEAD} from leads lead join campaigns campaign on campaign.id = lead.campaign_id
     where lead.id = any($1) order by lead.id for no key update of lead`,
    [ids],
  );
  return asLocked(transaction, rows);
}

export interface LeadChange {
  before: LockedLead;
  after: LeadState;
  /** Outcome of the call that caused the change; null if no call did. */
  outcome: string | null;
}

/** Stores new states of leads and contacts. Leads that are not processing lose their call. */
export async function storeLeads(
  transaction: Executor,
  changes: readonly LeadChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const leads = changes.map(({ before, after, outcome }) => ({
    id: before.id,
    status: after.status,
    contact_id: after.contactId,
    due_at: after.dueAt,
    zone_key: zoneKeyNow(before, after),
    retries: after.retries,
    number_is_out: after.isNumberOut,
    goal_met: after.goalMet,
    last_outcome: outcome ?? before.lastOutcome,
  }));
  await transaction.query(
    `update leads set status = made.status, contact_id = made.contact_id, due_at = made.due_at, due_before_pause = null,
       zone_key = made.zone_key, retries = made.retries, number_is_out = made.number_is_out,
       goal_met = made.goal_met, last_outcome = made.last_outcome, updated_at = $2,
       call_id = case when made.status = 'processing' then leads.call_id end
     from json_to_recordset($1) as made (id bigint, status text, contact_id bigint, due_at timestamptz,
       zone_key text, retries int, number_is_out boolean, goal_met boolean, last_outcome text)
     where leads.id = made.id`,
    [JSON.stringify(leads), now],
  );
  const contacts = changes.flatMap(changedContacts);
  if (contacts.length === 0) return;
  await transaction.query(
    `update lead_contacts set status = made.status, last_outcome = coalesce(made.last_outcome, lead_contacts.last_outcome),
       updated_at = $2
     from json_to_recordset($1) as made (id bigint, status text, last_outcome text)
     where lead_contacts.id = made.id`,
    [JSON.stringify(contacts), now],
  );
}

function zoneKeyNow(before: LockedLead, { contactId, contacts }: LeadState): string {
  if (contactId === before.contactId) return before.zoneKey;
  if (contactId === null) return before.ownZoneKey;
  return contacts.find(({ id }) => id === contactId)?.zoneKey ?? '';
}

function changedContacts({
  before,
  after,
  outcome,
}: LeadChange): (Pick<ContactState, 'id' | 'status'> & { last_outcome: string | null })[] {
  const statuses = new Map(before.contacts.map(({ id, status }) => [id, status]));
  return after.contacts
    .filter(({ id, status }) => statuses.get(id) !== status || id === before.contactId)
    .map(({ id, status }) => ({ id, status, last_outcome: id === before.contactId ? outcome : null }));
}
