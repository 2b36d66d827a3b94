import type { AllowedMcpTool } from '#contract/mcp-servers.ts';

/** Models accept names of letters, digits and underscores that do not start with a digit, up to this length. */
const MAX_NAME = 64;
/** Vendors accept 128 functions. The remaining 28 are for an assistant's other tools. */
export const MAX_OFFERED_TOOLS = 100;

/** A stored list is renewed in the background after this time, and after a failed attempt sooner. */
const RENEW_MS = 600_000;
const RETRY_MS = 60_000;

interface ServerTools<Tool extends { name: string }> {
  id: number;
  name: string;
  tools: readonly Tool[];
}

export interface OfferedTool<Server, Tool> {
  server: Server;
  tool: Tool;
  /** The name for the model. */
  name: string;
}

/**
 * The tools that an assistant may use, under distinct names. A name that occurs twice, or in `reserved`, gets the
 * server's name as a prefix.
 * @param allowed a server with entries offers only these tools
 */
export function offeredTools<Tool extends { name: string }, Server extends ServerTools<Tool>>(
  servers: readonly Server[],
  { allowed, reserved }: { allowed: readonly AllowedMcpTool[]; reserved: readonly string[] },
): OfferedTool<Server, Tool>[] {
  const offered = servers.flatMap((server) => {
    const names = allowed.filter(({ server_id: id }) => id === server.id).map(({ tool }) => tool);
    const tools = names.length === 0 ? server.tools : server.tools.filter(({ name }) => names.includes(name));
    return tools.map((tool) => ({ server, tool, name: functionName(tool.name) }));
  });
  const counts = new Map<string, number>();
  for (const { name } of offered) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set(reserved);
  return offered.slice(0, MAX_OFFERED_TOOLS).map((one) => {
    const isUnique = counts.get(one.name) === 1 && !taken.has(one.name);
    const name = isUnique ? one.name : unused(functionName(`${one.server.name}_${one.tool.name}`), taken);
    taken.add(name);
    return { ...one, name };
  });
}

function functionName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-zA-Z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const started = /^[a-zA-Z]/.test(plain) ? plain : `tool_${plain}`;
  return started.slice(0, MAX_NAME);
}

function unused(name: string, taken: ReadonlySet<string>): string {
  let found = name;
  for (let number = 2; taken.has(found); number += 1) {
    const suffix = `_${number}`;
    found = `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`;
  }
  return found;
}

/** True if the stored list of tools should be renewed. */
export function isStale(
  { triedAt, hasFailed }: { triedAt: Date | null; hasFailed: boolean },
  now: Date,
): boolean {
  return triedAt === null || now.getTime() - triedAt.getTime() >= (hasFailed ? RETRY_MS : RENEW_MS);
}

/** Headers as they are sent. Repeated headers become one comma-separated value. */
export function joinedHeaders(headers: readonly { name: string; value: string }[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const earlier = joined.get(key);
    joined.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(joined);
}
