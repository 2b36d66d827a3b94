import type {
  CallToolResult,
  Client,
  JsonSchemaValidator,
  PriorDiscovery,
  Tool,
} from '@modelcontextprotocol/client';
import { ToolNotReached } from '../../../agent/tool.ts';
import { AppError, messageOf } from '../../../core/errors.ts';
import { type OutboundClient, OutboundFailure } from '../../../http/outbound/outbound-request.ts';

export interface McpEndpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
}

export interface McpCall {
  tool: Pick<Tool, 'name' | 'inputSchema'>;
  arguments: Record<string, unknown>;
  meta: Record<string, string>;
  timeoutMs: number;
}

export interface McpConnection {
  /** The negotiated protocol version, with which the next connection skips the negotiation. */
  prior: PriorDiscovery;
  /** Rejects with an `AppError` or the signal's reason. */
  listTools(signal: AbortSignal): Promise<Tool[]>;
  /** Rejects with `SessionLost` if the server did not execute the call because it forgot the session. */
  callTool(call: McpCall, signal: AbortSignal): Promise<CallToolResult>;
  /** Ends the session at the server. Waits at most `END_WITHIN_MS`. */
  close(): Promise<void>;
}

/** The server no longer knows the session; the request was not executed. */
export class SessionLost extends Error {}

/** The server did not understand the request for its protocol versions, so it may use an older version. */
export class NegotiationFailed extends AppError {}

const LIST_WITHIN_MS = 10_000;
const END_WITHIN_MS = 2_000;
/** Limit of one response. Results for the model have a lower limit. */
const MAX_RESPONSE_BYTES = 4_194_304;
const MAX_PAGES = 20;
const MIN_RECONNECT_MS = 1_000;
const MAX_RECONNECTS = 50;

interface ConnectOptions {
  outbound: OutboundClient;
  userAgent: string;
  prior?: PriorDiscovery | undefined;
  /** Called when the server announces a change of its tools. If set, a stream stays open for these notifications. */
  onToolsChanged?: (() => void) | undefined;
}

/** Opens a session. Rejects with an `AppError` or the signal's reason. */
export async function connectMcp(
  endpoint: McpEndpoint,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  // Loaded on first use, because it takes 30 MB of memory.
  const sdk = await import('@modelcontextprotocol/client');
  const { outbound, onToolsChanged, prior } = options;
  let failure: OutboundFailure | null = null;
  let reconnects = 0;
  const transport = new sdk.StreamableHTTPClientTransport(new URL(endpoint.url), {
    requestInit: { headers: { 'user-agent': options.userAgent, ...endpoint.headers } },
    fetch: async (url, init = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      // A GET without an event id opens the stream of notifications; one with an id resumes a response.
      const isListening = init.method === 'GET' && !('last-event-id' in headers);
      if (isListening && onToolsChanged === undefined) return new Response(null, { status: 405 });
      try {
        failure = null;
        return await outbound.stream({
          method: asMethod(init.method),
          url: String(url),
          headers,
          body: typeof init.body === 'string' ? init.body : undefined,
          maxResponseBytes: isListening ? Number.POSITIVE_INFINITY : MAX_RESPONSE_BYTES,
          signal: AbortSignal.any([signal, ...(init.signal ? [init.signal] : [])]),
        });
      } catch (error) {
        if (error instanceof OutboundFailure) failure = error;
        throw error;
      }
    },
    reconnectionScheduler: (reconnect, delayMs) => {
      reconnects += 1;
      if (reconnects > MAX_RECONNECTS) return undefined;
      const timer = setTimeout(reconnect, Math.max(delayMs, MIN_RECONNECT_MS)).unref();
      return () => clearTimeout(timer);
    },
  });
  const client = new sdk.Client(
    { name: 'Parley', version: options.userAgent.split('/')[1] ?? '1' },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto' },
      listMaxPages: MAX_PAGES,
      inputRequired: { autoFulfill: false },
      // Schemas are not compiled, because they come from the server and the model can read any result.
      jsonSchemaValidator: { getValidator: acceptAnything },
      ...(onToolsChanged !== undefined && {
        listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged } },
      }),
    },
  );
  const toAppError = (error: unknown): unknown => {
    if (error instanceof AppError || error instanceof SessionLost) return error;
    const unreachable = failure ?? outboundFailureIn(error);
    if (unreachable !== null) return new AppError('unavailable', unreachable.message, { cause: error });
    return describe(sdk, error);
  };
  const guarded = async <T>(work: () => Promise<T>, stop: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      stop.throwIfAborted();
      throw toAppError(error);
    }
  };
  const timeout = LIST_WITHIN_MS;
  await guarded(
    () => client.connect(transport, { signal, timeout, ...(prior !== undefined && { prior }) }),
    signal,
  ).catch((error: unknown) => {
    const isMisunderstood = prior === undefined && error instanceof AppError && isOddAnswer(sdk, error.cause);
    throw isMisunderstood ? new NegotiationFailed(error.code, error.message) : error;
  });
  return {
    prior: discovered(client),
    listTools: (stop) =>
      guarded(async () => {
        if (client.getServerCapabilities()?.tools === undefined) return [];
        return (await client.listTools(undefined, { signal: stop, timeout, cacheMode: 'refresh' })).tools;
      }, stop),
    callTool: (call, stop) =>
      guarded(() => {
        const { tool, arguments: given, meta, timeoutMs } = call;
        const isSession = transport.sessionId !== undefined;
        return client
          .callTool(
            { name: tool.name, arguments: given, _meta: meta },
            { signal: stop, timeout: timeoutMs, maxTotalTimeout: timeoutMs, toolDefinition: tool },
          )
          .catch((error: unknown) => {
            throw isSession && isSessionLost(sdk, error) ? new SessionLost(messageOf(error)) : error;
          });
      }, stop),
    close: async () => {
      const late = AbortSignal.timeout(END_WITHIN_MS);
      const ended = transport.terminateSession().catch(() => undefined);
      await Promise.race([ended, new Promise((resolve) => late.addEventListener('abort', resolve))]);
      await client.close().catch(() => undefined);
    },
  };
}

type Sdk = typeof import('@modelcontextprotocol/client');

function discovered(client: Client): PriorDiscovery {
  const discover = client.getDiscoverResult();
  return discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover };
}

function acceptAnything<T>(): JsonSchemaValidator<T> {
  return (input) => ({ valid: true, data: asAnything<T>(input), errorMessage: undefined });
}

function asAnything<T>(input: unknown): T {
  return input as T;
}

function outboundFailureIn(error: unknown): OutboundFailure | null {
  if (error instanceof OutboundFailure) return error;
  return error instanceof Error && error.cause !== undefined ? outboundFailureIn(error.cause) : null;
}

function isOddAnswer(sdk: Sdk, error: unknown): boolean {
  if (error instanceof sdk.SdkHttpError) return error.data.status >= 500;
  const isNegotiation = error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.EraNegotiationFailed;
  return isNegotiation && outboundFailureIn(error) === null;
}

function asMethod(method: string | undefined): 'GET' | 'POST' | 'DELETE' {
  return method === 'POST' || method === 'DELETE' ? method : 'GET';
}

/** 404 is the protocol's answer to an unknown session; some servers answer 400 with these words. */
function isSessionLost(sdk: Sdk, error: unknown): boolean {
  if (!(error instanceof sdk.SdkHttpError)) return false;
  const { status, text } = error.data;
  return status === 404 || (status === 400 && typeof text === 'string' && /session/i.test(text));
}

/** The error for a failed request, in words for the owner of the account. */
function describe(sdk: Sdk, error: unknown): AppError {
  const of = (message: string): AppError => new AppError('unavailable', message, { cause: error });
  const refused = (message: string): AppError => new ToolNotReached('unavailable', message, { cause: error });
  if (error instanceof sdk.SdkHttpError) {
    const { status } = error.data;
    if (status === 401 || status === 403) {
      return refused(`The MCP server refused access (HTTP ${status}). Check its headers.`);
    }
    if (status >= 300 && status < 400)
      return refused(`The MCP server redirects (HTTP ${status}). Use its new URL.`);
    return of(`The MCP server answered with HTTP ${status}.`);
  }
  if (error instanceof sdk.ProtocolError) {
    const message = error.message.slice(0, MESSAGE_CHARACTERS);
    // The model can correct its arguments.
    if (error.code === sdk.INVALID_PARAMS) return new AppError('bad-request', message, { cause: error });
    return of(`The MCP server answered with error ${error.code}: ${message}`);
  }
  if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout) {
    return of('The MCP server did not answer in time.');
  }
  return of('The response is not that of an MCP server (Streamable HTTP).');
}

const MESSAGE_CHARACTERS = 2_000;
