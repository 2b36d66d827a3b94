import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import { sendSmsRequest, sendSmsResponse, smsPage, smsQuery, smsResponse } from '#contract/sms.ts';
import { pageRequest } from '../../../http/pagination.ts';
import { defineRawRoute } from '../../../http/raw-route.ts';
import { defineRoute, RawJson, type Route, TextAnswer } from '../../../http/route.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { SMS_CALLBACK_PATH } from './callback-url.ts';
import { readSms } from './send-sms.ts';
import { checkSms, checkSmsFilter, listSms, sendSms, takeCarrierCall } from './sms-verbs.ts';

const shared = { tag: 'SMS', access: 'account', errors: 'message', resource: 'SMS' } as const;
const PAGE_SIZE = 15;
/** Carrier reports are small forms. */
const MAX_CALL_BYTES = 65_536;

export function smsRoutes(dependencies: MessageDependencies): Route[] {
  return [sendRoute(dependencies), ...readRoutes(dependencies), callbackRoute(dependencies)];
}

function sendRoute(dependencies: MessageDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'sms.send',
    description: 'Charged for each segment. A recipient on the do-not-call list is refused.',
    example: { from: 1, to: '+14155550123', body: 'Your table is booked.' },
    path: '/user/sms',
    summary: 'Send an SMS from a number of the account',
    body: sendSmsRequest,
    success: { status: 201, schema: sendSmsResponse },
    refusals: [402, 409, 503],
    isIdempotent: true,
    check: (context, { body }) => checkSms(dependencies, context, body),
    handle: async (context, { body, facts }) => ({
      message: 'SMS sent successfully.',
      data: await sendSms(dependencies, context, { ...body, named: facts.namedRequest }),
    }),
  });
}

function readRoutes(dependencies: MessageDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'sms.list',
      path: '/user/sms',
      summary: 'List SMS in both directions, newest first',
      query: smsQuery,
      success: { status: 200, schema: smsPage },
      check: (context, { query }) => checkSmsFilter(dependencies, context, query.phone_number_id ?? null),
      handle: async (context, { query, facts }) => {
        const filter = {
          direction: query.direction ?? null,
          status: query.status ?? null,
          phoneNumberId: query.phone_number_id ?? null,
          customer: query.customer == null ? null : (toE164(query.customer) ?? query.customer),
          dateFrom: query.date_from ?? null,
          dateTo: query.date_to ?? null,
        };
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(await listSms(dependencies, context, { filter, page, facts }));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'sms.get',
      path: '/user/sms/:id',
      summary: 'Read an SMS with its delivery state',
      params: z.object({ id: pathId() }),
      success: { status: 200, schema: smsResponse },
      handle: async (context, { params }) => ({
        data: await readSms(dependencies, context.userId, params.id),
      }),
    }),
  ];
}

function callbackRoute(dependencies: MessageDependencies): Route {
  return defineRawRoute({
    tag: 'SMS',
    errors: 'message',
    resource: 'Carrier',
    method: 'POST',
    operationId: 'carriers.sms.receive',
    description: 'For carriers only: signed by the carrier.',
    path: `${SMS_CALLBACK_PATH}/:provider`,
    summary: 'Receive signed SMS reports from a carrier',
    params: z.object({ provider: z.string().max(50) }),
    contentTypes: ['application/x-www-form-urlencoded'],
    maxBytes: MAX_CALL_BYTES,
    refusals: [403],
    success: { status: 200, schema: z.string(), contentType: 'text/plain' },
    handle: async (_context, { params, request }) => {
      const { text, contentType } = await takeCarrierCall(dependencies, params.provider, request);
      return new TextAnswer(text, contentType);
    },
  });
}
