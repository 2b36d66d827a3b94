interface DayParameters {
  /** SQL expression of the account's id, such as `$1`. */
  user: string;
  /** SQL expressions of the first and the last day, `YYYY-MM-DD`; a null value is no bound. */
  from: string;
  to: string;
}

/** SQL condition for days in the account's time zone, both inclusive; charts count by the same days. */
export function withinDays(column: string, { user, from, to }: DayParameters): string {
  const zone = `(${accountZone(user)})`;
  return `(${from}::date is null or ${column} >= ${from}::date::timestamp at time zone ${zone})
         and (${to}::date is null or ${column} < (${to}::date + 1)::timestamp at time zone ${zone})`;
}

/** SQL condition for `updated_from` (inclusive) and `updated_to` (exclusive), instants or days of the account. */
export function changedWithin(column: string, { user, from, to }: DayParameters): string {
  const zone = `(${accountZone(user)})`;
  const bound = (
    given: string,
    days: number,
  ): string => `case when ${given} like '%T%' then ${given}::timestamptz
      else (${given}::date + ${days})::timestamp at time zone ${zone} end`;
  return `(${from}::text is null or ${column} >= ${bound(`${from}::text`, 0)})
         and (${to}::text is null or ${column} < ${bound(`${to}::text`, 1)})`;
}

/** SQL for a timestamp in the account's time zone, as text: `2026-03-01 09:30:00`. */
export function plainInZone(column: string, user: string): string {
  return `to_char(${column} at time zone (${accountZone(user)}), 'YYYY-MM-DD HH24:MI:SS')`;
}

/** Evaluated once per statement, not per row. */
export function accountZone(user: string): string {
  return `select timezone from users where users.id = ${user}`;
}
