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

/** Sends a request with the node's credentials. Returns the JSON body, or throws `NodeApiError` with the server's words. */
export async function send(caller: Caller, { path, item, ...options }: ApiRequest): Promise<unknown> {
  const { baseUrl } = await caller.getCredentials<{ baseUrl?: unknown }>('parleyApi');
  const answer = await caller.helpers.httpRequestWithAuthentication.call(caller, 'parleyApi', {
    ...options,
    baseURL: String(baseUrl)
      .trim()
      .replace(/(\/api)?\/*$/, ''),
    url: `/api${path}`,
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  });
  const { statusCode, body } = asDataObject(answer);
  const status = Number(statusCode);
  if (status >= 200 && status < 300) return body;
  throw new NodeApiError(caller.getNode(), asDataObject(body), {
    message: messageOf(body) ?? `Parley responded with status ${status}.`,
    description: fieldErrors(body),
    httpCode: String(status),
    ...(item !== undefined && { itemIndex: item }),
  });
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
