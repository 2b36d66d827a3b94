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

/** SQL for a timestamp in the account's time zone, as text: `2026-03-01 09:30:00`. */
export function plainInZone(column: string, user: string): string {
  return `to_char(${column} at time zone (${accountZone(user)}), 'YYYY-MM-DD HH24:MI:SS')`;
}

/** Evaluated once per statement, not per row. */
export function accountZone(user: string): string {
  return `select timezone from users where users.id = ${user}`;
}
