/** Columns of each table that are required: not null, and without a default. */
export type RequiredColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads `RequiredColumns`; one row per column. */
export const REQUIRED_COLUMNS = `select relation.relname as "table", attribute.attname as "column"
  from pg_attribute attribute join pg_class relation on relation.oid = attribute.attrelid
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
    and attribute.attnum > 0 and attribute.attnotnull and not attribute.attisdropped
    and not attribute.atthasdef and attribute.attidentity = ''`;

/** Required columns that the statement's inserts leave out, as `table.column`. */
export function missingColumns(text: string, required: RequiredColumns): string[] {
  const inserts = text.matchAll(
    /\binsert\s+into\s+(\w+)(?:\s+as\s+\w+|\s+(?!values|select|default)\w+)?\s*\(([^()]*)\)/gi,
  );
  return [...inserts].flatMap(([, table = '', list = '']) => {
    const given = new Set(list.split(',').map((name) => name.trim().replaceAll('"', '')));
    return [...(required.get(table) ?? [])]
      .filter((name) => !given.has(name))
      .map((name) => `${table}.${name}`);
  });
}
