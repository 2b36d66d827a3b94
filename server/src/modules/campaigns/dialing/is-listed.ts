/**
 * SQL condition: a customer is on the do-not-call list. The same as `is_blacklisted`, which it calls only for linked
 * customers: claims and imports check every number, and the SQL function costs ten times as much as these index look-ups.
 */
export function isListed(userId: string, number: string): string {
  return `(exists (select from blacklisted_numbers listed where listed.user_id = ${userId}
      and listed.phone_number = any(number_spellings(number_key(${number}))))
    or exists (select from customer_aliases linked where linked.user_id = ${userId}
      and (linked.alias = number_key(${number}) or linked.customer_key = number_key(${number})))
    and is_blacklisted(${userId}, ${number}))`;
}
