import type { Executor } from '../../../db/client.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { lockLeads, storeLeads } from '../dialing/lead-store.ts';
import { type LeadState, progress } from '../rules/lead-progress.ts';

/**
 * Applies a blacklist entry to the waiting leads with any number of the customer: closes them or moves
 * them to their next number. Runs in the transaction of the entry.
 */
export async function blacklistLeads(
  { clock, notifier }: Pick<CampaignDependencies, 'clock' | 'notifier'>,
  transaction: Executor,
  entered: { userId: number; phoneNumber: string },
): Promise<void> {
  const found = await findNumbers(transaction, entered);
  if (found.length === 0) return;
  const now = clock.now();
  const leads = await lockLeads(transaction, [...new Set(found.map(({ leadId }) => leadId))]);
  const changes = leads.map((before) => {
    const numbers = found.filter(({ leadId }) => leadId === before.id);
    const after = numbers.reduce<LeadState>(
      (lead, { contactId }) =>
        progress(lead, { type: 'blacklisted', contactId }, { policy: before.campaign, now }),
      before,
    );
    return { before, after, outcome: null };
  });
  await storeLeads(transaction, changes, now);
  transaction.afterCommit(() =>
    notifier.notify('campaigns', [...new Set(leads.map(({ campaign }) => campaign.id))]),
  );
}

/** Brings back the leads and contacts that a customer's STOP closed, unless their number is still on the list. */
export async function bringBackLeads(
  { clock, notifier }: Pick<CampaignDependencies, 'clock' | 'notifier'>,
  transaction: Executor,
  lifted: { userId: number; phoneNumbers: readonly string[] },
): Promise<void> {
  const found = await findStopped(transaction, lifted);
  if (found.length === 0) return;
  const now = clock.now();
  const leads = await lockLeads(transaction, [...new Set(found.map(({ leadId }) => leadId))]);
  const changes = leads.map((before) => {
    const numbers = found.filter(({ leadId }) => leadId === before.id);
    const contacts = new Set(numbers.map(({ contactId }) => contactId).filter((id) => id !== null));
    const isLead = numbers.some(({ contactId }) => contactId === null);
    const event = { type: 'stop-lifted', isLead, contacts } as const;
    return { before, after: progress(before, event, { policy: before.campaign, now }), outcome: null };
  });
  await storeLeads(transaction, changes, now);
  transaction.afterCommit(() =>
    notifier.notify('campaigns', [...new Set(leads.map(({ campaign }) => campaign.id))]),
  );
}

/** Finds what a STOP closed. */
function findStopped(
  database: Executor,
  { userId, phoneNumbers }: { userId: number; phoneNumbers: readonly string[] },
): Promise<FoundNumber[]> {
  return database.query<FoundNumber>(
    `select id as "leadId", null::bigint as "contactId" from leads
     where user_id = $1 and phone_number = any($2) and is_stopped and not is_blacklisted(user_id, phone_number)
     union all
     select lead_id, id from lead_contacts
     where user_id = $1 and phone_number = any($2) and is_stopped and not is_blacklisted(user_id, phone_number)`,
    [userId, phoneNumbers],
  );
}

interface FoundNumber {
  leadId: number;
  /** Null for the lead's own number. */
  contactId: number | null;
}

function findNumbers(
  database: Executor,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
): Promise<FoundNumber[]> {
  return database.query<FoundNumber>(
    `select id as "leadId", null::bigint as "contactId" from leads
     where user_id = $1 and phone_number = any(array(select customer_phones($1, $2))) and due_at is not null
     union all
     select lead_id, id from lead_contacts
     where user_id = $1 and phone_number = any(array(select customer_phones($1, $2))) and status <> 'blacklisted'`,
    [userId, phoneNumber],
  );
}
