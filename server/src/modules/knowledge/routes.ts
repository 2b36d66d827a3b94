import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createKnowledgebaseRequest,
  knowledgebaseListResponse,
  knowledgebaseResponse,
  saveKnowledgebaseResponse,
  searchKnowledgeRequest,
  searchKnowledgeResponse,
  updateKnowledgebaseRequest,
} from '#contract/knowledge.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import {
  changeKnowledgebase,
  createKnowledgebase,
  deleteKnowledgebase,
  type KnowledgeDependencies,
  listKnowledgebases,
  readKnowledgebase,
  searchKnowledgebase,
} from './actions.ts';
import { documentRoutes } from './documents/document-routes.ts';

const shared = {
  tag: 'Knowledgebases',
  access: 'account',
  errors: 'error',
  resource: 'Knowledgebase',
} as const;
const params = z.object({ id: pathId() });

export function knowledgeRoutes(dependencies: KnowledgeDependencies): Route[] {
  return [
    ...readRoutes(dependencies),
    ...writeRoutes(dependencies),
    searchRoute(dependencies),
    ...documentRoutes(dependencies.database),
  ];
}

function readRoutes(dependencies: KnowledgeDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'knowledgebases.list',
      path: '/user/knowledgebases',
      summary: 'List all knowledgebases',
      success: { status: 200, schema: knowledgebaseListResponse },
      handle: async (context) => ({ data: await listKnowledgebases(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'knowledgebases.get',
      path: '/user/knowledgebases/:id',
      summary: 'Read a knowledgebase with its status and counts',
      params,
      success: { status: 200, schema: knowledgebaseResponse },
      handle: async (context, input) => ({
        data: await readKnowledgebase(dependencies, context, input.params.id),
      }),
    }),
  ];
}

function writeRoutes(dependencies: KnowledgeDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'knowledgebases.create',
      path: '/user/knowledgebases',
      summary: 'Create an empty knowledgebase',
      body: createKnowledgebaseRequest,
      success: { status: 201, schema: saveKnowledgebaseResponse },
      isIdempotent: true,
      handle: async (context, { body }) => ({
        message: 'Knowledgebase created successfully.',
        data: await createKnowledgebase(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'knowledgebases.update',
      path: '/user/knowledgebases/:id',
      summary: 'Change the name or description of a knowledgebase',
      params,
      body: updateKnowledgebaseRequest,
      success: { status: 200, schema: saveKnowledgebaseResponse },
      check: async (context, input) => {
        await readKnowledgebase(dependencies, context, input.params.id);
        return {};
      },
      handle: async (context, { params: { id: knowledgebaseId }, body }) => ({
        message: 'Knowledgebase updated successfully.',
        data: await changeKnowledgebase(dependencies, context, { id: knowledgebaseId, fields: body }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'knowledgebases.delete',
      description: 'Assistants continue without it.',
      path: '/user/knowledgebases/:id',
      summary: 'Delete a knowledgebase with its documents and remove it from assistants',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, input) => {
        await deleteKnowledgebase(dependencies, context, input.params.id);
        return { message: 'Knowledgebase deleted successfully.' };
      },
    }),
  ];
}

function searchRoute(dependencies: KnowledgeDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'knowledgebases.search',
    role: 'viewer',
    description: 'The same search that assistants use. `why` explains each result.',
    path: '/user/knowledgebases/:id/search',
    summary: 'Find the passages that best answer a question',
    params,
    body: searchKnowledgeRequest,
    success: { status: 200, schema: searchKnowledgeResponse },
    check: async (context, input) => {
      await readKnowledgebase(dependencies, context, input.params.id);
      return {};
    },
    handle: async (context, { params: { id: knowledgebaseId }, body }) => ({
      data: await searchKnowledgebase(dependencies, context, { knowledgebaseId, ...body }),
    }),
  });
}
