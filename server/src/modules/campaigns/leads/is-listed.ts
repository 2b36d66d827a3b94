/**
 * SQL: whether a number is on the account's blacklist, in any of its spellings. The spellings are an array, so each
 * number costs one look-up in the index of the list.
 * @param number an expression that names its table: the list has a `phone_number` too
 */
export function isListed(userId: string, number: string): string {
  return `exists (select from blacklisted_numbers listed where listed.user_id = ${userId}
    and listed.phone_number = any(number_spellings(number_key(${number}))))`;
}
