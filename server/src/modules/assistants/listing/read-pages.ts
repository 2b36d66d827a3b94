import type { Executor } from '../../../db/client.ts';
import type { CachedPage, ListVersion } from './page-cache.ts';

/** A page of an account's list, unless the list is still as it is known. */
export interface AskedPage {
  userId: number;
  page: number;
  perPage: number;
  knownVersion: ListVersion | null;
}

interface PageRow {
  position: number;
  total: number;
  version: ListVersion;
  list_json: string | null;
}

/**
 * Each asked page as JSON text, newest first, how many assistants there are in all, and the version of the whole list;
 * the page is empty where that is the known version. One statement, whatever the number of pages.
 */
export async function readPages(database: Executor, asked: readonly AskedPage[]): Promise<CachedPage[]> {
  // Every change of an assistant moves its updated_at, and to create or delete one changes the count: no change
  // leaves both the count and the sum as they were.
  const rows = await database.query<PageRow>(
    // As JSON: of arrays PostgreSQL sees the length and plans the statement anew for every request.
    `select asked.position, list.total, list.version, page.list_json
     from json_to_recordset($1::json)
       as asked (position int, user_id bigint, per_page int, skipped bigint, known_version text)
     cross join lateral (
       select count(*)::int as total, count(*) || ' ' || sum(updated_at - timestamptz '2000-01-01Z') as version
       from assistants where user_id = asked.user_id and deleted_at is null) list
     left join lateral (
       select id, list_json from assistants
       where user_id = asked.user_id and deleted_at is null and list.version is distinct from asked.known_version
       order by id desc limit asked.per_page offset asked.skipped) page on true
     order by asked.position, page.id desc`,
    [JSON.stringify(asked.map(asRecord))],
  );
  const byPosition = Map.groupBy(rows, (row) => row.position);
  return asked.map((_, index) => asPage(byPosition.get(index) ?? []));
}

function asRecord({ userId, page, perPage, knownVersion }: AskedPage, position: number) {
  const skipped = (page - 1) * perPage;
  return { position, user_id: userId, per_page: perPage, skipped, known_version: knownVersion };
}

/** The rows are joined here: PostgreSQL would copy the page three times to do it. */
function asPage(rows: readonly PageRow[]): CachedPage {
  const items = rows.flatMap(({ list_json }) => list_json ?? []);
  // A page beyond the last, like an unchanged one, is a row without an item.
  const { total, version } = rows[0] ?? { total: 0, version: '' };
  return { version, page: { items: items.join(','), count: items.length, total } };
}
