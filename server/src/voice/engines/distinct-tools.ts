import type { AgentTool } from '../../agent/tool.ts';

/** Keeps the first tool of each name: an account tool must not shadow a built-in one. */
export function distinctTools(tools: readonly AgentTool[]): AgentTool[] {
  const byName = new Map<string, AgentTool>();
  for (const tool of tools) {
    if (!byName.has(tool.description.name)) byName.set(tool.description.name, tool);
  }
  return [...byName.values()];
}
