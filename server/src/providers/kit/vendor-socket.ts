import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { ProviderError, type ProviderErrorCode } from '../interfaces/provider-error.ts';
import { statusError } from './status-error.ts';

/** Larger than any speech message. */
const MAX_MESSAGE_BYTES = 4 * 2 ** 20;
/** Limit of unsent data; minutes of speech. */
const MAX_BACKLOG_BYTES = 2 * 2 ** 20;
const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

export interface SocketOptions {
  /** Display name: `Deepgram`. */
  vendor: string;
  /** `ws:` or `wss:`; never contains a key. */
  url: string;
  headers: Record<string, string>;
  clock: Clock;
  /**
   * After this much silence the vendor is pinged, and after as much again without an answer the connection is closed.
   * Absent for no limit.
   */
  pingAfterMs?: number;
}

export interface SocketListener {
  opened(): void;
  text(message: string): void;
  bytes?(message: Uint8Array): void;
  /** Final callback: the connection was lost or could not be opened. Not called if we closed the socket. */
  lost(error: ProviderError): void;
}

/**
 * A WebSocket to a vendor. Messages are queued until it is open. It closes itself when the vendor stops reading.
 * Methods never throw.
 */
export class VendorSocket {
  readonly #options: SocketOptions;
  readonly #listener: SocketListener;
  readonly #socket: WebSocket;
  readonly #timers = new AbortController();
  #unsent: (string | Uint8Array)[] = [];
  #unsentBytes = 0;
  #isClosed = false;
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
      this.#lose(new ProviderError('timeout', `${options.vendor} did not accept the connection in time.`));
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(message: string | Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#socket.readyState === WebSocket.CONNECTING) {
      this.#unsent.push(message);
      this.#unsentBytes += message.length;
    } else this.#socket.send(message);
    if (this.#socket.bufferedAmount + this.#unsentBytes <= MAX_BACKLOG_BYTES) return;
    this.#lose(
      new ProviderError('unavailable', `${this.#options.vendor} stopped reading from the connection.`),
    );
  }

  /** Sends queued messages, then closes; no call follows. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate();
    else this.#socket.close(1000);
    this.#after(CLOSE_TIMEOUT_MS, () => this.#socket.terminate());
  }

  #open(): void {
    if (this.#isClosed) return;
    const unsent = this.#unsent;
    this.#unsent = [];
    this.#unsentBytes = 0;
    for (const message of unsent) this.#socket.send(message);
    if (this.#options.pingAfterMs !== undefined) this.#watch(this.#options.pingAfterMs);
    this.#listener.opened();
  }

  /** Pings the peer, because a dead one looks like a silent one. */
  #watch(pingAfterMs: number): void {
    this.#after(pingAfterMs, () => {
      if (this.#isClosed) return;
      if (!this.#isThere) {
        this.#lose(new ProviderError('timeout', `${this.#options.vendor} stopped responding.`));
        return;
      }
      this.#isThere = false;
      this.#socket.ping();
      this.#watch(pingAfterMs);
    });
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isClosed) return;
    this.#isThere = true;
    const bytes = bytesOf(data);
    try {
      if (isBinary) this.#listener.bytes?.(bytes);
      else this.#listener.text(bytes.toString());
    } catch (error) {
      // An error in processing a message ends this connection only, not the process with its other calls.
      this.#lose(
        new ProviderError(
          'malformed',
          `${this.#options.vendor} sent a message that could not be processed.`,
          error,
        ),
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
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unsent = [];
    this.#socket.terminate();
    this.#listener.lost(error);
  }

  #after(delayMs: number, then: () => void): void {
    this.#options.clock.sleep(delayMs, this.#timers.signal).then(then, () => undefined);
  }
}

/** 1008: policy violation; 1013: try again later. */
function codeOfClose(code: number): ProviderErrorCode {
  if (code === 1013) return 'rate-limited';
  if (code === 1009) return 'malformed';
  return code === 1008 || code === 1003 || code === 1007 ? 'rejected' : 'unavailable';
}

function failureOf(vendor: string, error: Error): ProviderError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('WS_ERR'))
    return new ProviderError('malformed', `${vendor} sent an invalid message.`, error);
  const isTimeout = code === 'ETIMEDOUT';
  return new ProviderError(
    isTimeout ? 'timeout' : 'unavailable',
    `${vendor} is unreachable or the connection was lost.`,
    error,
  );
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
