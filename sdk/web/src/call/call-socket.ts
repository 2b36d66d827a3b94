import { REPLACED_CODE, RESUME_PARAMETER } from './protocol.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

/**
 * In a call, the server sends audio all the time, so a connection without any is broken, even if the browser has not
 * noticed.
 */
const MAX_SILENCE_MS = 5_000;
const CHECK_EVERY_MS = 1_000;

export interface CallSocketListener {
  received(data: unknown): void;
  /** The connection broke, and a new one is being opened. */
  broke(): void;
  /** The connection ended for good. `isReplaced`: another page has resumed the call. */
  closed(about: { isReplaced: boolean }): void;
}

/** The connection of a call. It is replaced when it breaks, if the server gave a token to resume the call. */
export class CallSocket {
  readonly #address: string;
  readonly #listener: CallSocketListener;
  #socket: WebSocket;
  #resumeToken: string | null = null;
  /** False until the server is ready on the current connection. */
  #isReady = false;
  /** Typed text and keys for the next connection. */
  #unsent: string[] = [];
  #attempts = 0;
  #brokeAtMs = 0;
  #heardAtMs = 0;
  /** The other side has answered. */
  #hasAudio = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;
  #isClosed = false;

  /** Throws a DOMException if the URL is invalid, or insecure on a secure page. */
  constructor(address: string, listener: CallSocketListener) {
    this.#address = address;
    this.#listener = listener;
    this.#socket = this.#open(address);
    this.#watch = setInterval(() => this.#check(), CHECK_EVERY_MS);
  }

  /** Bytes that are not uploaded yet. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** The connection can carry the call from now on. @param resumeToken null if the call cannot be resumed */
  ready(resumeToken: string | null): void {
    this.#resumeToken = resumeToken;
    this.#isReady = true;
    this.#attempts = 0;
    for (const text of this.#unsent.splice(0)) this.#socket.send(text);
  }

  /** Sends a message, after reconnecting if necessary. */
  send(text: string): void {
    const isOpen = this.#socket.readyState === WebSocket.OPEN;
    if (isOpen && (this.#isReady || this.#resumeToken === null)) this.#socket.send(text);
    // A connection that is closing still counts as ready, but loses what is sent.
    else if (this.#resumeToken !== null) this.#unsent.push(text);
  }

  /** Sends real-time data; drops it while there is no connection. */
  sendNow(data: string | Int16Array<ArrayBuffer>): void {
    if (this.#isReady && this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  /** Ends the call. A broken connection is opened once more for that; otherwise the call would wait for it. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    if (this.#resumeToken !== null && !this.#isReady) return;
    clearTimeout(this.#retry);
    this.#socket.close();
  }

  #open(address: string): WebSocket {
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#heardAtMs = performance.now();
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (this.#isClosed && !this.#isReady) return this.#finish(socket);
      this.#heardAtMs = performance.now();
      this.#hasAudio ||= data instanceof ArrayBuffer;
      if (socket === this.#socket) this.#listener.received(data);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lost(code === REPLACED_CODE);
    };
    return socket;
  }

  #check(): void {
    if (this.#resumeToken === null || this.#retry !== undefined || !this.#hasAudio) return;
    if (performance.now() - this.#heardAtMs < MAX_SILENCE_MS) return;
    // The close event of a dead connection comes too late. The server takes a close without this code for a hang-up.
    this.#socket.onclose = null;
    this.#socket.close(REPLACED_CODE);
    this.#lost(false);
  }

  /** Sends what is left over a new connection, and closes it, which the server takes for a hang-up. */
  #finish(socket: WebSocket): void {
    this.#resumeToken = null;
    for (const text of this.#unsent.splice(0)) socket.send(text);
    socket.close();
  }

  #lost(isReplaced: boolean): void {
    if (this.#isClosed && (this.#isReady || this.#resumeToken === null)) return;
    const wasReady = this.#isReady;
    if (wasReady) this.#brokeAtMs = performance.now();
    this.#isReady = false;
    const delayMs =
      this.#resumeToken === null || isReplaced
        ? null
        : reconnectDelayMs(this.#attempts, performance.now() - this.#brokeAtMs);
    if (delayMs === null) {
      const wasClosed = this.#isClosed;
      this.#resumeToken = null;
      this.close();
      if (!wasClosed) this.#listener.closed({ isReplaced });
      return;
    }
    if (wasReady) this.#listener.broke();
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#reconnect(), delayMs);
  }

  #reconnect(): void {
    this.#retry = undefined;
    const address = new URL(this.#address);
    address.searchParams.set(RESUME_PARAMETER, this.#resumeToken ?? '');
    this.#socket = this.#open(address.href);
  }
}
