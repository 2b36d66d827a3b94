import type { z } from 'zod';
import {
  type createDocumentRequest,
  defaultRelativeLinks,
  type updateDocumentRequest,
} from '#contract/knowledge.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import type { Database, Executor } from '../../../db/client.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { enqueueIngestion } from '../jobs.ts';
import { documentErrors, type UploadFacts } from '../rules.ts';
import { bumpRevision, hasKnowledgebase } from '../store.ts';
import {
  type DocumentKey,
  type DocumentRow,
  findChunks,
  findDocument,
  findDocuments,
  findFailedDocuments,
  insertDocument,
  type NewDocument,
  removeDocument,
  restartDocument,
  updateDocument,
} from './document-store.ts';

export interface DocumentTarget {
  knowledgebaseId: number;
  id: number;
}

export interface Upload extends UploadFacts {
  filename: string;
}

/** Validates a new document. Throws `not-found` if the account has no such knowledgebase. */
export async function checkDocument(
  database: Database,
  context: Context,
  input: {
    knowledgebaseId: number;
    fields: Holding<z.output<typeof createDocumentRequest>>;
    file: UploadFacts | null;
  },
): Promise<FieldErrors> {
  await requireKnowledgebase(database, context, input.knowledgebaseId);
  return documentErrors(input.fields, input.file);
}

/** Stores the document, its file and its job in one transaction. @param input has passed `checkDocument` */
export async function createDocument(
  database: Database,
  context: Context,
  input: { knowledgebaseId: number; fields: z.output<typeof createDocumentRequest>; file: Upload | null },
): Promise<DocumentRow> {
  const about = { userId: context.userId, knowledgebaseId: input.knowledgebaseId };
  return database.transaction(async (transaction) => {
    const row = await insertDocument(transaction, about, newDocument(input.fields, input.file));
    if (row === null) throw notFound('Knowledgebase');
    await enqueueIngestion(transaction, { ...row, userId: context.userId });
    return row;
  });
}

function newDocument(fields: z.output<typeof createDocumentRequest>, file: Upload | null): NewDocument {
  return {
    name: fields.name,
    description: fields.description ?? '',
    type: fields.type,
    url: fields.url,
    links: (fields.links ?? []).map(({ link }) => link),
    relativeLinksLimit: fields.relative_links_limit ?? defaultRelativeLinks,
    file: file === null ? null : { name: storableName(file.filename), bytes: file.bytes },
  };
}

/** The base name of an uploaded file, without characters that PostgreSQL rejects. */
function storableName(filename: string): string {
  const name = filename.toWellFormed().replace(/\p{Cc}/gu, '');
  return name.split(/[/\\]/).at(-1)?.slice(0, 255) || 'file';
}

export async function listDocuments(
  database: Database,
  context: Context,
  knowledgebaseId: number,
): Promise<DocumentRow[]> {
  await requireKnowledgebase(database, context, knowledgebaseId);
  return findDocuments(database, context.userId, knowledgebaseId);
}

/** Failed documents with their knowledgebases. */
export function listFailedDocuments(
  database: Database,
  { userId }: Context,
  limit: number,
): ReturnType<typeof findFailedDocuments> {
  return findFailedDocuments(database, userId, limit);
}

export async function readDocument(
  database: Database,
  context: Context,
  target: DocumentTarget,
): Promise<DocumentRow> {
  return found(await findDocument(database, keyOf(context, target)));
}

export async function readChunks(
  database: Database,
  context: Context,
  { page, ...target }: DocumentTarget & { page: PageRequest },
): Promise<{ items: string; count: number; total: number }> {
  await readDocument(database, context, target);
  return findChunks(database, keyOf(context, target), page);
}

export async function changeDocument(
  database: Database,
  context: Context,
  input: DocumentTarget & { fields: z.output<typeof updateDocumentRequest> },
): Promise<DocumentRow> {
  const { name = null, description } = input.fields;
  // Null clears the description; undefined keeps it.
  const fields = { name, description: description === undefined ? null : (description ?? '') };
  return found(await updateDocument(database, keyOf(context, input), fields));
}

/** Deletes a document. Its passages disappear on commit; a worker that is processing it notices and stops. */
export async function deleteDocument(
  database: Database,
  context: Context,
  target: DocumentTarget,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const key = keyOf(context, target);
    // Checked first, so that a caller cannot lock another account's knowledgebase.
    if (!(await hasKnowledgebase(transaction, context.userId, target.knowledgebaseId))) {
      throw notFound('Document');
    }
    await bumpRevision(transaction, key);
    if (!(await removeDocument(transaction, key))) throw notFound('Document');
  });
}

/** Processes a failed document again. Throws `conflict` if it has not failed. */
export async function retryDocument(
  database: Database,
  context: Context,
  target: DocumentTarget,
): Promise<DocumentRow> {
  const key = keyOf(context, target);
  return database.transaction(async (transaction) => {
    const row = await restartDocument(transaction, key, 'failed');
    if (row === null) {
      found(await findDocument(transaction, key));
      throw new AppError('conflict', 'Only a failed document can be retried.');
    }
    await enqueueIngestion(transaction, { ...row, userId: context.userId });
    return row;
  });
}

/**
 * Reads a website again. Its passages stay searchable until new ones replace them, even if the refresh fails.
 * Throws `invalid` for a file and `conflict` while the document is being processed.
 */
export async function refreshDocument(
  database: Database,
  context: Context,
  target: DocumentTarget,
): Promise<DocumentRow> {
  const key = keyOf(context, target);
  return database.transaction(async (transaction) => {
    const row = await restartDocument(transaction, key, 'website');
    if (row === null) {
      const { type } = found(await findDocument(transaction, key));
      if (type !== 'website') throw new AppError('invalid', 'Only a website can be refreshed.');
      throw new AppError('conflict', 'The document is being processed. Refresh it afterwards.');
    }
    await enqueueIngestion(transaction, { ...row, userId: context.userId });
    return row;
  });
}

async function requireKnowledgebase(database: Executor, context: Context, id: number): Promise<void> {
  if (!(await hasKnowledgebase(database, context.userId, id))) throw notFound('Knowledgebase');
}

function keyOf(context: Context, target: DocumentTarget): DocumentKey {
  return { userId: context.userId, knowledgebaseId: target.knowledgebaseId, id: target.id };
}

function found(row: DocumentRow | null): DocumentRow {
  if (row === null) throw notFound('Document');
  return row;
}
