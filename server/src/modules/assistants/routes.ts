import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import {
  assistant,
  assistantIdRequest,
  assistantPage,
  createAssistantRequest,
  enableWebhookRequest,
  listedAssistant,
  outboundAssistant,
  saveAssistantResponse,
  updateAssistantRequest,
  webhookToggleResponse,
} from '#contract/assistants.ts';
import { pathId } from '#contract/fields.ts';
import { pageQuery } from '#contract/pagination.ts';
import { assignNumberRequest, assignNumberResponse } from '#contract/phone-numbers.ts';
import { pageRequest } from '../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import {
  type AssistantDependencies,
  changeAssistant,
  checkAssistant,
  createAssistant,
  deleteAssistant,
  listAssistantPage,
  listAssistantSummaries,
  listAssistants,
  listOutboundAssistants,
  readAssistant,
  setAssistantStatus,
  setAssistantWebhook,
} from './actions.ts';
import type { WebhookToggle } from './configuration/webhook-toggle.ts';
import { assignNumber } from './numbers/assign-number.ts';

const shared = { tag: 'Assistants', access: 'account', errors: 'message', resource: 'Assistant' } as const;
const params = z.object({ id: pathId() });
const PAGE_SIZE = 10;

export function assistantRoutes(dependencies: AssistantDependencies): Route[] {
  return [
    createRoute(dependencies),
    updateRoute(dependencies),
    ...readRoutes(dependencies),
    ...listRoutes(dependencies),
    ...statusRoutes(dependencies),
    numberRoute(dependencies),
    ...(['webhook', 'inbound-webhook', 'conversation-ended-webhook'] as const).flatMap((toggle) =>
      toggleRoutes(dependencies, toggle),
    ),
  ];
}

function createRoute(dependencies: AssistantDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'assistants.create',
    description:
      'The new assistant is `inactive`. Null and missing fields get their defaults. Settings that the mode does not have are refused.',
    example: {
      name: 'Reception',
      type: 'inbound',
      mode: 'pipeline',
      llm_model_id: 1,
      voice_id: 1,
      language_id: 1,
      timezone: 'Europe/Berlin',
      initial_message: 'Hotel Aurora, how can I help you?',
      system_prompt: 'You answer calls of a hotel. Be brief and friendly.',
    },
    path: '/user/assistant',
    summary: 'Create an assistant',
    body: createAssistantRequest,
    success: { status: 201, schema: saveAssistantResponse },
    isIdempotent: true,
    check: (context, { body }) => checkAssistant(dependencies, context, { supplied: body, id: null }),
    handle: async (context, { body }) => ({
      message: 'Assistant created successfully.',
      data: await createAssistant(dependencies, context, body),
    }),
  });
}

function updateRoute(dependencies: AssistantDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    operationId: 'assistants.update',
    description:
      'Missing fields stay as they are; null resets a field to its default. A change of the mode resets the settings that depend on it. Applies to new calls and conversations.',
    path: '/user/assistant/:id',
    summary: 'Change the supplied fields of an assistant',
    params,
    body: updateAssistantRequest,
    success: { status: 200, schema: saveAssistantResponse },
    check: (context, input) =>
      checkAssistant(dependencies, context, { supplied: input.body, id: input.params.id }),
    handle: async (context, { params: { id: assistantId }, body }) => ({
      message: 'Assistant updated successfully.',
      data: await changeAssistant(dependencies, context, { id: assistantId, input: body }),
    }),
  });
}

function numberRoute(dependencies: AssistantDependencies): Route {
  return defineRoute({
    tag: 'Phone numbers',
    access: 'account',
    errors: 'error',
    resource: 'Phone number',
    method: 'PUT',
    operationId: 'phoneNumbers.assign',
    // Like choosing the number in the assistant.
    role: 'builder',
    description:
      'Takes the number from the assistant that answers it, gives it to this inbound assistant and activates that. An assistant answers one number, so it gives up its previous one. Outbound assistants and campaigns keep the number.',
    example: { assistant_id: 1 },
    path: '/user/assistants/phone-numbers/:id',
    summary: 'Choose the assistant that answers a number',
    params,
    body: assignNumberRequest,
    success: { status: 200, schema: assignNumberResponse },
    handle: async (context, { params: { id: numberId }, body }) => ({
      message: 'Phone number assigned successfully.',
      data: await assignNumber(dependencies, context, { numberId, assistantId: body.assistant_id }),
    }),
  });
}

function readRoutes(dependencies: AssistantDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'assistants.get',
      path: '/user/assistant/:id',
      summary: 'Read an assistant',
      params,
      success: { status: 200, schema: z.object({ data: assistant }) },
      handle: async (context, input) =>
        new RawJson(`{"data":${await readAssistant(dependencies, context, input.params.id)}}`),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'assistants.delete',
      description: 'Its calls and conversations stay.',
      path: '/user/assistant/:id',
      summary: 'Delete an assistant and free its number',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, input) => {
        await deleteAssistant(dependencies, context, input.params.id);
        return { message: 'Assistant deleted successfully.' };
      },
    }),
  ];
}

function listRoutes(dependencies: AssistantDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/user/assistants/get',
      operationId: 'assistants.listPage',
      description: 'With all fields of each assistant.',
      summary: 'List assistants by page, newest first',
      query: z.object(pageQuery()),
      success: { status: 200, schema: assistantPage },
      holdsNoConnection: true,
      handle: async (context, { query, facts }) => {
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(await listAssistantPage(dependencies, context, { page, facts }));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'assistants.list',
      description:
        'With all fields of each assistant, newest first. For long lists, use `GET /user/assistants/get`.',
      path: '/user/assistants',
      summary: 'List all assistants',
      success: { status: 200, schema: z.array(assistant) },
      handle: async (context) => new RawJson(await listAssistants(dependencies, context)),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'assistants.listSummaries',
      description: 'Without texts, for lists and pickers.',
      path: '/user/assistants/summaries',
      summary: 'List all assistants with basic fields only',
      success: { status: 200, schema: z.array(listedAssistant) },
      handle: async (context) => new RawJson(await listAssistantSummaries(dependencies, context)),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'assistants.listOutbound',
      path: '/user/assistants/outbound',
      summary: 'List all outbound assistants with a reduced set of fields',
      success: { status: 200, schema: z.array(outboundAssistant) },
      handle: async (context) => new RawJson(await listOutboundAssistants(dependencies, context)),
    }),
  ];
}

function statusRoutes(dependencies: AssistantDependencies): Route[] {
  return (['active', 'inactive'] as const).map((status) => {
    const verb = status === 'active' ? 'activate' : 'deactivate';
    return defineRoute({
      ...shared,
      method: 'POST',
      operationId: `assistants.${verb}`,
      path: `/user/assistant/:id/${verb}`,
      summary: `${status === 'active' ? 'Activate' : 'Deactivate'} an assistant for inbound calls`,
      params,
      success: { status: 200, schema: saveAssistantResponse },
      handle: async (context, input) => ({
        message: `Assistant ${verb}d successfully.`,
        data: await setAssistantStatus(dependencies, context, { id: input.params.id, status }),
      }),
    });
  });
}

function toggleRoutes(dependencies: AssistantDependencies, toggle: WebhookToggle): Route[] {
  const words = toggle.split('-');
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: `assistants.enable${name}`,
      path: `/user/assistants/enable-${toggle}`,
      summary: `Enable the ${words.join(' ')}`,
      body: enableWebhookRequest,
      success: { status: 200, schema: webhookToggleResponse },
      refusals: [404],
      handle: async (context, { body }) => {
        const url = body.webhook_url;
        await setAssistantWebhook(dependencies, context, { id: body.assistant_id, toggle, url });
        return { message: `The ${words.join(' ')} is enabled.`, data: [] };
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: `assistants.disable${name}`,
      path: `/user/assistants/disable-${toggle}`,
      summary: `Disable the ${words.join(' ')}`,
      body: assistantIdRequest,
      success: { status: 200, schema: webhookToggleResponse },
      refusals: [404],
      handle: async (context, { body }) => {
        await setAssistantWebhook(dependencies, context, { id: body.assistant_id, toggle, url: null });
        return { message: `The ${words.join(' ')} is disabled.`, data: [] };
      },
    }),
  ];
}
