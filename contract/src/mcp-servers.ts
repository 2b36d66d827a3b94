import { z } from 'zod';
import { callableUrl, id, integer, queryFlag, text } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';
import { requestHeaders } from './tools.ts';

/** Headers that the protocol sets. */
export const MCP_HEADERS = {
  pattern: /^(accept|content-type|last-event-id|mcp-.*)$/i,
  words: 'Accept, Content-Type, Last-Event-ID or a name that starts with Mcp-, which Parley sets',
};

/** The longest tool name that is used; the protocol allows 128 characters. */
export const MCP_TOOL_NAME_LENGTH = 128;

const requiredFields = {
  name: text(100),
  url: callableUrl().describe('URL of the server, which speaks Streamable HTTP.'),
};

/** Null resets a field to its default: no headers, 10 seconds for each tool call. */
const optionalFields = {
  headers: requestHeaders(MCP_HEADERS).nullish(),
  timeout: integer(1, 30).nullish().describe('Seconds for each tool call, from 1 to 30. Default: 10.'),
};

export const createMcpServerRequest = z.object({ ...requiredFields, ...optionalFields });
export const updateMcpServerRequest = z.object({
  ...z.object(requiredFields).partial().shape,
  ...optionalFields,
});

export type CreateMcpServer = z.output<typeof createMcpServerRequest>;
export type UpdateMcpServer = z.output<typeof updateMcpServerRequest>;

const listedAt = isoTimestamp.nullable().describe('When the tools were last listed; null if never.');
const listingError = z
  .string()
  .nullable()
  .describe('Why the last attempt to list the tools failed; null if it succeeded.');

export const mcpServer = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  timeout: z.int().describe('Seconds for each tool call.'),
  tools_count: z.int().describe('Number of tools in the stored list.'),
  tools_listed_at: listedAt,
  error: listingError,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
});

export type McpServer = z.output<typeof mcpServer>;

export const saveMcpServerResponse = z.object({ message: z.string(), data: mcpServer });

export const mcpToolsQuery = z.object({
  refresh: queryFlag().nullish().describe('Lists the tools even if the stored list is recent.'),
});

export const mcpTool = z.object({
  name: z.string().describe('The server’s name for the tool.'),
  title: z.string().nullable().describe('A name for people; null if the server gives none.'),
  description: z.string().describe('What the tool does, in the server’s words.'),
  parameters: z.record(z.string(), z.unknown()).describe('The parameters as models get them: a JSON Schema.'),
  is_read_only: z.boolean().describe('True if the server states that the tool changes nothing.'),
});

export const mcpToolsResponse = z.object({
  data: z.object({
    tools: z.array(mcpTool).describe('The stored list of tools.'),
    tools_listed_at: listedAt,
    error: listingError,
  }),
});

export type McpToolList = z.output<typeof mcpToolsResponse>['data'];

/** A tool that an assistant may use. A chosen server without an entry offers all its tools. */
export const allowedMcpTool = z.object({
  server_id: id().describe('Id of the MCP server.'),
  tool: text(MCP_TOOL_NAME_LENGTH).describe('The server’s name for the tool.'),
});

export type AllowedMcpTool = z.output<typeof allowedMcpTool>;
