import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import {
  addToBlacklistRequest,
  addToBlacklistResponse,
  blacklistPage,
  blacklistQuery,
  bulkBlacklistRequest,
  bulkBlacklistResponse,
  MAX_BULK_NUMBERS,
} from '#contract/blacklist.ts';
import { pathId } from '#contract/fields.ts';
import { phonePart } from '../../core/phone-part.ts';
import { pageRequest } from '../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import {
  addAllToBlacklist,
  addToBlacklist,
  type BlacklistDependencies,
  listBlacklist,
  removeFromBlacklist,
} from './actions.ts';

const shared = {
  tag: 'Do-not-call list',
  access: 'account',
  errors: 'message',
  resource: 'Do-not-call entry',
} as const;
const PAGE_SIZE = 15;

export function blacklistRoutes(dependencies: BlacklistDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'blacklist.list',
      description: 'Customers are added by a request, by asking in a call, or by the message STOP.',
      path: '/user/blacklist',
      summary: 'List the do-not-call list, newest first',
      query: blacklistQuery,
      success: { status: 200, schema: blacklistPage },
      handle: async (context, { query, facts }) => {
        const about = {
          phoneNumber: phonePart(query.phone_number),
          page: pageRequest(query, PAGE_SIZE),
          facts,
        };
        return new RawJson(await listBlacklist(dependencies, context, about));
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'blacklist.create',
      description: 'A number that is on the list already keeps its reason.',
      path: '/user/blacklist',
      summary: 'Add a number to the do-not-call list and stop calling its pending leads',
      body: addToBlacklistRequest,
      success: { status: 200, schema: addToBlacklistResponse },
      isIdempotent: true,
      handle: async (context, { body }) => {
        const entry = await addToBlacklist(dependencies, context, body);
        return new RawJson(`{"message":"The number will not be called.","data":${entry}}`);
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'blacklist.createMany',
      description: 'An invalid number affects no other; `results` has one entry for each.',
      path: '/user/blacklist/bulk',
      summary: 'Add up to 10,000 numbers to the do-not-call list, with a result for each',
      body: bulkBlacklistRequest,
      maxBodyValues: 2 * MAX_BULK_NUMBERS,
      success: { status: 200, schema: bulkBlacklistResponse },
      isIdempotent: true,
      handle: async (context, { body }) => {
        const data = await addAllToBlacklist(dependencies, context, body);
        return { message: 'The numbers will not be called.', data };
      },
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'blacklist.delete',
      role: 'admin',
      description: 'Leads that were stopped stay stopped.',
      path: '/user/blacklist/:id',
      summary: 'Remove a number from the do-not-call list, without changing its leads',
      params: z.object({ id: pathId() }),
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params }) => {
        await removeFromBlacklist(dependencies, context, params.id);
        return { message: 'The number was removed from the do-not-call list.' };
      },
    }),
  ];
}
