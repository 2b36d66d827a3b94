import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  identifyVisitorRequest,
  identifyVisitorResponse,
  widgetSecretResponse,
  widgetSecretStateResponse,
} from '#contract/widget.ts';
import { defineRoute, type Route } from '../../../../http/route.ts';
import type { ConversationDependencies } from '../../actions.ts';
import { pageOf } from '../page-of.ts';
import { createSecret, identifyVisitor, readSecretState, removeSecret } from './identity-actions.ts';

const owner = { tag: 'Assistants', access: 'account', errors: 'message', resource: 'Assistant' } as const;
const params = z.object({ id: pathId() });
const path = '/user/assistant/:id/widget-secret';

/** Routes that tell the widget's conversations who the visitor is. */
export function identityRoutes(dependencies: ConversationDependencies): Route[] {
  return [identifyRoute(dependencies), ...secretRoutes(dependencies)];
}

function identifyRoute(dependencies: ConversationDependencies): Route {
  return defineRoute({
    tag: 'Conversations',
    access: 'public',
    errors: 'status',
    resource: 'Assistant',
    method: 'POST',
    operationId: 'widgets.identify',
    description:
      'A `token` of your server (a JSON Web Token with HS256) makes the visitor verified and returns their latest conversation. It can be used once and expires within an hour. Without a token, `visitor` is stored as not verified.',
    example: { visitor: { name: 'Ana', email: 'ana@example.com' } },
    path: '/widgets/:uuid/identify',
    summary: "Identify the visitor of an assistant's widget",
    params: z.object({ uuid: z.string() }),
    takesCredential: true,
    limit: { name: 'identify', limit: 300, windowMs: 60_000, per: 'address' },
    body: identifyVisitorRequest,
    success: { status: 200, schema: identifyVisitorResponse },
    refusals: [400, 403],
    handle: async (_context, { params: { uuid }, body, facts }) => {
      const page = pageOf(facts);
      const about = {
        assistantUuid: uuid,
        page,
        accountId: facts.accountId,
        requestKey: body.request_key ?? null,
      };
      return { status: true, ...(await identifyVisitor(dependencies, body, about)) };
    },
  });
}

function secretRoutes(dependencies: ConversationDependencies): Route[] {
  return [
    defineRoute({
      ...owner,
      method: 'POST',
      role: 'admin',
      operationId: 'assistants.createWidgetSecret',
      description:
        'The secret is shown only once. Keep it on your server, which signs the tokens of your users with it. An earlier secret, and visitors verified with it, are no longer valid.',
      path,
      summary: 'Create or replace the secret that verifies users of a widget',
      params,
      success: { status: 201, schema: widgetSecretResponse },
      handle: async (context, { params: { id } }) => ({
        message: 'Secret created successfully.',
        data: await createSecret(dependencies, context, id),
      }),
    }),
    defineRoute({
      ...owner,
      method: 'GET',
      operationId: 'assistants.getWidgetSecret',
      description: 'The secret itself cannot be read.',
      path,
      summary: 'Read whether a widget has a secret, and since when',
      params,
      success: { status: 200, schema: widgetSecretStateResponse },
      handle: async (context, { params: { id } }) => ({
        data: await readSecretState(dependencies, context, id),
      }),
    }),
    defineRoute({
      ...owner,
      method: 'DELETE',
      role: 'admin',
      operationId: 'assistants.deleteWidgetSecret',
      description: 'Verified users become anonymous visitors.',
      path,
      summary: "Delete a widget's secret",
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, { params: { id } }) => {
        await removeSecret(dependencies, context, id);
        return { message: 'Secret deleted successfully.' };
      },
    }),
  ];
}
