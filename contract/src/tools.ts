import { z } from 'zod';
import { callableUrlTemplate, dictionary, integer, text, variables } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

export const TOOL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Headers that the server sets for the connection. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const headerName = z
  .string()
  .max(100)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: ':field must be the name of an HTTP header.' })
  .refine((name) => !CONNECTION_HEADERS.has(name.toLowerCase()), {
    error: ':field must not be a header of the connection itself, such as Host or Content-Length.',
  });

const headerValue = text(4096).regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, {
  error: ':field must be a single line of Latin-1 characters.',
});

export const toolHeader = z
  .object({ name: headerName, value: headerValue })
  .describe('A header sent with the request. The value is a secret of the account.');

/**
 * Headers that the account adds to requests to its servers.
 * @param ours headers that it cannot set, as a pattern and in words
 */
export function requestHeaders(ours: { pattern: RegExp; words: string }) {
  return z
    .array(toolHeader)
    .max(50)
    .refine((headers) => headers.every(({ name }) => !ours.pattern.test(name)), {
      error: `:field must not contain ${ours.words}.`,
    });
}

/** Reserved headers that identify the call and sign the request. */
export const TOOL_REQUEST_HEADERS = {
  pattern:
    /^(idempotency-key|x-parley-(call-id|conversation-id|customer-phone)|webhook-(id|timestamp|signature))$/i,
  words:
    'Idempotency-Key, X-Parley-Call-Id, X-Parley-Conversation-Id, X-Parley-Customer-Phone, webhook-id, webhook-timestamp or webhook-signature, which Parley sets',
};

export const toolParameter = z
  .object({
    name: z.string().regex(/^[a-z][a-z_]{1,31}$/i, {
      error: ':field must be 2 to 32 letters and underscores, and start with a letter.',
    }),
    type: z.enum(['string', 'number', 'boolean']),
    description: text(255, 3),
  })
  .describe('A value that the assistant collects for the request.');

/** The path and query may contain parameters, written `{order_id}`. */
const endpoint = callableUrlTemplate().refine((url) => !/^https?:\/\/[^/?#]*[{}]/i.test(url), {
  error: ':field may contain {parameters} only after the host.',
});

const requiredFields = {
  // Models accept names of up to 64 characters.
  name: text(64).regex(/^[a-z][a-z_]*$/, {
    error: ':field must be lowercase letters and underscores, and start with a letter.',
  }),
  description: text(255),
  endpoint,
  method: z.enum(TOOL_METHODS),
};

/** Null resets a field to its default: 10 seconds, no headers, no parameters. */
const optionalFields = {
  timeout: integer(1, 30).nullish(),
  headers: requestHeaders(TOOL_REQUEST_HEADERS).nullish(),
  schema: z
    .array(toolParameter)
    .max(50)
    .refine((items) => new Set(items.map((item) => item.name)).size === items.length, {
      error: ':field must have distinct names.',
    })
    .nullish(),
};

export const createToolRequest = z.object({ ...requiredFields, ...optionalFields });
export const updateToolRequest = z.object({ ...z.object(requiredFields).partial().shape, ...optionalFields });

export type CreateTool = z.output<typeof createToolRequest>;
export type UpdateTool = z.output<typeof updateToolRequest>;
export type ToolParameter = z.output<typeof toolParameter>;
export type ToolHeader = z.output<typeof toolHeader>;

export const tool = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  endpoint: z.string(),
  method: z.enum(TOOL_METHODS),
  timeout: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  schema: z.array(toolParameter),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
});

export type Tool = z.output<typeof tool>;

export const saveToolResponse = z.object({ message: z.string(), data: tool });

export const testToolRequest = z
  .object({
    arguments: dictionary(z.unknown()).nullish(),
    variables: variables().nullish(),
  })
  .describe('Values for one test run; missing values are replaced by dummies. `variables` fill `{{names}}`.');

export const testToolResponse = z.object({
  message: z.string(),
  data: z.object({
    succeeded: z.boolean(),
    request: z.object({
      method: z.enum(TOOL_METHODS),
      url: z.string(),
      body: z.record(z.string(), z.unknown()).nullable(),
    }),
    result: z
      .record(z.string(), z.unknown())
      .describe(
        'The result the assistant would receive: `{ status, body }`, or `{ error: { code, message } }`.',
      ),
    duration_ms: z.int(),
  }),
});

export type ToolTest = z.output<typeof testToolResponse>['data'];
