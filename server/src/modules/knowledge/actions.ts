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

/** How long a search waits for the question's vector; after that it uses words only. */
const questionVectorTimeoutMs = 3_000;
const turnRefreshTimeoutMs = 300;
/** API clients often search for a document that they have just changed, so they wait longer for the index. */
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
  // Null clears the description; undefined keeps it.
  const fields = { name, description: description === undefined ? null : (description ?? '') };
  const about = { userId: context.userId, id: input.id };
  if (!(await updateKnowledgebase(dependencies.database, about, fields))) throw notFound('Knowledgebase');
  return readKnowledgebase(dependencies, context, input.id);
}

/** Also deletes its documents and clears the reference on assistants. */
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
  limit: number;
  /** Longest wait for an index refresh before an older index is used. Short by default, because a caller is waiting. */
  refreshTimeoutMs?: number;
  signal: AbortSignal;
}

export interface FoundPassage extends KnowledgePassage {
  why: RetrievedChunk['why'];
}

/**
 * Returns the passages that answer a question best, best first; none if the account has no such knowledgebase. Uses
 * words only if the question's vector is late, and an older index if the refresh takes longer than `refreshTimeoutMs`.
 * Never returns deleted passages.
 */
export async function searchKnowledge(
  { database, embedder, retrieval }: KnowledgeDependencies,
  request: KnowledgeSearchRequest,
): Promise<FoundPassage[]> {
  const { userId, knowledgebaseId, query, signal, refreshTimeoutMs = turnRefreshTimeoutMs } = request;
  const model = await findEmbeddingModel(database, userId, knowledgebaseId);
  if (model === undefined) return [];
  // Without vectors of this model only words can match, so the question is not embedded.
  const current = embedder.snapshot?.() ?? embedder;
  const queryVector = model === current.model ? await questionVector(current, query, signal) : null;
  const chunks = await retrieval.search({ ...request, refreshTimeoutMs, queryVector });
  const ids = chunks.map((chunk) => chunk.chunkId);
  const sources = await findPassageSources(database, userId, ids);
  return chunks.flatMap(({ chunkId, documentId, heading, text, score, why }) => {
    const passageSource = sources.get(chunkId);
    // The passage was deleted after the search.
    if (passageSource === undefined) return [];
    return [
      { ...passageSource, documentId, score, why, text: heading === '' ? text : `${heading}\n\n${text}` },
    ];
  });
}

export function warmKnowledge(
  { retrieval }: KnowledgeDependencies,
  knowledgebase: { userId: number; knowledgebaseId: number },
  signal: AbortSignal,
): Promise<void> {
  return retrieval.warm(knowledgebase, signal);
}

/** Search for the API. Throws `not-found` if the account has no such knowledgebase. */
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
      words: why.words,
      missing: why.missing,
      meaning: why.meaning,
      meaning_doubt: why.meaningDoubt,
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
