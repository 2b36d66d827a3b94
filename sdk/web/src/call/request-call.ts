import { CallError } from '../errors/call-error.ts';

/** The URL of a call's WebSocket, or a function that requests the call and returns its URL or the server's response. */
export type CallUrl = string | (() => Promise<string | Response>);

/**
 * @returns the URL of the call's WebSocket
 * @throws CallError
 */
export async function requestCall(url: CallUrl): Promise<string> {
  if (typeof url === 'string') return url;
  try {
    const given = await url();
    return typeof given === 'string' ? given : await urlOf(given);
  } catch (error) {
    if (error instanceof CallError) throw error;
    // `fetch` rejects with a TypeError, whose message differs between browsers.
    if (error instanceof TypeError) {
      const message = 'The call could not be requested. Check your network connection.';
      throw new CallError('connection-failed', message, { cause: error });
    }
    const message = error instanceof Error ? error.message : 'The call could not be requested.';
    throw new CallError('refused', message, { cause: error });
  }
}

/** Reads the response of `POST /user/calls/web`, with or without its `data`. */
async function urlOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const url = textAt(fieldOf(body, 'data'), 'media_url') ?? textAt(body, 'media_url');
  if (response.ok && url !== null) return url;
  const message = textAt(body, 'message');
  if (response.ok) throw new CallError('refused', 'The response to the request for a call has no media_url.');
  const { status } = response;
  if (status === 404 && message !== null) {
    throw new CallError('assistant-not-found', 'The assistant was not found.');
  }
  if (status === 429 || status === 503) {
    throw new CallError('server-full', message ?? 'Too many calls right now. Try again in a few seconds.');
  }
  throw new CallError('refused', message ?? `The call was refused with status ${status}.`);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function textAt(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === 'string' && text !== '' ? text : null;
}
