/**
 * SQL condition: a number is blacklisted, in any variant. Uses one index look-up per number.
 * @param number an expression qualified with its table, because the blacklist also has a column `phone_number`
 */
export function isListed(userId: string, number: string): string {
  return `exists (select from blacklisted_numbers listed where listed.user_id = ${userId}
    and listed.phone_number = any(number_spellings(number_key(${number}))))`;
}
