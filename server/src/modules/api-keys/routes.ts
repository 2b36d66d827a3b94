import { z } from 'zod';
import {
  createApiKeyRequest,
  createApiKeyResponse,
  listApiKeysResponse,
  messageResponse,
} from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { type ApiKeyDependencies, checkApiKey, createApiKey, deleteApiKey, listApiKeys } from './actions.ts';

export function apiKeyRoutes(dependencies: ApiKeyDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      operationId: 'apiKeys.create',
      description: 'Store the token at once. A key is valid until it is deleted, or until `expires_at`.',
      path: '/user/api-keys',
      tag: 'API keys',
      summary: 'Create an API key and read its token, which is shown only once',
      access: 'account',
      errors: 'message',
      body: createApiKeyRequest,
      success: { status: 201, schema: createApiKeyResponse },
      isIdempotent: true,
      check: (_context, { body }) => checkApiKey(dependencies, body),
      handle: async (context, { body }) => ({
        message: 'API key created.',
        api_key: await createApiKey(dependencies, context, body),
      }),
    }),
    defineRoute({
      method: 'GET',
      operationId: 'apiKeys.list',
      path: '/user/api-keys',
      tag: 'API keys',
      summary: 'List the API keys, without their tokens',
      access: 'account',
      errors: 'message',
      success: { status: 200, schema: listApiKeysResponse },
      handle: async (context) => ({ api_keys: await listApiKeys(dependencies, context) }),
    }),
    defineRoute({
      method: 'DELETE',
      operationId: 'apiKeys.delete',
      path: '/user/api-keys/:id',
      tag: 'API keys',
      summary: 'Delete an API key, which all processes refuse at once',
      access: 'account',
      errors: 'message',
      resource: 'API key',
      params: z.object({ id: pathId() }),
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params }) => {
        await deleteApiKey(dependencies, context, params.id);
        return { message: 'API key deleted.' };
      },
    }),
  ];
}
