import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  CreateTool,
  saveToolResponse,
  Tool,
  ToolTest,
  testToolRequest,
  testToolResponse,
  UpdateTool,
} from '#contract/tools.ts';
import { request } from '../lib/api/request.ts';

export type { Tool, ToolTest } from '#contract/tools.ts';

export const toolListQuery = queryOptions({
  queryKey: ['tools', 'all'],
  queryFn: ({ signal }) => request<Tool[]>('/user/tools', { signal }),
});

export function toolQuery(id: string) {
  return queryOptions({
    queryKey: ['tools', 'one', id],
    queryFn: ({ signal }) => request<Tool>(`/user/tools/${id}`, { signal }),
  });
}

type Saved = z.output<typeof saveToolResponse>;

export async function createTool(body: CreateTool, idempotencyKey: string): Promise<Tool> {
  return (await request<Saved>('/user/tools', { method: 'POST', body, idempotencyKey })).data;
}

export async function changeTool(id: number, body: UpdateTool): Promise<Tool> {
  return (await request<Saved>(`/user/tools/${id}`, { method: 'PUT', body })).data;
}

export function deleteTool(id: number): Promise<unknown> {
  return request(`/user/tools/${id}`, { method: 'DELETE' });
}

/** Runs the tool once, for real, with these values and placeholders for missing ones. */
export async function testTool(id: number, values: z.input<typeof testToolRequest>): Promise<ToolTest> {
  const options = { method: 'POST', body: values } as const;
  return (await request<z.output<typeof testToolResponse>>(`/user/tools/${id}/test`, options)).data;
}
