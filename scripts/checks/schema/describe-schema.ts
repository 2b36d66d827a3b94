import type pg from 'pg';

/*
 * The definitions of a schema in the order in which an empty database can run them, read from PostgreSQL's catalog.
 * `pg_dump` is not part of the embedded server.
 */

const HEADER = `-- The schema after all migrations, for new installations and for readers. Generated: change it with a migration, then run
-- \`node scripts/checks/schema/schema.process.ts --write\`.
`;

/** Objects of the schema that belong to no extension. */
const OWN = (oid: string, kind: string): string =>
  `not exists (select from pg_depend where classid = '${kind}'::regclass and objid = ${oid} and deptype = 'e')`;

/** Functions that take or return rows of a table follow the tables. */
const TAKES_ROWS = `exists (select from unnest(proc.proargtypes::oid[] || proc.prorettype) as used (type)
  join pg_type on pg_type.oid = used.type where pg_type.typrelid <> 0)`;

const FUNCTIONS = `select proc.proname as name, pg_get_functiondef(proc.oid) as text, ${TAKES_ROWS} as "takesRows",
    'comment on function ' || proc.oid::regprocedure || ' is ' || quote_literal(obj_description(proc.oid, 'pg_proc')) as comment
  from pg_proc proc where proc.pronamespace = 'public'::regnamespace and ${OWN('proc.oid', 'pg_proc')}
  order by proc.proname, pg_get_function_identity_arguments(proc.oid)`;

const TABLES = `select relation.oid::int, relation.relname as name, relation.reloptions as options,
    relation.relpersistence = 'u' as "isUnlogged"
  from pg_class relation where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
    and relation.relname <> 'migrations'
  order by relation.relname`;

const COLUMNS = `select attribute.attrelid::int as "table", quote_ident(attribute.attname) as name,
    format_type(attribute.atttypid, attribute.atttypmod) as type, attribute.attnotnull as "isRequired",
    attribute.attidentity as identity, attribute.attgenerated as generated,
    pg_get_expr(value.adbin, value.adrelid) as value,
    case when attribute.attstorage <> type.typstorage then attribute.attstorage end as storage
  from pg_attribute attribute
  join pg_class relation on relation.oid = attribute.attrelid
  join pg_type type on type.oid = attribute.atttypid
  left join pg_attrdef value on value.adrelid = attribute.attrelid and value.adnum = attribute.attnum
  where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
    and attribute.attnum > 0 and not attribute.attisdropped
  order by attribute.attrelid, attribute.attnum`;

const CONSTRAINTS = `select conrelid::int as "table", quote_ident(conname) as name, contype as kind, pg_get_constraintdef(oid) as text
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('p', 'u', 'c', 'x', 'f')
  order by conrelid, array_position(array['p', 'u', 'x', 'c', 'f'], contype::text), conname`;

const INDEXES = `select indrelid::int as "table", pg_get_indexdef(indexrelid) as text from pg_index
  join pg_class on pg_class.oid = indexrelid
  where pg_class.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by indrelid, pg_class.relname`;

const TRIGGERS = `select tgrelid::int as "table", pg_get_triggerdef(trigger.oid) as text
  from pg_trigger trigger join pg_class on pg_class.oid = tgrelid
  where not tgisinternal and pg_class.relnamespace = 'public'::regnamespace order by pg_class.relname, tgname`;

const STORAGES: Record<string, string> = { p: 'plain', e: 'external', x: 'extended', m: 'main' };

interface Column {
  table: number;
  name: string;
  type: string;
  isRequired: boolean;
  identity: '' | 'a' | 'd';
  generated: '' | 's' | 'v';
  value: string | null;
  storage: string | null;
}

interface Definition {
  table: number;
  text: string;
}

/** Runs before any other statement of a script. */
const SETTINGS = '-- Functions may name tables that follow.\nset local check_function_bodies = off;\n';

/** @param seeds tables whose rows belong to the schema */
export async function describeSchema(client: pg.ClientBase, seeds: readonly string[]): Promise<string> {
  const rows = async <Row extends object>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows;
  const functions = await rows<{ text: string; takesRows: boolean; comment: string | null }>(FUNCTIONS);
  const tables = await rows<{ oid: number; name: string; options: string[] | null; isUnlogged: boolean }>(
    TABLES,
  );
  const columns = Map.groupBy(await rows<Column>(COLUMNS), ({ table }) => table);
  const constraints = Map.groupBy(
    await rows<Definition & { name: string; kind: string }>(CONSTRAINTS),
    ({ table }) => table,
  );
  const indexes = Map.groupBy(await rows<Definition>(INDEXES), ({ table }) => table);
  const triggers = await rows<Definition>(TRIGGERS);

  const tableTexts = tables.map(({ oid, name, options, isUnlogged }) => {
    const own = (constraints.get(oid) ?? []).filter(({ kind }) => kind !== 'f');
    const lines = [
      ...(columns.get(oid) ?? []).map(columnText),
      ...own.map((constraint) => `constraint ${constraint.name} ${constraint.text}`),
    ];
    const stored = options === null ? '' : ` with (${options.join(', ')})`;
    const storages = (columns.get(oid) ?? []).flatMap(({ name: column, storage }) =>
      storage === null
        ? []
        : [`alter table ${name} alter column ${column} set storage ${STORAGES[storage] ?? storage};`],
    );
    const indexTexts = (indexes.get(oid) ?? []).map(({ text }) => `${withoutSchema(text)};`);
    return [
      `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n  ${lines.join(',\n  ')}\n)${stored};`,
      ...storages,
      ...indexTexts,
    ].join('\n');
  });
  const nameOf = new Map(tables.map(({ oid, name }) => [oid, name]));
  const references = [...constraints].flatMap(([table, all]) =>
    all
      .filter(({ kind }) => kind === 'f')
      .map(({ name, text }) => `alter table ${nameOf.get(table)} add constraint ${name} ${text};`),
  );
  const functionText = ({ text, comment }: { text: string; comment: string | null }) =>
    `${withoutSchema(text).trimEnd()};${comment === null ? '' : `\n${withoutSchema(comment)};`}`;
  const seedTexts = await Promise.all(seeds.map((table) => seedText(client, table)));
  return [
    HEADER,
    SETTINGS,
    ...functions.filter(({ takesRows }) => !takesRows).map(functionText),
    ...tableTexts,
    references.sort().join('\n'),
    ...functions.filter(({ takesRows }) => takesRows).map(functionText),
    triggers.map(({ text }) => `${withoutSchema(text)};`).join('\n'),
    ...seedTexts,
  ]
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .concat('\n');
}

function columnText({ name, type, isRequired, identity, generated, value }: Column): string {
  const made =
    identity === 'a'
      ? ' generated always as identity'
      : identity === 'd'
        ? ' generated by default as identity'
        : generated === 's'
          ? ` generated always as (${value}) stored`
          : value === null
            ? ''
            : ` default ${value}`;
  return `${name} ${type}${made}${isRequired ? ' not null' : ''}`;
}

/** The script runs in the schema of the connection. */
function withoutSchema(text: string): string {
  return text.replaceAll(/\bpublic\./g, '');
}

async function seedText(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string; row: string }>(
    `select string_agg(quote_ident(key), ', ' order by ordinality) as columns,
       string_agg(coalesce(quote_literal(value), 'null'), ', ' order by ordinality) as row
     from ${table} as one, json_each_text(row_to_json(one)) with ordinality as field (key, value, ordinality)
     group by one.id order by one.id`,
  );
  const [first] = rows;
  if (first === undefined) return '';
  return `insert into ${table} (${first.columns}) values\n  ${rows.map(({ row }) => `(${row})`).join(',\n  ')};`;
}
