import type { Database, Executor } from '../../db/client.ts';

/** A tool as its server describes it. */
export interface StoredTool {
  name: string;
  title: string | null;
  description: string;
  input_schema: Record<string, unknown>;
  is_read_only: boolean;
}

export interface McpServerRow {
  id: number;
  name: string;
  url: string;
  timeout: number;
  /** Null if the server has no headers. */
  sealed_headers: Buffer | null;
  tools: StoredTool[];
  tools_listed_at: string | null;
  listing_tried_at: Date | null;
  listing_error: string | null;
  created_at: string;
  updated_at: string;
}

/** Columns to write; null keeps the stored value. */
export interface McpServerColumns {
  name: string | null;
  url: string | null;
  timeout: number | null;
  encryptedHeaders: Buffer | null;
}

const COLUMNS = `id, name, url, timeout, sealed_headers, tools, iso_timestamp(tools_listed_at) as tools_listed_at,
  listing_tried_at, listing_error, iso_timestamp(created_at) as created_at, iso_timestamp(updated_at) as updated_at`;

export function findServers(database: Executor, userId: number): Promise<McpServerRow[]> {
  return database.query<McpServerRow>(`select ${COLUMNS} from mcp_servers where user_id = $1 order by id`, [
    userId,
  ]);
}

/** The account's servers among the ids, in the order of the ids. */
export function findServersById(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<McpServerRow[]> {
  return database.query<McpServerRow>(
    `select ${COLUMNS} from mcp_servers where user_id = $1 and id = any($2)
     order by array_position($2::bigint[], id)`,
    [userId, ids],
  );
}

export async function insertServer(
  database: Executor,
  userId: number,
  columns: { [Name in keyof McpServerColumns]: Exclude<McpServerColumns[Name], null> },
): Promise<McpServerRow> {
  const [row] = await database.query<McpServerRow>(
    `insert into mcp_servers (user_id, name, url, timeout, sealed_headers)
     values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [userId, columns.name, columns.url, columns.timeout, columns.encryptedHeaders],
  );
  if (row === undefined) throw new Error('The MCP server was not stored.');
  return row;
}

/** @returns null if the account has no such server */
export async function updateServer(
  database: Executor,
  about: { userId: number; id: number },
  columns: McpServerColumns,
): Promise<McpServerRow | null> {
  const rows = await database.query<McpServerRow>(
    `update mcp_servers set
       name = coalesce($3, name), url = coalesce($4, url), timeout = coalesce($5, timeout),
       sealed_headers = coalesce($6, sealed_headers), updated_at = clock_timestamp()
     where user_id = $1 and id = $2 returning ${COLUMNS}`,
    [about.userId, about.id, columns.name, columns.url, columns.timeout, columns.encryptedHeaders],
  );
  return rows[0] ?? null;
}

/**
 * Stores the outcome of listing the tools, unless the settings have changed since. A failure keeps the stored tools.
 * @param settings `updated_at` of the row whose settings were used
 */
export async function storeListing(
  database: Executor,
  { userId, id, settings }: { userId: number; id: number; settings: string },
  outcome: { tools: readonly StoredTool[] } | { error: string },
): Promise<void> {
  const failure = 'error' in outcome ? outcome.error : null;
  const tools = 'error' in outcome ? null : JSON.stringify(outcome.tools);
  await database.query(
    `update mcp_servers set
       tools = coalesce($4, tools),
       tools_listed_at = case when $4::jsonb is null then tools_listed_at else clock_timestamp() end,
       listing_tried_at = clock_timestamp(), listing_error = $5
     where user_id = $1 and id = $2 and iso_timestamp(updated_at) = $3`,
    [userId, id, settings, tools, failure],
  );
}

/** Deletes a server and removes it from all assistants. @returns false if the account has no such server */
export function removeServer(database: Database, userId: number, id: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const removed = await transaction.query(
      'delete from mcp_servers where user_id = $1 and id = $2 returning id',
      [userId, id],
    );
    // In a separate statement, so that it sees assistants that were saved while the delete waited for their locks. A
    // trigger drops the server's tools.
    await transaction.query(
      `update assistants set mcp_server_ids = array_remove(mcp_server_ids, $2)
       where user_id = $1 and ($2 = any(mcp_server_ids) or exists (
         select from json_array_elements(mcp_tools) entry where (entry->>'server_id')::bigint = $2))`,
      [userId, id],
    );
    return removed.length > 0;
  });
}
