interface DayParameters {
  /** Where the statement holds the account's id, such as `$1`. */
  user: string;
  /** Where it holds the first and the last day, `YYYY-MM-DD`, each of them null for no bound. */
  from: string;
  to: string;
}

/** Narrows a statement to days of the account's own zone, both included: the days that its charts count by. */
export function withinDays(column: string, { user, from, to }: DayParameters): string {
  const zone = `(${accountZone(user)})`;
  return `(${from}::date is null or ${column} >= ${from}::date::timestamp at time zone ${zone})
         and (${to}::date is null or ${column} < (${to}::date + 1)::timestamp at time zone ${zone})`;
}

/** An instant on the clock of the account's zone, as text: `2026-03-01 09:30:00`. */
export function plainInZone(column: string, user: string): string {
  return `to_char(${column} at time zone (${accountZone(user)}), 'YYYY-MM-DD HH24:MI:SS')`;
}

/** Asked once for a statement, however many rows it reads. */
export function accountZone(user: string): string {
  return `select timezone from users where users.id = ${user}`;
}
