import type { Lead } from '#contract/leads.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { ZONELESS_CODES } from '../rules/country-zones.ts';
import { UNDIALABLE_TEXTS } from '../rules/undialable.ts';

const ZONELESS = ZONELESS_CODES.map((code) => `'+${code}'`).join();

/**
 * SQL for why the own number of `lead` is never called; null if it can be. `zone_key` is stored for the current number
 * only; if that is a contact, the calling code shows whether the own number has a zone.
 */
export const OWN_UNDIALABLE = `case
  when lead.number_is_out then 'invalid-number'
  when lead.contact_id is null and lead.zone_key = '' or left(lead.phone_number, 4) in (${ZONELESS}) then 'unknown-zone' end`;

/** SQL for why the number of `contact` is never called; null if it can be. */
export const CONTACT_UNDIALABLE = `case
  when contact.status = 'blacklisted' then 'blacklisted'
  when contact.status = 'reached-max-retries' and contact.last_outcome = 'invalid-number' then 'invalid-number'
  when contact.zone_key = '' then 'unknown-zone' end`;

const TEXTS = Object.entries(UNDIALABLE_TEXTS).map(([code, text]) => `('${code}', '${text}')`);

/** SQL for the API representation of an undialable reason. @param code SQL for its code */
export const undialableJson = (code: string): string =>
  `(select ${jsonObject<Lead['left_out']>({ code: 'code', text: 'text' })} from (values ${TEXTS.join()}) as reason (code, text)
    where reason.code = ${code})`;
