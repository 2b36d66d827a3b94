import { ZONELESS_CODES } from '../rules/country-zones.ts';
import { LEFT_OUT_TEXTS } from '../rules/left-out.ts';

const ZONELESS = ZONELESS_CODES.map((code) => `'+${code}'`).join();

/**
 * SQL for why the own number of the row `lead` is never called; null: it takes its turns. Zones are stored of the number
 * whose turn it is: what has none is seen by its calling code.
 */
export const OWN_LEFT_OUT = `case
  when lead.number_is_out then 'invalid-number'
  when lead.contact_id is null and lead.zone_key = '' or left(lead.phone_number, 4) in (${ZONELESS}) then 'unknown-zone' end`;

/** The same of a row `contact`. */
export const CONTACT_LEFT_OUT = `case
  when contact.status = 'blacklisted' then 'blacklisted'
  when contact.status = 'reached-max-retries' and contact.last_outcome = 'invalid-number' then 'invalid-number'
  when contact.zone_key = '' then 'unknown-zone' end`;

const TEXTS = Object.entries(LEFT_OUT_TEXTS).map(([code, text]) => `('${code}', '${text}')`);

/** SQL for such a code with its words, as clients see it. */
export const leftOutJson = (code: string): string =>
  `(select json_build_object('code', code, 'text', text) from (values ${TEXTS.join()}) as told (code, text)
    where told.code = ${code})`;
