/**
 * Rows of an account that are looked through, the latest: more would take longer than somebody waits who types.
 * What has an index is found however old it is: whole ids, and the numbers of leads.
 */
export const LOOKED_THROUGH = { leads: 200_000, others: 20_000 };
