import { type RawData, WebSocket } from 'ws';
import {
  BROWSER_SAMPLE_RATE_HZ,
  MAX_TYPED_CHARACTERS,
  REPLACED_CODE,
  RESUME_PARAMETER,
  RESUME_WITHIN_MS,
  toBrowser,
} from '#contract/browser-call.ts';
import { type CallDisplay, callDisplay } from '#contract/calls.ts';
import type { Clock } from '../core/clock.ts';
import { keepAlive, QUICK_PING_MS } from '../telephony/socket-liveness.ts';

/** Media connection of a browser call that is made from the terminal. It reconnects when it breaks. */
export interface CallLine {
  type(text: string): void;
  hangUp(): void;
  /** Resolves at the assistant's next transcript, at the end of the call, or after 30 seconds. */
  answered(): Promise<void>;
  /** Resolves at the end of the call, with the reason as a sentence. */
  over: Promise<string>;
}

export interface CallLineListener {
  sound(sound: Uint8Array): void;
  shown(message: CallDisplay): void;
  /** The connection broke, and a new one is being opened. */
  broke(): void;
  resumed(): void;
}

const ANSWER_MS = 30_000;
/** Interval for reporting the playback position. */
const REPORT_MS = 250;
const BYTES_PER_MS = (BROWSER_SAMPLE_RATE_HZ / 1000) * 2;
/** Pause before each attempt to reconnect. */
const RETRY_MS = 500;
const HANDSHAKE_MS = 3000;
const NORMAL = 1000;
const NOT_FOUND = 404;
const ENDED = 'The call has ended.';

export function openCallLine(mediaUrl: string, listener: CallLineListener, clock: Clock): CallLine {
  return new TerminalLine(mediaUrl, listener, clock);
}

class TerminalLine implements CallLine {
  readonly #mediaUrl: string;
  readonly #listener: CallLineListener;
  readonly #clock: Clock;
  readonly #ended = Promise.withResolvers<string>();
  readonly #hungUp = new AbortController();
  #answer = Promise.withResolvers<void>();
  #socket: WebSocket;
  /** Null until the first connection is ready. */
  #resumeToken: string | null = null;
  #brokeAtMs: number | null = null;
  /** Messages for the next connection. */
  #unsent: object[] = [];

  constructor(mediaUrl: string, listener: CallLineListener, clock: Clock) {
    this.#mediaUrl = mediaUrl;
    this.#listener = listener;
    this.#clock = clock;
    this.#socket = this.#connect(mediaUrl);
  }

  get over(): Promise<string> {
    return this.#ended.promise;
  }

  type(text: string): void {
    this.#answer = Promise.withResolvers();
    const message = { type: 'typed', text: text.slice(0, MAX_TYPED_CHARACTERS) };
    if (this.#brokeAtMs === null) this.#send(message);
    else this.#unsent.push(message);
  }

  hangUp(): void {
    this.#hungUp.abort();
    this.#send({ type: 'hang-up' });
    // `close` sends the queued message before it closes the socket.
    this.#socket.close(NORMAL);
    if (this.#brokeAtMs !== null) this.#ended.resolve(ENDED);
  }

  async answered(): Promise<void> {
    const patience = new AbortController();
    const late = this.#clock.sleep(ANSWER_MS, patience.signal).catch(() => undefined);
    await Promise.race([this.#answer.promise, this.#ended.promise, late]);
    patience.abort();
  }

  #connect(url: string): WebSocket {
    const socket = new WebSocket(url, { handshakeTimeout: HANDSHAKE_MS });
    const over = new AbortController();
    const position = createPosition((ms) => this.#send({ type: 'played', ms }));
    let failure = ENDED;
    let isGone = false;
    keepAlive(socket, { clock: this.#clock, pingMs: QUICK_PING_MS }, over.signal);
    socket.on('message', (data, isBinary) => {
      const bytes = bytesOf(data);
      if (!isBinary) return this.#read(bytes.toString());
      this.#listener.sound(bytes);
      position.heard(bytes.length / BYTES_PER_MS);
    });
    socket.on('unexpected-response', (_request, { statusCode }) => {
      failure = `The server refused the call with status ${statusCode}.`;
      isGone = statusCode === NOT_FOUND;
      socket.terminate();
    });
    socket.on('error', (error) => {
      if (failure === ENDED) failure = error.message;
    });
    socket.on('close', (code) => {
      over.abort();
      const isOver = isGone || code === NORMAL || code === REPLACED_CODE || this.#hungUp.signal.aborted;
      if (this.#resumeToken === null) this.#ended.resolve(failure);
      else if (isOver) this.#ended.resolve(ENDED);
      else void this.#reconnect(this.#resumeToken);
    });
    return socket;
  }

  async #reconnect(resumeToken: string): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#brokeAtMs === null) this.#listener.broke();
    this.#brokeAtMs ??= nowMs;
    if (nowMs - this.#brokeAtMs + RETRY_MS > RESUME_WITHIN_MS) {
      this.#ended.resolve('The connection was lost.');
      return;
    }
    const url = new URL(this.#mediaUrl);
    url.searchParams.set(RESUME_PARAMETER, resumeToken);
    await this.#clock.sleep(RETRY_MS, this.#hungUp.signal).then(
      () => {
        this.#socket = this.#connect(url.href);
      },
      () => undefined,
    );
  }

  #read(text: string): void {
    const message = readMessage(text);
    if (message === null) return;
    if (message.type === 'ready') this.#ready(message.resume ?? null);
    else if (message.type === 'ended') this.#ended.resolve(message.reason);
    else this.#listener.shown(message);
    if (message.type === 'transcript' && message.sender === 'bot') this.#answer.resolve();
  }

  #ready(resumeToken: string | null): void {
    this.#resumeToken = resumeToken;
    if (this.#brokeAtMs !== null) this.#listener.resumed();
    this.#brokeAtMs = null;
    for (const message of this.#unsent.splice(0)) this.#send(message);
  }

  #send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

/** Reports how much audio of a connection was heard, a few times a second. */
function createPosition(report: (ms: number) => void): { heard(ms: number): void } {
  let heardMs = 0;
  let reportedMs = 0;
  return {
    heard: (ms) => {
      heardMs += ms;
      if (heardMs - reportedMs < REPORT_MS) return;
      reportedMs = heardMs;
      report(Math.floor(heardMs));
    },
  };
}

type Message =
  | CallDisplay
  | { type: 'ready'; resume?: string | undefined }
  | { type: 'ended'; reason: string };

/** Null for message types that a terminal ignores, and for invalid messages. */
function readMessage(text: string): Message | null {
  const json: unknown = JSON.parse(text);
  const shown = callDisplay.safeParse(json);
  if (shown.success) return shown.data;
  const told = toBrowser.safeParse(json);
  return told.success && (told.data.type === 'ready' || told.data.type === 'ended') ? told.data : null;
}

function bytesOf(data: RawData): Buffer {
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
}
