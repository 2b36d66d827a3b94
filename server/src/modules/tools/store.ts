import type { ToolParameter } from '#contract/tools.ts';
import type { Database, Executor } from '../../db/client.ts';
import type { ToolMethod } from './rules.ts';

export interface ToolRow {
  id: number;
  name: string;
  description: string;
  endpoint: string;
  method: ToolMethod;
  timeout: number;
  /** Null if the tool has no headers. */
  sealed_headers: Buffer | null;
  schema: ToolParameter[];
  created_at: string;
  updated_at: string;
}

/** Columns to write; null keeps the stored value. */
export interface ToolColumns {
  name: string | null;
  description: string | null;
  endpoint: string | null;
  method: ToolMethod | null;
  timeout: number | null;
  encryptedHeaders: Buffer | null;
  schema: readonly ToolParameter[] | null;
}

const COLUMNS = `id, name, description, endpoint, method, timeout, sealed_headers, schema,
  iso_timestamp(created_at) as created_at, iso_timestamp(updated_at) as updated_at`;

export function findTools(database: Executor, userId: number): Promise<ToolRow[]> {
  return database.query<ToolRow>(`select ${COLUMNS} from tools where user_id = $1 order by id`, [userId]);
}

export async function findTool(database: Executor, userId: number, id: number): Promise<ToolRow | null> {
  const rows = await database.query<ToolRow>(`select ${COLUMNS} from tools where user_id = $1 and id = $2`, [
    userId,
    id,
  ]);
  return rows[0] ?? null;
}

/** The account's tools among the ids, in the order of the ids. */
export function findToolsById(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<ToolRow[]> {
  return database.query<ToolRow>(
    `select ${COLUMNS} from tools where user_id = $1 and id = any($2)
     order by array_position($2::bigint[], id)`,
    [userId, ids],
  );
}

export async function insertTool(
  database: Executor,
  userId: number,
  columns: { [Name in keyof ToolColumns]: Exclude<ToolColumns[Name], null> },
): Promise<ToolRow> {
  const [row] = await database.query<ToolRow>(
    `insert into tools (user_id, name, description, endpoint, method, timeout, sealed_headers, schema)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [userId, ...driverValues(columns)],
  );
  if (row === undefined) throw new Error('The tool was not stored.');
  return row;
}

/** @returns null if the account has no such tool */
export async function updateTool(
  database: Executor,
  about: { userId: number; id: number },
  columns: ToolColumns,
): Promise<ToolRow | null> {
  const rows = await database.query<ToolRow>(
    `update tools set
       name = coalesce($3, name), description = coalesce($4, description), endpoint = coalesce($5, endpoint),
       method = coalesce($6, method), timeout = coalesce($7, timeout),
       sealed_headers = coalesce($8, sealed_headers), schema = coalesce($9, schema),
       updated_at = clock_timestamp()
     where user_id = $1 and id = $2 returning ${COLUMNS}`,
    [about.userId, about.id, ...driverValues(columns)],
  );
  return rows[0] ?? null;
}

function driverValues(columns: ToolColumns): unknown[] {
  const { name, description, endpoint, method, timeout, encryptedHeaders, schema } = columns;
  const schemaText = schema === null ? null : JSON.stringify(schema);
  return [name, description, endpoint, method, timeout, encryptedHeaders, schemaText];
}

/** Deletes a tool and removes it from all assistants. @returns false if the account has no such tool */
export function removeTool(database: Database, userId: number, id: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const removed = await transaction.query('delete from tools where user_id = $1 and id = $2 returning id', [
      userId,
      id,
    ]);
    // In a separate statement, so that it sees assistants that were saved while the delete waited for their locks.
    await transaction.query(
      `update assistants set tool_ids = array_remove(tool_ids, $2)
       where user_id = $1 and $2 = any(tool_ids)`,
      [userId, id],
    );
    return removed.length > 0;
  });
}
