import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  assistantNumber,
  assistantNumbersQuery,
  phoneNumber,
  phoneNumberListResponse,
  purchaseNumberRequest,
  purchaseNumberResponse,
  searchNumbersQuery,
  searchNumbersResponse,
} from '#contract/phone-numbers.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import {
  deleteNumber,
  listAssistantNumbers,
  listNumbers,
  listSmsNumbers,
  purchaseNumber,
  searchNumbers,
} from './actions.ts';
import { trunkRoutes } from './sip-trunks/trunk-routes.ts';
import type { PhoneNumberDependencies } from './wiring/dependencies.ts';

const shared = {
  tag: 'Phone numbers',
  access: 'account',
  errors: 'error',
  resource: 'Phone number',
} as const;

export function phoneNumberRoutes(dependencies: PhoneNumberDependencies): Route[] {
  return [
    ...listRoutes(dependencies),
    assistantRoute(dependencies),
    ...shopRoutes(dependencies),
    deleteRoute(dependencies),
    ...trunkRoutes(dependencies),
  ];
}

function listRoutes(dependencies: PhoneNumberDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'phoneNumbers.list',
      description: 'With numbers of SIP trunks.',
      path: '/user/phone-numbers/all',
      summary: 'List all phone numbers',
      success: { status: 200, schema: phoneNumberListResponse },
      handle: async (context) => new RawJson(`{"data":${await listNumbers(dependencies, context)}}`),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'phoneNumbers.listSmsCapable',
      description: 'Kept for older clients; use `GET /user/phone-numbers/all`.',
      path: '/user/phone-numbers',
      summary: 'List the SMS-capable numbers that have an active subscription (legacy)',
      success: { status: 200, schema: z.array(phoneNumber) },
      handle: async (context) => new RawJson(await listSmsNumbers(dependencies, context)),
    }),
  ];
}

function assistantRoute(dependencies: PhoneNumberDependencies): Route {
  return defineRoute({
    ...shared,
    // Uses the same error format as the routes of assistants.
    errors: 'message',
    method: 'GET',
    operationId: 'phoneNumbers.listAssignable',
    path: '/user/assistants/phone-numbers',
    summary: 'List the numbers that can be assigned to an assistant',
    query: assistantNumbersQuery,
    success: { status: 200, schema: z.array(assistantNumber) },
    handle: async (context, { query }) =>
      new RawJson(await listAssistantNumbers(dependencies, context, query.type ?? null)),
  });
}

function shopRoutes(dependencies: PhoneNumberDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'phoneNumbers.search',
      path: '/user/phone-numbers/search',
      summary: 'Search for numbers to buy from the telephony provider',
      query: searchNumbersQuery,
      success: { status: 200, schema: searchNumbersResponse },
      refusals: [503],
      holdsNoConnection: true,
      handle: async (context, { query }) => ({ data: await searchNumbers(dependencies, context, query) }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'phoneNumbers.purchase',
      description: 'Charged by the carrier to the operator of this installation.',
      path: '/user/phone-numbers/purchase',
      summary: 'Buy an available number',
      body: purchaseNumberRequest,
      success: { status: 201, schema: purchaseNumberResponse },
      refusals: [409, 503],
      isIdempotent: true,
      handle: async (context, { body }) => ({
        message: 'Phone number purchased successfully.',
        data: await purchaseNumber(dependencies, context, body.phone_number),
      }),
    }),
  ];
}

function deleteRoute(dependencies: PhoneNumberDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    operationId: 'phoneNumbers.delete',
    path: '/user/phone-numbers/:id',
    summary: 'Release a number, remove it from assistants, and keep its history',
    params: z.object({ id: pathId() }),
    success: { status: 200, schema: messageResponse },
    refusals: [503],
    handle: async (context, input) => {
      await deleteNumber(dependencies, context, input.params.id);
      return { message: 'Phone number deleted successfully.' };
    },
  });
}
