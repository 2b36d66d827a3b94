import { Agent } from 'undici';
import { WebSocket } from 'ws';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { RawRequest } from '../../http/route.ts';
import type { ProcessAddresses } from '../../jobs/process-addresses.ts';

/** What one process hands on, the next keeps: nothing goes in circles. */
const HANDED_ON = 'x-parley-handed-on';
/** What a process says of a call that it does not have. */
const NOT_HERE = 503;
const CONNECT_MS = 2000;
/** A little less than carriers wait for an answer. */
const ANSWER_MS = 13_000;
const MAX_ANSWER_BYTES = 65_536;

export interface HandedAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** The other processes of this installation, for what a carrier brings to the wrong one. */
export interface OtherProcesses extends ProcessAddresses {
  /** Hands a request on as it came, signature included. @param path with `/api`. Null: nobody answered. Never rejects. */
  ask(origin: string, path: string, request: RawRequest): Promise<HandedAnswer | null>;
  /** Opens the WebSocket that a request asks for; null: it is refused. Never rejects. */
  open(origin: string, path: string, request: RawRequest): Promise<WebSocket | null>;
  close(): Promise<void>;
}

export function isHandedOn({ headers }: Pick<RawRequest, 'headers'>): boolean {
  return headers[HANDED_ON] !== undefined;
}

/** @param maxMessageBytes of the WebSockets */
export function openOtherProcesses(
  addresses: ProcessAddresses,
  { log, maxMessageBytes }: { log: Log; maxMessageBytes: number },
): OtherProcesses {
  const agent = new Agent({
    ...{ connect: { timeout: CONNECT_MS }, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS },
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  const failed = (origin: string, error: unknown): null => {
    const advice = 'Another process of this installation was not reached; it may have ended.';
    log.warn({ origin, error: messageOf(error) }, `${advice} If it lives, set its PARLEY_INNER_URL.`);
    return null;
  };
  return {
    ...addresses,
    async ask(origin, path, { method, headers, body }) {
      try {
        const handed = { method, headers: handedHeaders(headers), body, path };
        const { statusCode, headers: told, body: said } = await agent.request({ origin, ...handed });
        if (statusCode === NOT_HERE) failed(origin, 'It is not the process that was asked for.');
        return { status: statusCode, contentType: String(told['content-type']), text: await said.text() };
      } catch (error) {
        return failed(origin, error);
      }
    },
    open: (origin, path, { headers }) =>
      openSocket(`${origin.replace(/^http/, 'ws')}${path}`, {
        ...{ headers: handedHeaders(headers), maxPayload: maxMessageBytes },
        ...{ handshakeTimeout: CONNECT_MS, perMessageDeflate: false },
      }).catch((error: unknown) => failed(origin, error)),
    close: () => agent.close(),
  };
}

/** What the carrier says of itself, above all its signature; the rest is about the connection that it came over. */
function handedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name]) => name === 'content-type' || (name.startsWith('x-') && !name.startsWith('x-forwarded')),
  );
  return { ...Object.fromEntries(own), [HANDED_ON]: '1' };
}

function openSocket(url: string, options: ConstructorParameters<typeof WebSocket>[2]): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, options);
    // What breaks later is closed right after, and whoever owns the socket hears of that.
    socket.on('error', reject);
    socket.once('open', () => resolve(socket));
  });
}
