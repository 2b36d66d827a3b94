import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type IWebhookFunctions,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

export type Caller = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface ApiRequest extends Pick<IHttpRequestOptions, 'method' | 'body' | 'qs' | 'headers'> {
  /** Below `/api`. */
  path: string;
  /** The input item that the request is for, if any. */
  item?: number;
}

/** Sends a request with the node's credentials. Returns the JSON body, or throws an error that says what to do. */
export async function send(caller: Caller, { path, item, ...options }: ApiRequest): Promise<unknown> {
  const baseURL = await serverAddress(caller);
  const answer = await caller.helpers.httpRequestWithAuthentication.call(caller, 'parleyApi', {
    ...options,
    baseURL,
    url: `/api${path}`,
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  });
  const { statusCode, body } = asDataObject(answer);
  const status = Number(statusCode);
  const isJson = typeof body === 'object' && body !== null;
  if (isJson && status >= 200 && status < 300) return body;
  const failure = isJson ? refusal(status, body) : noParley(status, baseURL);
  throw new NodeApiError(caller.getNode(), asDataObject(body), {
    ...failure,
    httpCode: String(status),
    ...(item !== undefined && { itemIndex: item }),
  });
}

async function serverAddress(caller: Caller): Promise<string> {
  const { baseUrl } = await caller.getCredentials<{ baseUrl?: unknown }>('parleyApi');
  const address = String(baseUrl ?? '')
    .trim()
    .replace(/(\/api)?\/*$/, '');
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address;
  throw new NodeApiError(
    caller.getNode(),
    {},
    {
      message: 'The server address of the credential must start with http:// or https://.',
      description: 'For example https://parley.example.com',
    },
  );
}

interface Failure {
  message: string;
  description: string;
}

function refusal(status: number, body: unknown): Failure {
  const message = messageOf(body) ?? `Parley responded with status ${status}.`;
  if (status !== 401) return { message, description: fieldErrors(body) };
  return {
    message: 'Parley did not accept the API key of the credential.',
    description: `Create a key in Parley's console under API keys. Parley's message: ${message}`,
  };
}

function noParley(status: number, address: string): Failure {
  return {
    message: `${address} responded with status ${status}, but not as a Parley server.`,
    description: 'Check the server address of the credential, and whether Parley is running.',
  };
}

function messageOf(body: unknown): string | undefined {
  const { message, error } = asDataObject(body);
  return [message, error].find((text) => typeof text === 'string');
}

/** All violations of field rules, one on a line. */
function fieldErrors(body: unknown): string {
  const { errors } = asDataObject(body);
  return Object.entries(asDataObject(errors))
    .map(([field, texts]) => `${field}: ${[texts].flat().join(' ')}`)
    .join('\n');
}

/** The value if it is an object; otherwise an empty one. */
export function asDataObject(value: unknown): IDataObject & JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as IDataObject & JsonObject)
    : {};
}

export function asDataObjects(value: unknown): IDataObject[] {
  return Array.isArray(value) ? value.map(asDataObject) : [];
}
