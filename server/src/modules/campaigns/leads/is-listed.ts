/**
 * SQL condition: a number is blacklisted, in any spelling. One index look-up per number.
 * @param number an expression qualified with its table, because the list has a `phone_number` as well
 */
export function isListed(userId: string, number: string): string {
  return `exists (select from blacklisted_numbers listed where listed.user_id = ${userId}
    and listed.phone_number = any(number_spellings(number_key(${number}))))`;
}
