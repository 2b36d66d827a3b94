import type { z } from 'zod';
import {
  type createKnowledgebaseRequest,
  defaultPassages,
  type knowledgebase,
  type passage,
  type searchKnowledgeRequest,
  type updateKnowledgebaseRequest,
} from '#contract/knowledge.ts';
import type { KnowledgePassage } from '../../agent/knowledge.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { Database } from '../../db/client.ts';
import type { Embedder } from '../../providers/interfaces/embedder.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { RetrievedChunk } from './retrieval/knowledge-index.ts';
import { findPassageSources } from './retrieval/passage-sources.ts';
import type { RetrievalEngine } from './retrieval/retrieval-engine.ts';
import { knowledgebaseStatus, statusLabels } from './rules.ts';
import {
  findEmbeddingModel,
  findKnowledgebase,
  findKnowledgebases,
  hasKnowledgebase,
  insertKnowledgebase,
  type KnowledgebaseRow,
  removeKnowledgebase,
  updateKnowledgebase,
} from './store.ts';

export interface KnowledgeDependencies {
  database: Database;
  embedder: Embedder;
  retrieval: RetrievalEngine;
}

type Knowledgebase = z.output<typeof knowledgebase>;
type Passage = z.output<typeof passage>;

/** Longest that a search waits for its question's vector before it goes by words alone. */
const questionVectorTimeoutMs = 3_000;
const turnRefreshTimeoutMs = 300;
/** Who calls the API has often just changed a document and looks for it. */
const apiRefreshTimeoutMs = 10_000;

export async function listKnowledgebases(
  { database }: KnowledgeDependencies,
  context: Context,
): Promise<Knowledgebase[]> {
  return (await findKnowledgebases(database, context.userId)).map(present);
}

export async function readKnowledgebase(
  { database }: KnowledgeDependencies,
  context: Context,
  id: number,
): Promise<Knowledgebase> {
  const row = await findKnowledgebase(database, context.userId, id);
  if (row === null) throw notFound('Knowledgebase');
  return present(row);
}

export async function createKnowledgebase(
  dependencies: KnowledgeDependencies,
  context: Context,
  input: z.output<typeof createKnowledgebaseRequest>,
): Promise<Knowledgebase> {
  const fields = { name: input.name, description: input.description ?? '' };
  const id = await insertKnowledgebase(dependencies.database, context.userId, fields);
  return readKnowledgebase(dependencies, context, id);
}

export async function changeKnowledgebase(
  dependencies: KnowledgeDependencies,
  context: Context,
  input: { id: number; fields: z.output<typeof updateKnowledgebaseRequest> },
): Promise<Knowledgebase> {
  const { name = null, description } = input.fields;
  // A description of null empties it, a missing one stays.
  const fields = { name, description: description === undefined ? null : (description ?? '') };
  const about = { userId: context.userId, id: input.id };
  if (!(await updateKnowledgebase(dependencies.database, about, fields))) throw notFound('Knowledgebase');
  return readKnowledgebase(dependencies, context, input.id);
}

/** Removes its documents too and clears the reference on assistants. */
export async function deleteKnowledgebase(
  { database }: KnowledgeDependencies,
  context: Context,
  id: number,
): Promise<void> {
  if (!(await removeKnowledgebase(database, context.userId, id))) throw notFound('Knowledgebase');
}

export interface KnowledgeSearchRequest {
  userId: number;
  knowledgebaseId: number;
  query: string;
  /** Most passages; best first. */
  limit: number;
  /** Longest wait for what is new, where older knowledge can answer; short by default: somebody listens. */
  refreshTimeoutMs?: number;
  signal: AbortSignal;
}

export interface FoundPassage extends KnowledgePassage {
  why: RetrievedChunk['why'];
}

/**
 * The passages that answer a question best; none where the account has no such knowledgebase. Goes by words alone
 * where the question's vector does not come in time, and by what was known before where the index takes longer than
 * `refreshTimeoutMs` to learn what is new; what is deleted is never shown.
 */
export async function searchKnowledge(
  { database, embedder, retrieval }: KnowledgeDependencies,
  request: KnowledgeSearchRequest,
): Promise<FoundPassage[]> {
  const { userId, knowledgebaseId, query, signal, refreshTimeoutMs = turnRefreshTimeoutMs } = request;
  const model = await findEmbeddingModel(database, userId, knowledgebaseId);
  if (model === undefined) return [];
  // Vectors of another model, or none yet: words alone, without waiting for the question's vector.
  const queryVector = model === embedder.model ? await questionVector(embedder, query, signal) : null;
  const chunks = await retrieval.search({ ...request, refreshTimeoutMs, queryVector });
  const ids = chunks.map((chunk) => chunk.chunkId);
  const places = await findPassageSources(database, userId, ids);
  return chunks.flatMap(({ chunkId, documentId, heading, text, score, why }) => {
    const place = places.get(chunkId);
    // Deleted between the search and this line.
    if (place === undefined) return [];
    return [{ ...place, documentId, score, why, text: heading === '' ? text : `${heading}\n\n${text}` }];
  });
}

/** Builds or refreshes the search index, so that the first question need not wait for it. */
export function warmKnowledge(
  { retrieval }: KnowledgeDependencies,
  knowledgebase: { userId: number; knowledgebaseId: number },
  signal: AbortSignal,
): Promise<void> {
  return retrieval.warm(knowledgebase, signal);
}

/** The search of the API. Throws `not-found` when the account has no such knowledgebase. */
export async function searchKnowledgebase(
  dependencies: KnowledgeDependencies,
  context: Context,
  input: { knowledgebaseId: number } & z.output<typeof searchKnowledgeRequest>,
): Promise<Passage[]> {
  const { userId, signal } = context;
  const { knowledgebaseId, query } = input;
  if (!(await hasKnowledgebase(dependencies.database, userId, knowledgebaseId)))
    throw notFound('Knowledgebase');
  const limit = input.limit ?? defaultPassages;
  const request = { userId, knowledgebaseId, query, limit, signal, refreshTimeoutMs: apiRefreshTimeoutMs };
  const passages = await searchKnowledge(dependencies, request);
  return passages.map(({ documentId, documentName, text, score, source, why }) => ({
    document_id: documentId,
    document_name: documentName,
    text,
    score,
    source,
    why: {
      ...{ words: why.words, missing: why.missing },
      ...{ meaning: why.meaning, meaning_doubt: why.meaningDoubt },
    },
  }));
}

async function questionVector(
  embedder: Embedder,
  query: string,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(questionVectorTimeoutMs)]);
  try {
    const [vector] = await embedder.embed([query], limited, 'question');
    return vector ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

function present(row: KnowledgebaseRow): Knowledgebase {
  const { processing_count, failed_count, created_at, updated_at, ...rest } = row;
  const counts = { total: row.documents_count, processing: processing_count, failed: failed_count };
  const status = knowledgebaseStatus(counts);
  return {
    id: rest.id,
    name: rest.name,
    description: rest.description,
    status,
    status_label: statusLabels[status],
    documents_count: rest.documents_count,
    assistants_count: rest.assistants_count,
    created_at,
    updated_at,
  };
}
