import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  createDocumentRequest,
  createDocumentResponse,
  createKnowledgebaseRequest,
  document,
  documentChunksResponse,
  documentListResponse,
  knowledgebase,
  knowledgebaseListResponse,
  knowledgebaseResponse,
  saveKnowledgebaseResponse,
  searchKnowledgeResponse,
  updateDocumentRequest,
  updateKnowledgebaseRequest,
} from '#contract/knowledge.ts';
import { request } from '../lib/api/request.ts';

export type Knowledgebase = z.output<typeof knowledgebase>;
export type KnowledgeDocument = z.output<typeof document>;
export type Passage = z.output<typeof searchKnowledgeResponse>['data'][number];

export const knowledgebaseListQuery = queryOptions({
  queryKey: ['knowledge', 'all'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof knowledgebaseListResponse>>('/user/knowledgebases', { signal })).data,
});

export function knowledgebaseQuery(id: string) {
  return queryOptions({
    queryKey: ['knowledge', 'one', id],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof knowledgebaseResponse>>(`/user/knowledgebases/${id}`, { signal })).data,
  });
}

export function documentListQuery(knowledgebaseId: string) {
  return queryOptions({
    queryKey: ['knowledge', 'one', knowledgebaseId, 'documents'],
    queryFn: async ({ signal }) => {
      const path = `/user/knowledgebases/${knowledgebaseId}/documents`;
      return (await request<z.output<typeof documentListResponse>>(path, { signal })).data;
    },
  });
}

export type DocumentChunk = z.output<typeof documentChunksResponse>['data'][number];

/** Passages of a document, in order. */
export function documentChunksQuery(knowledgebaseId: string, documentId: number) {
  return infiniteQueryOptions({
    queryKey: ['knowledge', 'one', knowledgebaseId, 'chunks', documentId],
    queryFn: ({ pageParam, signal }) => {
      const path = `/user/knowledgebases/${knowledgebaseId}/documents/${documentId}/chunks`;
      const options = { query: { page: pageParam, per_page: 50 }, signal };
      return request<z.output<typeof documentChunksResponse>>(path, options);
    },
    initialPageParam: 1,
    getNextPageParam: ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : null),
  });
}

export function createKnowledgebase(
  body: z.input<typeof createKnowledgebaseRequest>,
  idempotencyKey: string,
): Promise<z.output<typeof saveKnowledgebaseResponse>> {
  return request('/user/knowledgebases', { method: 'POST', body, idempotencyKey });
}

export function changeKnowledgebase(
  id: string,
  body: z.input<typeof updateKnowledgebaseRequest>,
): Promise<z.output<typeof saveKnowledgebaseResponse>> {
  return request(`/user/knowledgebases/${id}`, { method: 'PUT', body });
}

export function deleteKnowledgebase(id: string): Promise<unknown> {
  return request(`/user/knowledgebases/${id}`, { method: 'DELETE' });
}

type Created = z.output<typeof createDocumentResponse>;

/** @param file its type follows from its extension; unknown ones are sent as text */
export function uploadDocument(
  knowledgebaseId: string,
  file: File,
  idempotencyKey: string,
): Promise<Created> {
  const body = new FormData();
  body.set('name', file.name.slice(0, 255));
  body.set('type', typeOfFile(file.name));
  body.set('file', file);
  const path = `/user/knowledgebases/${knowledgebaseId}/documents`;
  return request(path, { method: 'POST', body, idempotencyKey });
}

export type WebsiteFields = Omit<z.input<typeof createDocumentRequest>, 'type'>;

export function addWebsite(
  knowledgebaseId: string,
  fields: WebsiteFields,
  idempotencyKey: string,
): Promise<Created> {
  const body = { ...fields, type: 'website' };
  return request(`/user/knowledgebases/${knowledgebaseId}/documents`, {
    method: 'POST',
    body,
    idempotencyKey,
  });
}

export function changeDocument(
  knowledgebaseId: string,
  id: number,
  body: z.input<typeof updateDocumentRequest>,
): Promise<unknown> {
  return request(`/user/knowledgebases/${knowledgebaseId}/documents/${id}`, { method: 'PUT', body });
}

/** `retry` reads a failed document again, `refresh` reads a website again, `delete` removes the document. */
export function actOnDocument(
  knowledgebaseId: string,
  id: number,
  action: 'retry' | 'refresh' | 'delete',
): Promise<unknown> {
  const path = `/user/knowledgebases/${knowledgebaseId}/documents/${id}`;
  return action === 'delete'
    ? request(path, { method: 'DELETE' })
    : request(`${path}/${action}`, { method: 'POST' });
}

export async function searchKnowledge(
  knowledgebaseId: string,
  query: string,
  signal?: AbortSignal,
): Promise<Passage[]> {
  const path = `/user/knowledgebases/${knowledgebaseId}/search`;
  const options = { method: 'POST', body: { query, limit: 8 }, signal } as const;
  return (await request<z.output<typeof searchKnowledgeResponse>>(path, options)).data;
}

/** `handbook.PDF` → `pdf` */
export function typeOfFile(name: string): 'pdf' | 'docx' | 'txt' {
  const ending = name.toLowerCase().split('.').at(-1);
  return ending === 'pdf' || ending === 'docx' ? ending : 'txt';
}

/** True once assistants can answer from a document, though its embeddings may still be computed. */
export function isSearchable({ status, stage }: KnowledgeDocument): boolean {
  return status === 'active' || stage === 'embedding';
}
