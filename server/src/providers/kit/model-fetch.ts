import { Agent, type Dispatcher } from 'undici';

export interface ModelConnections extends AsyncDisposable {
  /** For the AI SDK's provider packages. */
  fetch: typeof globalThis.fetch;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Longest silence before and within a response; the agent's own limits are usually shorter. */
const SILENCE_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;

/** Connections to model endpoints, kept alive between turns; dispose them with the process. */
export function openModelConnections(): ModelConnections {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  });
  return {
    fetch: (input, init) => send(agent, new URL(String(input)), init ?? {}),
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

/**
 * The subset of `fetch` that the provider packages use, on `Dispatcher.request`: text request, streamed response.
 * Redirects are not followed, so that a key never reaches another host.
 */
async function send(agent: Dispatcher, url: URL, init: RequestInit): Promise<Response> {
  const { body = null, method = 'GET', signal = null } = init;
  if (body !== null && typeof body !== 'string')
    throw new TypeError('The body of a model request must be text.');
  const answer = await requestTwice(agent, {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: Object.fromEntries(new Headers(init.headers)),
    body,
    signal,
  });
  const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
  if (!hasBody) await answer.body.dump();
  return new Response(hasBody ? toWebStream(answer.body) : null, {
    status: answer.statusCode,
    headers: toHeaders(answer.headers),
  });
}

/** A connection that the endpoint closed while idle fails on its next use: the second attempt opens a new one. */
async function requestTwice(
  agent: Dispatcher,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  try {
    return await agent.request(options);
  } catch (error) {
    if (!wasClosed(error)) throw error;
    return agent.request(options);
  }
}

function wasClosed(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET')
  );
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) result.append(name, item);
  }
  return result;
}

function toWebStream(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      body.destroy();
    },
  });
}
