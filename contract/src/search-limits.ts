/**
 * Search scans only this many of an account's latest rows, to stay fast while the user types. Indexed values (whole ids
 * and lead numbers) are found at any age.
 */
export const LOOKED_THROUGH = { leads: 200_000, others: 20_000 };
