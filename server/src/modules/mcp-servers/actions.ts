import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import {
  type AllowedMcpTool,
  type CreateMcpServer,
  MCP_TOOL_NAME_LENGTH,
  type McpServer,
  type McpToolList,
  type UpdateMcpServer,
} from '#contract/mcp-servers.ts';
import type { ToolHeader } from '#contract/tools.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { withTimeLimit } from '../../agent/time-limit.ts';
import { type AgentTool, type ToolCallContext, ToolReportedError } from '../../agent/tool.ts';
import type { BackgroundTasks } from '../../core/background-tasks.ts';
import type { Clock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { isDeeperThan } from '../../core/json-depth.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { storableObject, storableText } from '../../core/storable.ts';
import type { Database } from '../../db/client.ts';
import type { OutboundClient } from '../../http/outbound/outbound-request.ts';
import { savedUrlErrors } from '../../http/outbound/saved-url.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { McpConnections, McpTarget } from './connections/mcp-connections.ts';
import { failureText, readResult } from './connections/read-result.ts';
import { isStale, joinedHeaders, offeredTools } from './rules.ts';
import { plainText, toModelSchema, toServerValue } from './schema/model-schema.ts';
import {
  findServers,
  findServersById,
  insertServer,
  type McpServerRow,
  removeServer,
  type StoredTool,
  storeListing,
  updateServer,
} from './store.ts';

export interface McpServerDependencies {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** The SSRF-guarded HTTP client. */
  outbound: OutboundClient;
  connections: McpConnections;
  background: BackgroundTasks;
  /** Aborted when the process stops. */
  lifetime: AbortSignal;
}

const DEFAULT_TIMEOUT_SECONDS = 10;
/** Time limit for listing a server's tools. */
const LIST_WITHIN_MS = 10_000;
const MAX_TOOLS = 500;
const MAX_LIST_CHARACTERS = 1_000_000;
const MAX_DEPTH = 64;
/** OpenAI's limit for the description of a function. */
const DESCRIPTION_CHARACTERS = 1_024;

export async function listMcpServers(deps: McpServerDependencies, context: Context): Promise<McpServer[]> {
  const rows = await findServers(deps.database, context.userId);
  return rows.map((row) => present(deps, context.userId, row));
}

export async function readMcpServer(
  deps: McpServerDependencies,
  { userId }: Context,
  id: number,
): Promise<McpServer> {
  return present(deps, userId, await requireServer(deps, userId, id));
}

/** Also lists the tools. A server that does not answer is stored with the error. */
export async function createMcpServer(
  deps: McpServerDependencies,
  { userId, signal }: Context,
  input: CreateMcpServer,
): Promise<McpServer> {
  const row = await insertServer(deps.database, userId, {
    name: input.name,
    url: input.url,
    timeout: input.timeout ?? DEFAULT_TIMEOUT_SECONDS,
    encryptedHeaders: encryptHeaders(deps, userId, input.headers ?? []),
  });
  await listTools(deps, { userId, row }, signal);
  return present(deps, userId, await requireServer(deps, userId, row.id));
}

/** Changes only the given fields. Headers are replaced as a whole; null restores the default. Lists the tools again. */
export async function changeMcpServer(
  deps: McpServerDependencies,
  { userId, signal }: Context,
  { id, input }: { id: number; input: UpdateMcpServer },
): Promise<McpServer> {
  const { headers, timeout } = input;
  const row = await updateServer(
    deps.database,
    { userId, id },
    {
      name: input.name ?? null,
      url: input.url ?? null,
      timeout: timeout === undefined ? null : (timeout ?? DEFAULT_TIMEOUT_SECONDS),
      encryptedHeaders: headers === undefined ? null : encryptHeaders(deps, userId, headers ?? []),
    },
  );
  if (row === null) throw notFound('MCP server');
  deps.connections.forget(id);
  await listTools(deps, { userId, row }, signal);
  return present(deps, userId, await requireServer(deps, userId, id));
}

/** @param stored the server's URL; null for a new server */
export function urlErrors(
  { outbound }: McpServerDependencies,
  { url, stored }: { url: string | undefined; stored: string | null },
): FieldErrors {
  return savedUrlErrors(outbound, 'url', { url, stored });
}

/** Also removes the server from all assistants. */
export async function deleteMcpServer(
  { database, connections }: McpServerDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  if (!(await removeServer(database, userId, id))) throw notFound('MCP server');
  connections.forget(id);
}

/** The tools of a server: listed now if the stored list is old or `refresh` is set, otherwise as stored. */
export async function readMcpTools(
  deps: McpServerDependencies,
  { userId, signal }: Context,
  { id, refresh }: { id: number; refresh: boolean },
): Promise<McpToolList> {
  let row = await requireServer(deps, userId, id);
  if (refresh || isStale(attemptOf(row), deps.clock.now())) {
    await listTools(deps, { userId, row }, signal);
    row = await requireServer(deps, userId, id);
  }
  const tools = row.tools.map(({ name, title, description, input_schema, is_read_only }) => ({
    name,
    title,
    description,
    parameters: toModelSchema(input_schema),
    is_read_only,
  }));
  return { tools, tools_listed_at: row.tools_listed_at, error: row.listing_error };
}

/**
 * The tools of an assistant's MCP servers, as agent tools, from the stored lists, so that no request delays a conversation.
 * Old lists are renewed in the background. Runs one statement, or none without ids.
 */
export async function mcpAgentTools(
  deps: McpServerDependencies,
  about: {
    userId: number;
    serverIds: readonly number[];
    allowed: readonly AllowedMcpTool[];
    reserved: readonly string[];
  },
): Promise<AgentTool[]> {
  const { userId, serverIds, allowed, reserved } = about;
  if (serverIds.length === 0) return [];
  const rows = await findServersById(deps.database, userId, serverIds);
  for (const row of rows) {
    if (isStale(attemptOf(row), deps.clock.now())) renew(deps, { userId, id: row.id });
  }
  return offeredTools<StoredTool, McpServerRow>(rows, { allowed, reserved }).map(({ server, tool, name }) =>
    agentTool(deps, { userId, server, tool, name }),
  );
}

function agentTool(
  deps: McpServerDependencies,
  { userId, server, tool, name }: { userId: number; server: McpServerRow; tool: StoredTool; name: string },
): AgentTool {
  const timeoutMs = server.timeout * 1000;
  const parameters = toModelSchema(tool.input_schema);
  return {
    description: {
      name,
      description: plainText(tool.description || (tool.title ?? tool.name), DESCRIPTION_CHARACTERS),
      parameters,
    },
    timeoutMs,
    // Calls that change nothing are aborted with their turn and may be repeated.
    ...(!tool.is_read_only && { hasEffects: true as const, isRepeatable: false as const }),
    run: async (values, signal, call) => {
      const given = Object.entries(values).map(([key, value]) => [
        key,
        toServerValue(propertyOf(parameters, key), value),
      ]);
      const result = await deps.connections.callTool(
        targetOf(deps, userId, server),
        {
          subject: subjectOf(call),
          tool: { name: tool.name, inputSchema: { ...tool.input_schema, type: 'object' } },
          arguments: Object.fromEntries(given),
          meta: metaOf(call),
          timeoutMs,
        },
        signal,
      );
      return answerOf(result);
    },
  };
}

function propertyOf({ properties }: Record<string, unknown>, name: string): unknown {
  return Object.entries(properties ?? {}).find(([key]) => key === name)?.[1];
}

function answerOf(result: CallToolResult): unknown {
  if (result.isError === true) throw new ToolReportedError(failureText(result));
  return readResult(result);
}

function subjectOf({ key, subject }: ToolCallContext): string {
  return String(subject?.callId ?? subject?.conversationId ?? key);
}

/** Identifies the call, like the headers of a mid-call tool's request. */
function metaOf({ key, subject }: ToolCallContext): Record<string, string> {
  const { callId, conversationId, customerPhone } = subject ?? {};
  return {
    'parley/idempotency-key': key,
    ...(callId !== undefined && { 'parley/call-id': String(callId) }),
    ...(conversationId !== undefined && { 'parley/conversation-id': conversationId }),
    // Extensions and hidden callers have a name instead of a number.
    ...(/^\+\d+$/.test(customerPhone ?? '') && { 'parley/customer-phone': customerPhone ?? '' }),
  };
}

/** Lists the tools in the background, once at a time for each server. */
function renew(deps: McpServerDependencies, { userId, id }: { userId: number; id: number }): void {
  const running = renewals.get(deps) ?? new Set();
  renewals.set(deps, running);
  if (running.has(id) || deps.lifetime.aborted) return;
  running.add(id);
  deps.background.run(async () => {
    try {
      const [row] = await findServersById(deps.database, userId, [id]);
      if (row === undefined) deps.connections.forget(id);
      else await listTools(deps, { userId, row }, deps.lifetime);
    } finally {
      running.delete(id);
    }
  });
}

/** Servers whose tools are being listed. */
const renewals = new WeakMap<McpServerDependencies, Set<number>>();

/** Lists the tools and stores the list, or the error. */
async function listTools(
  deps: McpServerDependencies,
  { userId, row }: { userId: number; row: McpServerRow },
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, connections } = deps;
  const about = { userId, id: row.id, settings: row.updated_at };
  const onChanged = (): void => renew(deps, { userId, id: row.id });
  try {
    const tools = await withTimeLimit(
      (stop) => connections.listTools(targetOf(deps, userId, row), onChanged, stop),
      { timeoutMs: LIST_WITHIN_MS, clock, signal },
    );
    await storeListing(database, about, { tools: storedTools(tools) });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError)
      await storeListing(database, about, { error: storableText(error.message) });
    else if (error instanceof ProviderError && error.code === 'timeout') {
      await storeListing(database, about, { error: 'The MCP server did not answer in time.' });
    } else throw error;
  }
}

/** The usable tools, up to the limits of a stored list. */
function storedTools(tools: readonly Tool[]): StoredTool[] {
  let characters = 0;
  const stored: StoredTool[] = [];
  for (const tool of tools.slice(0, MAX_TOOLS)) {
    const { name, title = tool.annotations?.title, description = '', inputSchema } = tool;
    const isUsable =
      name !== '' && name.length <= MCP_TOOL_NAME_LENGTH && !isDeeperThan(MAX_DEPTH, inputSchema);
    if (!isUsable) continue;
    const kept = {
      name: storableText(name),
      title: title === undefined ? null : storableText(title).slice(0, 200),
      description: storableText(description).slice(0, 10_000),
      input_schema: storableObject({ ...inputSchema }),
      is_read_only: tool.annotations?.readOnlyHint === true,
    };
    characters += JSON.stringify(kept).length;
    if (characters > MAX_LIST_CHARACTERS) break;
    stored.push(kept);
  }
  return stored;
}

function attemptOf({ listing_tried_at: triedAt, listing_error: error }: McpServerRow): {
  triedAt: Date | null;
  hasFailed: boolean;
} {
  return { triedAt, hasFailed: error !== null };
}

function targetOf(deps: McpServerDependencies, userId: number, row: McpServerRow): McpTarget {
  const { id, url, updated_at: revision } = row;
  return { id, url, revision, headers: joinedHeaders(openHeaders(deps, userId, row)) };
}

async function requireServer(
  { database }: McpServerDependencies,
  userId: number,
  id: number,
): Promise<McpServerRow> {
  const [row] = await findServersById(database, userId, [id]);
  if (row === undefined) throw notFound('MCP server');
  return row;
}

const encryptedHeaders = z.array(z.object({ name: z.string(), value: z.string() }));

const headerContext = (userId: number): string => `MCP server headers of ${userId}`;

function encryptHeaders(
  { secretBox }: McpServerDependencies,
  userId: number,
  headers: readonly ToolHeader[],
): Buffer {
  return secretBox.encrypt(JSON.stringify(headers), headerContext(userId));
}

function openHeaders({ secretBox }: McpServerDependencies, userId: number, row: McpServerRow): ToolHeader[] {
  if (row.sealed_headers === null) return [];
  return encryptedHeaders.parse(JSON.parse(secretBox.decrypt(row.sealed_headers, headerContext(userId))));
}

function present(deps: McpServerDependencies, userId: number, row: McpServerRow): McpServer {
  const { id, name, url, timeout, tools, tools_listed_at, listing_error, created_at, updated_at } = row;
  return {
    id,
    name,
    url,
    headers: openHeaders(deps, userId, row),
    timeout,
    tools_count: tools.length,
    tools_listed_at,
    error: listing_error,
    created_at,
    updated_at,
  };
}
