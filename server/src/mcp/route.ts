import { z } from 'zod';
import { flag, text } from '#contract/fields.ts';
import { includesRole } from '#contract/roles.ts';
import { AppError, invalid } from '../core/errors.ts';
import { defineRoute, type RawRequest, type Route } from '../http/route.ts';
import { roleOf } from '../http/route-role.ts';
import { type ApiRequest, type ApiTool, apiTools } from './api-tool.ts';
import type { ApiAnswer, CallApi } from './call-tool.ts';
import { TOOL_GROUPS } from './exposed-routes.ts';

/** Runs a request through the HTTP server without a connection. */
export type InjectRequest = (
  request: ApiRequest & { remoteAddress: string; signal: AbortSignal },
) => Promise<ApiAnswer>;

const MAX_BODY_BYTES = 1024 * 1024;

const query = z.object({
  /** Only the tools of these groups, separated by commas. */
  groups: text(200).nullish(),
  /** Only tools that change nothing. */
  read_only: flag().nullish(),
});

/** The MCP endpoint: Streamable HTTP without sessions, so that any process can answer any request. */
export function mcpRoute(deps: { routes: readonly Route[]; inject: InjectRequest; version: string }): Route {
  // Their schemas are made on the first request, because most installations never use them.
  let tools: ApiTool[] | undefined;
  return defineRoute({
    method: 'POST',
    path: '/mcp',
    operationId: 'mcp.speak',
    tag: 'MCP',
    summary: 'Speak the Model Context Protocol',
    access: 'account',
    errors: 'message',
    raw: { maxBytes: MAX_BODY_BYTES, contentTypes: ['application/json'] },
    // The requests of the tools hold the database connections.
    holdsNoConnection: true,
    query,
    success: { status: 200, schema: z.unknown() },
    refusals: [403],
    handle: async (context, input) => {
      const request = input.raw;
      if (request === null) throw new Error('The MCP route needs the raw request.');
      refuseBrowsers(request, input.facts.isCrossOrigin);
      tools ??= apiTools(deps.routes);
      const chosen = chosenTools(tools, input.query).filter(({ route }) =>
        includesRole(context.actor.role, roleOf(route)),
      );
      const client = { remoteAddress: input.facts.remoteNetwork, signal: context.signal };
      const callApi = apiCaller(deps.inject, request, client);
      // Loaded on the first request, because most installations never use it.
      const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./mcp-server.ts'),
      ]);
      const server = () => mcpServer({ tools: chosen, callApi, version: deps.version });
      // No subscriptions, because the lists of tools and prompts do not change while a server runs.
      const handler = createMcpHandler(server, { maxSubscriptions: 0 });
      return handler.fetch(asWebRequest(request, context.signal));
    },
  });
}

/** Refuses pages of other sites, and session cookies in place of a key. */
function refuseBrowsers({ headers }: RawRequest, isCrossOrigin: boolean): void {
  if (isCrossOrigin) {
    throw new AppError('forbidden', 'Web pages of other origins cannot use the MCP endpoint.');
  }
  if (headers['authorization'] === undefined) throw new AppError('unauthenticated', 'Unauthenticated.');
}

function chosenTools(
  tools: readonly ApiTool[],
  { groups, read_only: isReadOnly }: z.output<typeof query>,
): ApiTool[] {
  const names: readonly string[] = groups?.split(',').map((name) => name.trim()) ?? TOOL_GROUPS;
  const known: readonly string[] = TOOL_GROUPS;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const sentence = `The groups must be among ${TOOL_GROUPS.join(', ')}; there is no ${unknown.join(', ')}.`;
    throw invalid({ groups: [sentence] });
  }
  return tools.filter((tool) => names.includes(tool.group) && (isReadOnly !== true || tool.isReadOnly));
}

/** Sends requests with the client's credential, so that they are authenticated, limited and validated like any other request. */
function apiCaller(
  inject: InjectRequest,
  { headers, url }: RawRequest,
  client: { remoteAddress: string; signal: AbortSignal },
): CallApi {
  const own = { authorization: headers['authorization'] ?? '', host: new URL(url).host };
  return (request) => inject({ ...request, ...client, headers: { ...request.headers, ...own } });
}

/** Keeps only the headers of the protocol; the others describe the connection. */
function asWebRequest({ method, headers, body }: RawRequest, signal: AbortSignal): Request {
  const kept = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.+)$/.test(name));
  return new Request('http://localhost/mcp', { method, headers: kept, body: new Uint8Array(body), signal });
}
