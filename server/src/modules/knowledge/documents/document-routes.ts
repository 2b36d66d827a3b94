import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createDocumentRequest,
  createDocumentResponse,
  type createdDocument,
  type document,
  documentChunksQuery,
  documentChunksResponse,
  documentListResponse,
  documentResponse,
  failedDocumentsQuery,
  failedDocumentsResponse,
  maxFileBytes,
  saveDocumentResponse,
  updateDocumentRequest,
} from '#contract/knowledge.ts';
import type { Database } from '../../../db/client.ts';
import { pageEnvelope, pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import { statusLabels, typeLabels } from '../rules.ts';
import type { DocumentRow } from './document-store.ts';
import {
  changeDocument,
  checkDocument,
  createDocument,
  deleteDocument,
  listDocuments,
  listFailedDocuments,
  readChunks,
  readDocument,
  refreshDocument,
  retryDocument,
} from './document-verbs.ts';

const collection = '/user/knowledgebases/:knowledgebase_id/documents';
const shared = { tag: 'Documents', access: 'account', errors: 'error', resource: 'Document' } as const;
const collectionParams = z.object({ knowledgebase_id: pathId() });
const params = z.object({ knowledgebase_id: pathId(), id: pathId() });

function targetOf(path: z.output<typeof params>): { knowledgebaseId: number; id: number } {
  return { knowledgebaseId: path.knowledgebase_id, id: path.id };
}

export function documentRoutes(database: Database): Route[] {
  return [createRoute(database), ...readRoutes(database), ...writeRoutes(database)];
}

function createRoute(database: Database): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'documents.create',
    description:
      'Processing takes place in the background: ask for the document until its status is `active` or `failed`, or use the webhooks `document.active` and `document.failed`. Files may have up to 20 MB.',
    example: { name: 'Opening hours', type: 'website', url: 'https://example.com/hours' },
    path: collection,
    summary: 'Add a document: JSON for a website, multipart/form-data for a file',
    resource: 'Knowledgebase',
    params: collectionParams,
    body: createDocumentRequest,
    upload: { field: 'file', maxBytes: maxFileBytes },
    success: { status: 201, schema: createDocumentResponse },
    isIdempotent: true,
    check: (context, { params: { knowledgebase_id: knowledgebaseId }, body, file }) =>
      checkDocument(database, context, { knowledgebaseId, fields: body, file }),
    handle: async (context, { params: { knowledgebase_id: knowledgebaseId }, body, file }) => ({
      message: 'Document created successfully.',
      data: presentCreatedDocument(
        await createDocument(database, context, { knowledgebaseId, fields: body, file }),
      ),
    }),
  });
}

function readRoutes(database: Database): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'documents.list',
      path: collection,
      summary: 'List the documents of a knowledgebase with their progress',
      resource: 'Knowledgebase',
      params: collectionParams,
      success: { status: 200, schema: documentListResponse },
      handle: async (context, input) => {
        const rows = await listDocuments(database, context, input.params.knowledgebase_id);
        return { data: rows.map(presentDocument) };
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'documents.listFailed',
      path: '/user/documents/failed',
      summary: 'List the failed documents of all knowledgebases, latest failure first',
      query: failedDocumentsQuery,
      success: { status: 200, schema: failedDocumentsResponse },
      handle: async (context, { query }) => {
        const rows = await listFailedDocuments(database, context, query.limit ?? 20);
        return {
          data: rows.map((row) => ({ ...presentDocument(row), knowledgebase: row.knowledgebase })),
        };
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'documents.chunks.list',
      path: `${collection}/:id/chunks`,
      summary: 'List the passages of a document, page by page',
      params,
      query: documentChunksQuery,
      success: { status: 200, schema: documentChunksResponse },
      handle: async (context, { params: target, query, facts }) => {
        const page = pageRequest(query, 20);
        const found = await readChunks(database, context, { ...targetOf(target), page });
        return new RawJson(pageEnvelope(facts, page, found));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'documents.get',
      path: `${collection}/:id`,
      summary: 'Read a document with its progress or error',
      params,
      success: { status: 200, schema: documentResponse },
      handle: async (context, input) => ({
        data: presentDocument(await readDocument(database, context, targetOf(input.params))),
      }),
    }),
  ];
}

function writeRoutes(database: Database): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'documents.update',
      path: `${collection}/:id`,
      summary: 'Change the name or description of a document',
      params,
      body: updateDocumentRequest,
      success: { status: 200, schema: saveDocumentResponse },
      check: async (context, input) => {
        await readDocument(database, context, targetOf(input.params));
        return {};
      },
      handle: async (context, input) => ({
        message: 'Document updated successfully.',
        data: presentDocument(
          await changeDocument(database, context, { ...targetOf(input.params), fields: input.body }),
        ),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'documents.delete',
      path: `${collection}/:id`,
      summary: 'Delete a document and its passages',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, input) => {
        await deleteDocument(database, context, targetOf(input.params));
        return { message: 'Document deleted successfully.' };
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'documents.retry',
      description: 'Only for failed documents; otherwise 409.',
      path: `${collection}/:id/retry`,
      summary: 'Process a failed document again',
      params,
      success: { status: 200, schema: saveDocumentResponse },
      refusals: [409],
      handle: async (context, input) => ({
        message: 'The document is being processed again.',
        data: presentDocument(await retryDocument(database, context, targetOf(input.params))),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'documents.refresh',
      description: 'Unchanged passages stay as they are. A failed refresh changes nothing.',
      path: `${collection}/:id/refresh`,
      summary: 'Crawl a website again while its passages stay searchable',
      params,
      success: { status: 200, schema: saveDocumentResponse },
      refusals: [409, 422],
      handle: async (context, input) => ({
        message: 'The website is being crawled again.',
        data: presentDocument(await refreshDocument(database, context, targetOf(input.params))),
      }),
    }),
  ];
}

function presentCreatedDocument(row: DocumentRow): z.output<typeof createdDocument> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    type_label: typeLabels[row.type],
    status: row.status,
    status_label: statusLabels[row.status],
    created_at: row.created_at,
  };
}

function presentDocument(row: DocumentRow): z.output<typeof document> {
  return {
    ...presentCreatedDocument(row),
    updated_at: row.updated_at,
    error: row.error,
    warning: warningOf(row),
    last_read_at: row.last_read_at,
    pages: row.pages,
    stage: row.stage,
    progress: { done: row.progress_done, total: row.progress_total },
  };
}

/** A failed refresh is reported first; the warning about the current passages still applies. */
function warningOf({ refresh_error, warning }: DocumentRow): string | null {
  if (refresh_error === null) return warning;
  const failure = `The last refresh failed, so the earlier passages stay in use. ${refresh_error}`;
  return warning === null ? failure : `${failure}\n${warning}`;
}
