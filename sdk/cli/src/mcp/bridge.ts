import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** JSON-RPC code for errors of an implementation. */
const SERVER_ERROR = -32_000;

/**
 * Passes MCP messages between standard input and output and the MCP endpoint of a server, until the input ends.
 * Clients that start MCP servers as programs can thus use a server of any version.
 * @param server `url` without `/api`; `query` chooses tools, such as `read_only=1`
 */
export async function bridgeMcp(
  server: { url: string; token: string; query: string },
  signal: AbortSignal,
): Promise<void> {
  const endpoint = new URL(`${server.url}/api/mcp${server.query === '' ? '' : `?${server.query}`}`);
  const headers = { authorization: `Bearer ${server.token}` };
  const remote = new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } });
  const local = new StdioServerTransport();
  /** Requests of the client that wait for their answer. */
  const open = new Map<RequestId, string>();
  local.onmessage = (message) => {
    if (isJSONRPCRequest(message)) open.set(message.id, message.method);
    remote.send(message).catch((error: unknown) => void refuse(message, error));
  };
  remote.onmessage = (message: JSONRPCMessage) => {
    if (isJSONRPCResultResponse(message)) noteVersion(message.id, message.result);
    if ('id' in message && message.id !== undefined) open.delete(message.id);
    void say(message);
  };
  const ended = new Promise<void>((resolve) => {
    local.onclose = () => resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await remote.start();
  await local.start();
  await ended;
  await remote.close();
  await local.close();

  /** Every later request has to name the version that the server chose. */
  function noteVersion(id: RequestId, { protocolVersion }: Record<string, unknown>): void {
    if (open.get(id) === 'initialize' && typeof protocolVersion === 'string') {
      remote.setProtocolVersion(protocolVersion);
    }
  }

  /** Ignores errors, because the client may end before the response arrives. */
  function say(message: JSONRPCMessage): Promise<void> {
    return local.send(message).catch(() => undefined);
  }

  async function refuse(message: JSONRPCMessage, error: unknown): Promise<void> {
    if (!isJSONRPCRequest(message) || !open.delete(message.id)) return;
    const text = failureText(server.url, error);
    await say({ jsonrpc: '2.0', id: message.id, error: { code: SERVER_ERROR, message: text } });
  }
}

function failureText(url: string, error: unknown): string {
  const status = statusOf(error);
  if (status === 401) return `${url} does not accept this API key.`;
  if (status !== null) return `${url} refused the request (HTTP ${status}).`;
  return `${url} does not answer. Is Parley running there?`;
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'UnauthorizedError') return 401;
  return 'status' in error && typeof error.status === 'number' ? error.status : null;
}
