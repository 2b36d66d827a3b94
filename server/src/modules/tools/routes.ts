import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createToolRequest,
  saveToolResponse,
  testToolRequest,
  testToolResponse,
  tool,
  updateToolRequest,
} from '#contract/tools.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { visibleTo } from '../../http/secret-headers.ts';
import {
  changeTool,
  checkTrial,
  createTool,
  deleteTool,
  endpointErrors,
  listTools,
  readTool,
  type ToolDependencies,
  tryTool,
} from './actions.ts';

const shared = { tag: 'Mid-call tools', access: 'account', errors: 'message', resource: 'Tool' } as const;
const params = z.object({ id: pathId() });

export function toolRoutes(dependencies: ToolDependencies): Route[] {
  return [...readRoutes(dependencies), ...writeRoutes(dependencies), testRoute(dependencies)];
}

function readRoutes(dependencies: ToolDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'tools.list',
      path: '/user/tools',
      summary: 'List all mid-call tools',
      success: { status: 200, schema: z.array(tool) },
      handle: async (context) =>
        visibleTo(context.actor.role, 'builder', await listTools(dependencies, context)),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'tools.get',
      path: '/user/tools/:id',
      summary: 'Read a mid-call tool',
      params,
      success: { status: 200, schema: tool },
      handle: async (context, input) =>
        visibleTo(context.actor.role, 'builder', await readTool(dependencies, context, input.params.id)),
    }),
  ];
}

function writeRoutes(dependencies: ToolDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'tools.create',
      description:
        'The assistant decides by the description when to call it. Requests are signed like webhooks.',
      path: '/user/tools',
      summary: 'Create a mid-call tool: an HTTP endpoint that assistants may call',
      body: createToolRequest,
      success: { status: 201, schema: saveToolResponse },
      isIdempotent: true,
      check: async (_context, { body }) => endpointErrors(dependencies, { url: body.endpoint, stored: null }),
      handle: async (context, { body }) => ({
        message: 'Tool created successfully.',
        data: await createTool(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'tools.update',
      path: '/user/tools/:id',
      summary: 'Change the supplied fields of a mid-call tool, replacing headers and schema as a whole',
      params,
      body: updateToolRequest,
      success: { status: 200, schema: saveToolResponse },
      check: async (context, input) => {
        const { endpoint } = await readTool(dependencies, context, input.params.id);
        return endpointErrors(dependencies, { url: input.body.endpoint, stored: endpoint });
      },
      handle: async (context, { params: { id: toolId }, body }) => ({
        message: 'Tool updated successfully.',
        data: await changeTool(dependencies, context, { id: toolId, input: body }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'tools.delete',
      path: '/user/tools/:id',
      summary: 'Delete a mid-call tool and remove it from all assistants',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, input) => {
        await deleteTool(dependencies, context, input.params.id);
        return { message: 'Tool deleted successfully.' };
      },
    }),
  ];
}

function testRoute(dependencies: ToolDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'tools.test',
    description: 'Sends a real request to the endpoint.',
    path: '/user/tools/:id/test',
    summary: 'Test a mid-call tool, with sample values for missing arguments and variables',
    params,
    body: testToolRequest,
    success: { status: 200, schema: testToolResponse },
    isIdempotent: true,
    check: (context, input) =>
      checkTrial(dependencies, context, { id: input.params.id, given: input.body.arguments ?? {} }),
    handle: async (context, { params: { id: toolId }, body }) => {
      const data = await tryTool(dependencies, context, {
        id: toolId,
        given: body.arguments ?? {},
        variables: body.variables ?? {},
      });
      return { message: data.succeeded ? 'The tool answered.' : 'The tool failed.', data };
    },
  });
}
