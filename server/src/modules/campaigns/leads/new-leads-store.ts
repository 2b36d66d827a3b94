import type { Executor } from '../../../db/client.ts';
import type { CallableNumber } from './lead-numbers.ts';
import { skipUndialable } from './skip-undialable.ts';

export interface NewLead extends CallableNumber {
  /** True if it is a second lead with the same number, which the request allows. */
  isDuplicate: boolean;
  contacts: readonly PositionedContact[];
}

/**
 * Stores a lead with its contacts. Blacklisted numbers get that status. If the time zone of the lead's own number is
 * unknown, the first dialable contact becomes current.
 * @returns the lead's id; null if the campaign has a lead with this number or external id
 */
export async function insertLead(
  database: Executor,
  { userId, campaignId, now }: { userId: number; campaignId: number; now: Date },
  lead: NewLead,
): Promise<number | null> {
  const [row] = await database.query<{ id: number }>(
    `insert into leads (user_id, campaign_id, phone_number, variables, zone_key, is_duplicate, external_id, status, due_at)
     select $1, $2, $3, $4, $5, $6, $8, case when listed then 'blacklisted' else 'created' end,
       case when not listed then $7::timestamptz end
     from (select is_blacklisted($1, $3) as listed) as known
     on conflict do nothing returning id`,
    [
      userId,
      campaignId,
      lead.phoneNumber,
      JSON.stringify(lead.variables),
      lead.zoneKey,
      lead.isDuplicate,
      now,
      lead.externalId,
    ],
  );
  if (row === undefined) return null;
  await insertContacts(database, { userId, leadId: row.id }, lead.contacts);
  if (lead.zoneKey === '' && lead.contacts.length > 0) await skipUndialable(database, [row.id], now);
  return row.id;
}

/** A secondary contact with its position, from 1. */
export interface PositionedContact extends CallableNumber {
  position: number;
}

export async function insertContacts(
  database: Executor,
  { userId, leadId }: { userId: number; leadId: number },
  contacts: readonly PositionedContact[],
): Promise<void> {
  if (contacts.length === 0) return;
  await database.query(
    `insert into lead_contacts (user_id, lead_id, position, phone_number, variables, zone_key, external_id, status)
     select $1, $2, (contact ->> 'position')::int, contact ->> 'phoneNumber', contact -> 'variables', contact ->> 'zoneKey',
       contact ->> 'externalId',
       case when is_blacklisted($1, contact ->> 'phoneNumber') then 'blacklisted' else 'created' end
     from json_array_elements($3::json) as given (contact)`,
    [userId, leadId, JSON.stringify(contacts)],
  );
}
