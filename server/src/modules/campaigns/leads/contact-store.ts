import type { UpdateLead } from '#contract/leads.ts';
import type { Executor } from '../../../db/client.ts';
import { isListed } from '../dialing/is-listed.ts';
import { callableNumber } from './lead-numbers.ts';
import { insertContacts } from './new-leads-store.ts';

type GivenContacts = NonNullable<UpdateLead['secondary_contacts']>;

/** Larger than any position, so that moved contacts do not collide with new ones. */
const REORDER_OFFSET = 1000;

export async function findContactNumbers(database: Executor, leadId: number): Promise<string[]> {
  const rows = await database.query<{ phone_number: string }>(
    'select phone_number from lead_contacts where lead_id = $1 order by position',
    [leadId],
  );
  return rows.map((row) => row.phone_number);
}

/** Ids of a lead's contacts whose number is blacklisted. */
export async function findListedContacts(database: Executor, leadId: number): Promise<Set<number>> {
  const rows = await database.query<{ id: number }>(
    `select contact.id from lead_contacts contact
     where lead_id = $1 and ${isListed('contact.user_id', 'contact.phone_number')}`,
    [leadId],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Replaces the contacts of a lead. A kept number keeps its state, and its variables unless new ones are given.
 * @returns ids of kept contacts
 */
export async function replaceContacts(
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
       variables = case when (contact ->> 'isGiven')::boolean then contact -> 'variables' else variables end
     from json_array_elements($2::json) as given (contact)
     where lead_id = $1 and phone_number = contact ->> 'phoneNumber' returning id, phone_number`,
    [leadId, JSON.stringify(contacts)],
  );
  const known = new Set(kept.map((row) => row.phone_number));
  const added = contacts.filter(({ phoneNumber }) => !known.has(phoneNumber));
  await insertContacts(database, { userId, leadId }, added);
  return new Set(kept.map(({ id }) => id));
}
