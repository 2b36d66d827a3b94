import type { Executor } from '../../../db/client.ts';
import type { CallableNumber } from '../leads/lead-numbers.ts';

export interface ImportedLead extends CallableNumber {
  contacts: readonly CallableNumber[];
}

export interface ImportAbout {
  userId: number;
  campaignId: number;
  now: Date;
  /** Stores a lead also where the campaign has one of its number. */
  mayRepeat: boolean;
}

/**
 * Stores many leads in one statement. Ids are drawn first, so that what was not stored is known by its place, also where
 * a number stands twice among the given ones.
 * @returns by index what did not become a lead that waits
 */
export function insertLeads(
  database: Executor,
  { userId, campaignId, now, mayRepeat }: ImportAbout,
  leads: readonly ImportedLead[],
): Promise<{ index: number; state: 'duplicate' | 'blacklisted' }[]> {
  return database.query(
    `with given as materialized (
       select place, nextval(pg_get_serial_sequence('leads', 'id')) as id, lead ->> 'phoneNumber' as phone_number,
         lead ->> 'zoneKey' as zone_key, lead -> 'variables' as variables, lead -> 'contacts' as contacts
       from json_array_elements($3::json) with ordinality as list (lead, place)),
     known as materialized (
       select given.*, entry.id is not null as is_listed from given
       left join blacklisted_numbers entry on entry.user_id = $1 and entry.phone_number = given.phone_number),
     first as (${insertFrom('false', 'known')}
       on conflict (campaign_id, phone_number) where not is_duplicate do nothing returning id, status),
     repeated as (${insertFrom('true', 'known where $5 and id not in (select id from first)')}
       returning id, status),
     stored as materialized (select * from first union all select * from repeated),
     contacts as (
       insert into lead_contacts (user_id, lead_id, position, phone_number, variables, zone_key, status)
       select $1, known.id, position, contact ->> 'phoneNumber', contact -> 'variables', contact ->> 'zoneKey',
         case when entry.id is null then 'created' else 'blacklisted' end
       from known join stored on stored.id = known.id
       cross join json_array_elements(known.contacts) with ordinality as list (contact, position)
       left join blacklisted_numbers entry
         on entry.user_id = $1 and entry.phone_number = contact ->> 'phoneNumber')
     select place::int - 1 as index, coalesce(stored.status, 'duplicate') as state
     from known left join stored on stored.id = known.id
     where stored.status is distinct from 'created' order by place`,
    [userId, campaignId, JSON.stringify(leads), now, mayRepeat],
  );
}

const insertFrom = (isDuplicate: string, rows: string): string => `
  insert into leads (id, user_id, campaign_id, phone_number, variables, zone_key, is_duplicate, status, due_at)
  overriding system value
  select id, $1, $2, phone_number, variables, zone_key, ${isDuplicate},
    case when is_listed then 'blacklisted' else 'created' end, case when not is_listed then $4::timestamptz end
  from ${rows}`;
