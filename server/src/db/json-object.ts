/** PostgreSQL functions take at most 100 arguments. */
const MAX_FIELDS = 50;

/** An SQL expression for every field of `Answer`, including optional ones. */
export type JsonFields<Answer extends object | null> = Answer extends object
  ? { [Name in keyof Answer]-?: string }
  : never;

/**
 * SQL for a JSON object with the fields of `Answer` in the given order, such as
 * `jsonObject<Call>({ id: 'call.id', ended_at: 'iso_timestamp(call.ended_at)' })`. A missing or unknown field is a compile
 * error. Spread only `JsonFields`, because the compiler ignores unknown fields of spread objects.
 * Throws if there are more than 50 fields.
 */
export function jsonObject<Answer extends object | null = never>(
  fields: NoInfer<JsonFields<Answer>>,
): string {
  const pairs = Object.entries(fields).map(([name, sql]) => `'${name}', ${sql}`);
  if (pairs.length > MAX_FIELDS) {
    throw new Error(`json_build_object takes at most ${MAX_FIELDS} fields, but ${pairs.length} were given.`);
  }
  return `json_build_object(${pairs.join(', ')})`;
}

/** The given columns of a table or alias, as fields of the same names. */
export function columnsOf<Name extends string>(row: string, names: readonly Name[]): Record<Name, string> {
  // allow cast: there is an entry for each name.
  return Object.fromEntries(names.map((name) => [name, `${row}.${name}`])) as Record<Name, string>;
}
