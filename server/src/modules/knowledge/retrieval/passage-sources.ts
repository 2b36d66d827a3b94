import type { Executor } from '../../../db/client.ts';

export interface PassageSource {
  documentName: string;
  /** URL, or file name and page. */
  source: string | null;
}

/** Current sources of passages, by chunk id; deleted passages are missing. */
export async function findPassageSources(
  database: Executor,
  userId: number,
  chunkIds: readonly number[],
): Promise<Map<number, PassageSource>> {
  if (chunkIds.length === 0) return new Map();
  const rows = await database.query<{ id: number; name: string; source: string | null }>(
    `select chunks.id, documents.name,
       nullif(concat_ws(', ', documents.file_name, chunks.source), '') as source
     from chunks join documents on documents.user_id = chunks.user_id and documents.id = chunks.document_id
     where chunks.user_id = $1 and chunks.id = any($2)`,
    [userId, chunkIds],
  );
  return new Map(rows.map((row) => [row.id, { documentName: row.name, source: row.source }]));
}
