import type { AgentTool } from '../../agent/tool.ts';

/** The first of each name: what the call itself can do is not to be hidden by a tool of the account. */
export function distinctTools(tools: readonly AgentTool[]): AgentTool[] {
  const byName = new Map<string, AgentTool>();
  for (const tool of tools) {
    if (!byName.has(tool.description.name)) byName.set(tool.description.name, tool);
  }
  return [...byName.values()];
}
