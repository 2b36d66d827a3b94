import type { Executor } from '../../../db/client.ts';
import type { CachedPage, ListVersion } from './page-cache.ts';

/** A page of an account's list, with the version that the caller has cached. */
export interface ListPageRequest {
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
 * Reads pages as JSON text, newest assistant first, with the total count and the version of the whole list. A page is
 * empty if the caller has cached this version. Uses one statement for any number of pages.
 */
export async function readPages(
  database: Executor,
  asked: readonly ListPageRequest[],
): Promise<CachedPage[]> {
  // Every change of an assistant increases its updated_at, and creating or deleting one changes the count, so every
  // change alters the count or the sum.
  const rows = await database.query<PageRow>(
    // Requests are passed as JSON: with arrays PostgreSQL would plan the statement again for each request.
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

function asRecord({ userId, page, perPage, knownVersion }: ListPageRequest, position: number) {
  const skipped = (page - 1) * perPage;
  return { position, user_id: userId, per_page: perPage, skipped, known_version: knownVersion };
}

/** Joins the items here, because PostgreSQL would copy the page three times. */
function asPage(rows: readonly PageRow[]): CachedPage {
  const items = rows.flatMap(({ list_json }) => list_json ?? []);
  // An unchanged page, or one after the last, is a single row without an item.
  const { total, version } = rows[0] ?? { total: 0, version: '' };
  return { version, page: { items: items.join(','), count: items.length, total } };
}
