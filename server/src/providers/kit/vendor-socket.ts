import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { ProviderError, type ProviderErrorCode } from '../interfaces/provider-error.ts';
import { statusError } from './status-error.ts';

/** More in one message is not speech. */
const MAX_MESSAGE_BYTES = 4 * 2 ** 20;
/** Minutes of speech that the vendor does not take. */
const MAX_BACKLOG_BYTES = 2 * 2 ** 20;
const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

export interface SocketOptions {
  /** For people: `Deepgram`. */
  vendor: string;
  /** `ws:` or `wss:`; never with a key in it. */
  url: string;
  headers: Record<string, string>;
  clock: Clock;
  /**
   * A vendor that says nothing for so long is asked whether it is there, and left when it does not answer for as long
   * again. Absent: silence means nothing.
   */
  askAfterMs?: number;
}

export interface SocketListener {
  opened(): void;
  text(message: string): void;
  bytes?(message: Uint8Array): void;
  /** The last call, unless we closed it ourselves; also of a connection that never came about. */
  lost(error: ProviderError): void;
}

/**
 * A WebSocket to a vendor. What is sent before it is open waits. It ends by itself when the vendor does not take what is sent.
 * Nothing here throws.
 */
export class VendorSocket {
  readonly #options: SocketOptions;
  readonly #listener: SocketListener;
  readonly #socket: WebSocket;
  readonly #timers = new AbortController();
  #unsent: (string | Uint8Array)[] = [];
  #unsentBytes = 0;
  #isOver = false;
  #isThere = true;

  constructor(options: SocketOptions, listener: SocketListener) {
    this.#options = options;
    this.#listener = listener;
    this.#socket = new WebSocket(options.url, {
      headers: options.headers,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket.on('open', () => this.#open());
    this.#socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#socket.on('pong', () => {
      this.#isThere = true;
    });
    this.#socket.on('unexpected-response', (request, response) => this.#refused(request, response));
    this.#socket.on('error', (error) => this.#lose(failureOf(options.vendor, error)));
    this.#socket.on('close', (code, reason) => this.#closed(code, reason.toString()));
    this.#after(CONNECT_TIMEOUT_MS, () => {
      if (this.#socket.readyState !== WebSocket.CONNECTING) return;
      this.#lose(new ProviderError('timeout', `${options.vendor} did not take the connection in time.`));
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  send(message: string | Uint8Array): void {
    if (this.#isOver) return;
    if (this.#socket.readyState === WebSocket.CONNECTING) {
      this.#unsent.push(message);
      this.#unsentBytes += message.length;
    } else this.#socket.send(message);
    if (this.#socket.bufferedAmount + this.#unsentBytes <= MAX_BACKLOG_BYTES) return;
    this.#lose(new ProviderError('unavailable', `${this.#options.vendor} does not take what is sent.`));
  }

  /** Sends what waits, then closes; no call follows. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate();
    else this.#socket.close(1000);
    this.#after(CLOSE_TIMEOUT_MS, () => this.#socket.terminate());
  }

  #open(): void {
    if (this.#isOver) return;
    const unsent = this.#unsent;
    this.#unsent = [];
    this.#unsentBytes = 0;
    for (const message of unsent) this.#socket.send(message);
    if (this.#options.askAfterMs !== undefined) this.#watch(this.#options.askAfterMs);
    this.#listener.opened();
  }

  /** A connection whose other end is gone without a word looks like one that is silent. */
  #watch(askAfterMs: number): void {
    this.#after(askAfterMs, () => {
      if (this.#isOver) return;
      if (!this.#isThere) {
        this.#lose(new ProviderError('timeout', `${this.#options.vendor} does not answer any more.`));
        return;
      }
      this.#isThere = false;
      this.#socket.ping();
      this.#watch(askAfterMs);
    });
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    this.#isThere = true;
    const bytes = bytesOf(data);
    try {
      if (isBinary) this.#listener.bytes?.(bytes);
      else this.#listener.text(bytes.toString());
    } catch (error) {
      // Whoever falls over what one vendor says to one call loses this connection, and the process none of its other calls.
      this.#lose(
        new ProviderError('malformed', `${this.#options.vendor} said what nobody could take.`, error),
      );
    }
  }

  #refused(request: ClientRequest, response: IncomingMessage): void {
    request.destroy();
    this.#lose(statusError(this.#options.vendor, response.statusCode ?? 500));
  }

  #closed(code: number, reason: string): void {
    this.#timers.abort();
    const message = `${this.#options.vendor} closed the connection (${code}).`;
    this.#lose(new ProviderError(codeOfClose(code), message, new Error(reason.slice(0, 300))));
  }

  #lose(error: ProviderError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unsent = [];
    this.#socket.terminate();
    this.#listener.lost(error);
  }

  #after(delayMs: number, then: () => void): void {
    this.#options.clock.sleep(delayMs, this.#timers.signal).then(then, () => undefined);
  }
}

/** 1008: what we asked for is against the vendor's rules; 1013: try again later. */
function codeOfClose(code: number): ProviderErrorCode {
  if (code === 1013) return 'rate-limited';
  if (code === 1009) return 'malformed';
  return code === 1008 || code === 1003 || code === 1007 ? 'rejected' : 'unavailable';
}

function failureOf(vendor: string, error: Error): ProviderError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('WS_ERR'))
    return new ProviderError('malformed', `${vendor} sent what is no message.`, error);
  const isTimeout = code === 'ETIMEDOUT';
  return new ProviderError(
    isTimeout ? 'timeout' : 'unavailable',
    `${vendor} could not be reached or broke off.`,
    error,
  );
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
