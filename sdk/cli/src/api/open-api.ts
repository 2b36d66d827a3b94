import { CommandError } from '../program/failures.ts';
import { type Api, ApiFailure, type Query, type ServerEvent } from './api.ts';

interface Connection {
  /** Without `/api`. */
  url: string;
  token: string | null;
  /** Aborts every request. */
  signal: AbortSignal;
}

/** The API of a server. */
export function openApi(connection: Connection): Api {
  const json = async <Answer>(method: string, path: string, init: RequestInit): Promise<Answer> =>
    asAnswer<Answer>(await request(connection, path, { ...init, method }));
  return {
    url: connection.url,
    get: (path, query) => json('GET', withQuery(path, query), {}),
    send: (method, path, body) =>
      json(method, path, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
    upload: (path, { file, fields = {}, query }) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([file.content], { type: file.type }), file.name);
      return json('POST', withQuery(path, query), { body: form });
    },
    download: async (path, query) => {
      const response = await request(connection, withQuery(path, query), {});
      if (response.body === null) throw new CommandError('The server sent nothing.');
      return response.body;
    },
    events: (path, signal) => readEvents(connection, path, signal),
  };
}

async function request(connection: Connection, path: string, init: RequestInit): Promise<Response> {
  const url = /^https?:/.test(path) ? path : `${connection.url}/api${path}`;
  const headers = new Headers(init.headers);
  headers.set('accept', headers.get('accept') ?? 'application/json');
  if (connection.token !== null) headers.set('authorization', `Bearer ${connection.token}`);
  const signal = init.signal ?? connection.signal;
  let response: Response;
  try {
    response = await fetch(url, { ...init, headers, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CommandError(
      `${connection.url} does not answer (${reasonOf(error)}). Is Parley running there?`,
      {
        cause: error,
      },
    );
  }
  if (response.ok) return response;
  throw await failureOf(connection, response);
}

async function asAnswer<Answer>(response: Response): Promise<Answer> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new CommandError(`${new URL(response.url).origin} is not a Parley server: its answer is no JSON.`);
  }
}

async function failureOf({ url }: Connection, response: Response): Promise<Error> {
  const body = asRefusal(await response.text());
  if (response.status === 401) {
    return new ApiFailure(401, `${url} does not accept this login or API key. Run: parley login`);
  }
  if (body === null) return new ApiFailure(response.status, `${url} answered ${response.status}.`);
  const fields = Object.entries(body.errors ?? {}).flatMap(([field, texts]) =>
    texts.map((text) => `  ${field}: ${text}`),
  );
  const message = body.message ?? body.error ?? `${url} answered ${response.status}.`;
  return new ApiFailure(
    response.status,
    fields.length === 0 ? message : ['The server refused this:', ...fields].join('\n'),
  );
}

interface Refusal {
  message?: string;
  error?: string;
  errors?: Record<string, string[]>;
}

function asRefusal(text: string): Refusal | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : null;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.message : String(error);
}

function withQuery(path: string, query: Query = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? path : `${path}?${given}`;
}

async function* readEvents(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const response = await request(connection, path, { headers: { accept: 'text/event-stream' }, signal });
  if (response.body === null) return;
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    buffer += decoder.decode(chunk, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
