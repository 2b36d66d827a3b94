import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createMcpServerRequest,
  mcpServer,
  mcpToolsQuery,
  mcpToolsResponse,
  saveMcpServerResponse,
  updateMcpServerRequest,
} from '#contract/mcp-servers.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { visibleTo } from '../../http/secret-headers.ts';
import {
  changeMcpServer,
  createMcpServer,
  deleteMcpServer,
  listMcpServers,
  type McpServerDependencies,
  readMcpServer,
  readMcpTools,
  urlErrors,
} from './actions.ts';

const shared = { tag: 'MCP servers', access: 'account', errors: 'message', resource: 'MCP server' } as const;
const params = z.object({ id: pathId() });

export function mcpServerRoutes(dependencies: McpServerDependencies): Route[] {
  return [...readRoutes(dependencies), ...writeRoutes(dependencies)];
}

function readRoutes(dependencies: McpServerDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'mcpServers.list',
      description: 'In the order in which they were added.',
      path: '/user/mcp-servers',
      summary: 'List all MCP servers',
      success: { status: 200, schema: z.array(mcpServer) },
      handle: async (context) =>
        visibleTo(context.actor.role, 'builder', await listMcpServers(dependencies, context)),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'mcpServers.get',
      description: 'With its headers, the size of its stored list of tools, and the last error.',
      path: '/user/mcp-servers/:id',
      summary: 'Read an MCP server',
      params,
      success: { status: 200, schema: mcpServer },
      handle: async (context, input) =>
        visibleTo(context.actor.role, 'builder', await readMcpServer(dependencies, context, input.params.id)),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'mcpServerTools.list',
      description:
        'Asks the server if the stored list is older than 10 minutes. If that fails, `error` is the reason and the list is the last one.',
      path: '/user/mcp-servers/:id/tools',
      summary:
        'List the tools of an MCP server, asking the server if the stored list is older than 10 minutes',
      params,
      query: mcpToolsQuery,
      success: { status: 200, schema: mcpToolsResponse },
      handle: async (context, { params: { id }, query }) => ({
        data: await readMcpTools(dependencies, context, { id, refresh: query.refresh ?? false }),
      }),
    }),
  ];
}

function writeRoutes(dependencies: McpServerDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'mcpServers.create',
      description:
        'The server must speak Streamable HTTP. Its tools are listed first; a server that cannot be reached is added with the error.',
      path: '/user/mcp-servers',
      summary: 'Add an MCP server, whose tools assistants may use',
      body: createMcpServerRequest,
      success: { status: 201, schema: saveMcpServerResponse },
      isIdempotent: true,
      check: async (_context, { body }) => urlErrors(dependencies, { url: body.url, stored: null }),
      handle: async (context, { body }) => ({
        message: 'MCP server added successfully.',
        data: await createMcpServer(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'mcpServers.update',
      description: 'Headers are replaced as a whole. The tools are listed again.',
      path: '/user/mcp-servers/:id',
      summary:
        'Change the supplied fields of an MCP server, replacing headers as a whole, and list its tools',
      params,
      body: updateMcpServerRequest,
      success: { status: 200, schema: saveMcpServerResponse },
      check: async (context, input) => {
        const { url } = await readMcpServer(dependencies, context, input.params.id);
        return urlErrors(dependencies, { url: input.body.url, stored: url });
      },
      handle: async (context, { params: { id }, body }) => ({
        message: 'MCP server updated successfully.',
        data: await changeMcpServer(dependencies, context, { id, input: body }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'mcpServers.delete',
      description: 'Also removes it from all assistants.',
      path: '/user/mcp-servers/:id',
      summary: 'Delete an MCP server',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, input) => {
        await deleteMcpServer(dependencies, context, input.params.id);
        return { message: 'MCP server deleted successfully.' };
      },
    }),
  ];
}
