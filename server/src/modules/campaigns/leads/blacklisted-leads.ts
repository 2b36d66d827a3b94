import type { Executor } from '../../../db/client.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { lockLeads, storeLeads } from '../dialing/lead-store.ts';
import { type LeadState, progress } from '../rules/lead-progress.ts';

/**
 * Applies a blacklist entry to the waiting leads of a customer, whichever of their numbers is listed: closes them or moves
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

function findNumbers(
  database: Executor,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
): Promise<{ leadId: number; contactId: number | null }[]> {
  return database.query(
    `select id as "leadId", null::bigint as "contactId" from leads
     where user_id = $1 and phone_number = any(array(select customer_phones($1, $2))) and due_at is not null
     union all
     select lead_id, id from lead_contacts
     where user_id = $1 and phone_number = any(array(select customer_phones($1, $2))) and status <> 'blacklisted'`,
    [userId, phoneNumber],
  );
}
