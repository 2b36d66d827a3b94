import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  CreateMcpServer,
  McpServer,
  mcpToolsResponse,
  saveMcpServerResponse,
  UpdateMcpServer,
} from '#contract/mcp-servers.ts';
import { request } from '../lib/api/request.ts';

export type { McpServer, McpToolList } from '#contract/mcp-servers.ts';

// Under the topic of changes to tools.
export const mcpServerListQuery = queryOptions({
  queryKey: ['tools', 'mcp-servers'],
  queryFn: ({ signal }) => request<McpServer[]>('/user/mcp-servers', { signal }),
});

export function mcpServerQuery(id: string) {
  return queryOptions({
    queryKey: ['tools', 'mcp-servers', id],
    queryFn: ({ signal }) => request<McpServer>(`/user/mcp-servers/${id}`, { signal }),
  });
}

type ToolsAnswer = z.output<typeof mcpToolsResponse>;

/** The stored list, which the server renews if it is old. */
export function mcpToolsQuery(id: number) {
  return queryOptions({
    queryKey: ['tools', 'mcp-servers', String(id), 'tools'],
    queryFn: async ({ signal }) =>
      (await request<ToolsAnswer>(`/user/mcp-servers/${id}/tools`, { signal })).data,
  });
}

/** Asks the MCP server for its tools now. */
export async function refreshMcpTools(id: number): Promise<ToolsAnswer['data']> {
  return (await request<ToolsAnswer>(`/user/mcp-servers/${id}/tools?refresh=true`)).data;
}

type Saved = z.output<typeof saveMcpServerResponse>;

export async function createMcpServer(body: CreateMcpServer, idempotencyKey: string): Promise<McpServer> {
  return (await request<Saved>('/user/mcp-servers', { method: 'POST', body, idempotencyKey })).data;
}

export async function changeMcpServer(id: number, body: UpdateMcpServer): Promise<McpServer> {
  return (await request<Saved>(`/user/mcp-servers/${id}`, { method: 'PUT', body })).data;
}

export function deleteMcpServer(id: number): Promise<unknown> {
  return request(`/user/mcp-servers/${id}`, { method: 'DELETE' });
}
