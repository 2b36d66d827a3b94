import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CreateTool, saveToolResponse, Tool, ToolTest, testToolResponse } from '#contract/tools.ts';
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

/** @param id null: a new tool */
export async function saveTool(id: number | null, body: CreateTool, idempotencyKey: string): Promise<Tool> {
  type Answer = z.output<typeof saveToolResponse>;
  const answer =
    id === null
      ? await request<Answer>('/user/tools', { method: 'POST', body, idempotencyKey })
      : await request<Answer>(`/user/tools/${id}`, { method: 'PUT', body });
  return answer.data;
}

export function deleteTool(id: number): Promise<unknown> {
  return request(`/user/tools/${id}`, { method: 'DELETE' });
}

/** Runs it once, for real, with these values; dummies stand in for what is missing. */
export async function testTool(id: number, values: Record<string, unknown>): Promise<ToolTest> {
  const options = { method: 'POST', body: { arguments: values } } as const;
  return (await request<z.output<typeof testToolResponse>>(`/user/tools/${id}/test`, options)).data;
}
