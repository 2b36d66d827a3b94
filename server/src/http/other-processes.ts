import { Agent } from 'undici';
import { WebSocket } from 'ws';
import { messageOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { ProcessAddresses } from '../work/process-addresses.ts';
import type { RawRequest } from './route.ts';

/** Marks forwarded requests, which are not forwarded again. */
const FORWARDED_HEADER = 'x-parley-handed-on';
/** Status with which a process answers if it does not hold the call. */
const NOT_HERE = 503;
const CONNECT_MS = 2000;
/** Slightly less than the timeout of carriers. */
const ANSWER_MS = 13_000;
const MAX_ANSWER_BYTES = 65_536;

export interface ForwardedAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** Forwards carrier requests to other processes of this installation. */
export interface OtherProcesses extends ProcessAddresses {
  /**
   * Forwards a request unchanged, including its signature. Never rejects.
   * @param path with `/api`
   * @returns null if there was no response
   */
  forward(origin: string, path: string, request: RawRequest): Promise<ForwardedAnswer | null>;
  /**
   * Opens the requested WebSocket at the other process. Never rejects.
   * @returns paused, so that its first messages wait for a listener; the HTTP status if the process refused it because
   * of the call's state, 404, 409 or 429; null if it cannot be opened
   */
  open(origin: string, path: string, request: RawRequest): Promise<WebSocket | 404 | 409 | 429 | null>;
  close(): Promise<void>;
}

export function isForwarded({ headers }: Pick<RawRequest, 'headers'>): boolean {
  return headers[FORWARDED_HEADER] !== undefined;
}

/** @param maxMessageBytes of the WebSockets */
export function openOtherProcesses(
  addresses: ProcessAddresses,
  { log, maxMessageBytes }: { log: Log; maxMessageBytes: number },
): OtherProcesses {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  const failed = (origin: string, error: unknown): null => {
    const advice = 'Another process of this installation is unreachable; it may have ended.';
    log.warn({ origin, error: messageOf(error) }, `${advice} If it is running, set its PARLEY_INNER_URL.`);
    return null;
  };
  return {
    ...addresses,
    async forward(origin, path, { method, headers, body }) {
      try {
        const forwarded = { method, headers: forwardedHeaders(headers), body, path };
        const {
          statusCode,
          headers: responseHeaders,
          body: responseBody,
        } = await agent.request({ origin, ...forwarded });
        if (statusCode === NOT_HERE) failed(origin, 'A different process responded.');
        return {
          status: statusCode,
          contentType: String(responseHeaders['content-type']),
          text: await responseBody.text(),
        };
      } catch (error) {
        return failed(origin, error);
      }
    },
    open: (origin, path, { headers }) =>
      openSocket(`${origin.replace(/^http/, 'ws')}${path}`, {
        headers: forwardedHeaders(headers),
        maxPayload: maxMessageBytes,
        handshakeTimeout: CONNECT_MS,
        perMessageDeflate: false,
      }).catch((error: unknown) => {
        const status = error instanceof SocketRefused ? error.status : null;
        return status === 404 || status === 409 || status === 429 ? status : failed(origin, error);
      }),
    close: () => agent.close(),
  };
}

/** Keeps the content type and the carrier's own headers, such as its signature. */
function forwardedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name]) => name === 'content-type' || (name.startsWith('x-') && !name.startsWith('x-forwarded')),
  );
  return { ...Object.fromEntries(own), [FORWARDED_HEADER]: '1' };
}

class SocketRefused extends Error {
  readonly status: number | undefined;

  constructor(status: number | undefined) {
    super(`The process answered ${status}.`);
    this.status = status;
  }
}

function openSocket(url: string, options: ConstructorParameters<typeof WebSocket>[2]): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, options);
    // Later errors are followed by `close`, which the socket's owner handles.
    socket.on('error', reject);
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy();
      reject(new SocketRefused(statusCode));
    });
    socket.once('open', () => {
      socket.pause();
      resolve(socket);
    });
  });
}
