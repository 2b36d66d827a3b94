import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { endsWithTest } from './left-running.ts';

/** The protocol's revisions until 2025-11-25, which open with `initialize`, and the stateless ones since 2026-07-28. */
export type Era = 'legacy' | 'modern';

/** The official client, connected to the MCP endpoint of a server. @param path with the query, such as `/mcp?read_only=1` */
export async function mcpClient(
  { api, token }: { api: string; token: string | null },
  era: Era,
  { path = '/mcp', ...options }: ClientOptions & { path?: string } = {},
): Promise<Client> {
  const negotiated = era === 'legacy' ? {} : ({ versionNegotiation: { mode: 'auto' } } as const);
  const client = new Client({ name: 'test', version: '1' }, { ...negotiated, ...options });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api}${path}`), { requestInit: { headers } }),
  );
  endsWithTest(() => client.close());
  return client;
}

/** Text and structured content of a result. */
export function shown(result: CallToolResult): {
  text: string;
  isError: boolean;
  data: Record<string, unknown>;
} {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, isError: result.isError === true, data: { ...Object(result.structuredContent) } };
}
