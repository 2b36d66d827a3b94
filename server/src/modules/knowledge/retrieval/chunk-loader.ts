import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { Embedder } from '../../../providers/interfaces/embedder.ts';
import type {
  ChunkLoader,
  ChunkRecord,
  DocumentState,
  KnowledgebaseKey,
  KnowledgebaseState,
} from './loader.ts';
import { vectorFromBytes } from './vector-bytes.ts';

const pageRows = 1_000;

/**
 * Loads chunks from PostgreSQL for the search index. Ignores vectors of models other than the configured one, so after a
 * change of model only word search works until the passages are embedded again.
 */
export function createChunkLoader(database: Executor, embedder: Pick<Embedder, 'model'>): ChunkLoader {
  return {
    currentState: (key, knownRevision) =>
      currentState(database, { key, knownRevision, embeddingModel: embedder.model }),
    chunksSince: (key, revision, signal) =>
      chunksSince(database, { key, revision, signal, model: embedder.model }),
  };
}

const DOCUMENT = jsonObject<DocumentState>({
  id: 'id',
  generation: 'generation',
  name: 'name',
  source: 'coalesce(url, file_name)',
});

async function currentState(
  database: Executor,
  about: { key: KnowledgebaseKey; knownRevision: number | undefined; embeddingModel: string },
): Promise<KnowledgebaseState | null> {
  const { key, knownRevision, embeddingModel } = about;
  const [row] = await database.query<Pick<KnowledgebaseState, 'revision' | 'documents'>>(
    `select base.revision,
       case when base.revision is distinct from $3 then
         coalesce((select json_agg(${DOCUMENT}) from documents
           where documents.user_id = base.user_id and knowledgebase_id = base.id and generation > 0), '[]') end as documents
     from knowledgebases base where user_id = $1 and id = $2`,
    [key.userId, key.knowledgebaseId, knownRevision ?? null],
  );
  return row === undefined ? null : { ...row, embeddingModel };
}

interface ChunkRow {
  id: number;
  document_id: number;
  generation: number;
  heading: string;
  text: string;
  embedding: Buffer | null;
  revision: number;
}

/** Keyset pagination by revision and id: rows that change during the load move to the end and are returned again. */
async function* chunksSince(
  database: Executor,
  about: { key: KnowledgebaseKey; revision: number; signal: AbortSignal; model: string },
): AsyncGenerator<ChunkRecord[]> {
  let after = { revision: about.revision, id: Number.MAX_SAFE_INTEGER };
  while (true) {
    about.signal.throwIfAborted();
    const rows = await database.query<ChunkRow>(
      `select id, document_id, generation, heading, text, revision,
         case when embedding_model = $5 then embedding end as embedding
       from chunks
       where knowledgebase_id = $2 and user_id = $1 and (revision, id) > ($3, $4)
       order by revision, id limit ${pageRows}`,
      [about.key.userId, about.key.knowledgebaseId, after.revision, after.id, about.model],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toRecord);
    after = { revision: last.revision, id: last.id };
  }
}

function toRecord(row: ChunkRow): ChunkRecord {
  return {
    id: row.id,
    documentId: row.document_id,
    generation: row.generation,
    heading: row.heading,
    text: row.text,
    vector: row.embedding === null ? null : vectorFromBytes(row.embedding),
    revision: row.revision,
  };
}
