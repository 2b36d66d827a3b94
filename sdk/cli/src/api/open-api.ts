import { AuthenticationError, ConnectionError, ParleyError } from '../../../typescript/src/errors.ts';
import { type ApiRequest, Transport } from '../../../typescript/src/transport.ts';
import { CommandError } from '../terminal/failures.ts';
import { type Api, ApiFailure, type ServerEvent } from './api.ts';

interface Connection {
  /** Without `/api`. */
  url: string;
  token: string | null;
  /** Aborts every request. */
  signal: AbortSignal;
}

/** Only one retry, because a person waits. */
const MAX_RETRIES = 1;
/** A large file takes longer than other requests. */
const UPLOAD_MS = 600_000;

/** The API of a server, through the client of `@parley/sdk`. */
export function openApi(connection: Connection): Api {
  const { url, token, signal } = connection;
  const headers = { 'user-agent': 'parley-command-line' };
  const transport = new Transport({ baseUrl: url, apiKey: token, maxRetries: MAX_RETRIES, headers });
  const call = <Answer>(request: ApiRequest, options: { timeoutMs?: number } = {}): Promise<Answer> =>
    explained(connection, () => transport.call<Answer>(request, { ...options, signal }));
  return {
    url,
    get: (path, params) => call({ method: 'GET', path, params }),
    create: (path, params) => call({ method: 'POST', path, params, isIdempotent: true }),
    send: (method, path, params) => call({ method, path, params }),
    upload: (path, { file, fields, query = {} }) => {
      const content = new File([new Uint8Array(file.content)], file.name, { type: file.type });
      const inQuery = Object.keys(query);
      const params = { ...query, ...fields, file: content };
      return call({ method: 'POST', path, params, inQuery, isForm: true }, { timeoutMs: UPLOAD_MS });
    },
    download: async (path) => {
      const response = await explained(connection, () =>
        transport.download({ method: 'GET', path }, { signal }),
      );
      if (response.body === null) throw new CommandError('The server sent nothing.');
      return response.body;
    },
    events: (path, eventSignal) => followEvents(connection, transport, { path, signal: eventSignal }),
  };
}

async function* followEvents(
  connection: Connection,
  transport: Transport,
  { path, signal }: { path: string; signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  const how = { gives: 'event', lastEvent: 'call.ended' } as const;
  const open = () => transport.stream<ServerEvent>({ method: 'GET', path }, how, { signal });
  yield* await explained(connection, open);
}

/** Converts errors of the client to sentences that say what to do. */
async function explained<Answer>({ url }: Connection, ask: () => PromiseLike<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ConnectionError) {
      throw new CommandError(`${url} does not answer (${reasonOf(error)}). Is Parley running there?`, {
        cause: error,
      });
    }
    if (error instanceof AuthenticationError) {
      throw new ApiFailure(401, `${url} does not accept this login or API key. Run: parley login`);
    }
    throw error instanceof ParleyError ? failureOf(url, error) : error;
  }
}

function failureOf(url: string, { status, message, fields }: ParleyError): Error {
  if (status === null || status < 400)
    return new CommandError(`${url} is not a Parley server: its answer is no JSON.`);
  const lines = Object.entries(fields).flatMap(([field, texts]) =>
    texts.map((text) => `  ${field}: ${text}`),
  );
  const text = lines.length === 0 ? message : ['The server refused this:', ...lines].join('\n');
  return new ApiFailure(status, text, fields);
}

/** The code of the innermost cause, such as ECONNREFUSED. */
function reasonOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return reasonOf(cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
