import type { Clock } from '../../../core/clock.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import { parseJsonObject } from '../json-parts.ts';
import { VendorSocket } from '../vendor-socket.ts';
import type { SpeechMessage, SpeechProtocol } from './speech-protocol.ts';

/** Keeps a connection for the next TTS request: a new one costs three round trips. */
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 500;
/** Detects a dead connection before the next TTS request uses it. */
const PING_AFTER_MS = 5_000;

/** A TTS request on a connection. */
export interface Speaker {
  message(message: SpeechMessage, json: Record<string, unknown>): void;
  /** No more calls follow. */
  lost(error: ProviderError): void;
}

/** A connection that carries several concurrent TTS requests. */
export interface SpeechConnection {
  send(messages: readonly object[]): void;
  /** Detaches the TTS request; `messages` are sent to the vendor. */
  leave(contextId: string, messages: readonly object[]): void;
  /** Accepts no further TTS request, and closes after the last running one. */
  retire(): void;
}

interface Open {
  url: string;
  socket: VendorSocket;
  speakers: Map<string, Speaker>;
  isRetired: boolean;
  /** Ends the wait for another TTS request. */
  idle: AbortController;
}

/** The connections to one vendor. */
export class SpeechConnections {
  readonly #protocol: SpeechProtocol;
  readonly #clock: Clock;
  readonly #open = new Set<Open>();
  #isClosed = false;

  constructor(protocol: SpeechProtocol, clock: Clock) {
    this.#protocol = protocol;
    this.#clock = clock;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Joins or opens a connection; throws a `ProviderError` if there are too many. */
  join(url: string, contextId: string, speaker: Speaker): SpeechConnection {
    const { vendor, speechesPerConnection } = this.#protocol;
    if (this.#isClosed) throw new ProviderError('unavailable', `The connections to ${vendor} are closed.`);
    const open = [...this.#open].find(
      (one) => one.url === url && !one.isRetired && one.speakers.size < speechesPerConnection,
    );
    if (open === undefined && this.#open.size >= MAX_CONNECTIONS) {
      throw new ProviderError('rate-limited', `Too many connections to ${vendor}.`);
    }
    const chosen = open ?? this.#connect(url);
    chosen.idle.abort();
    chosen.speakers.set(contextId, speaker);
    return {
      send: (messages) => send(chosen.socket, messages),
      leave: (name, messages) => {
        if (!chosen.speakers.delete(name)) return;
        send(chosen.socket, messages);
        if (chosen.speakers.size === 0) this.#rest(chosen);
      },
      retire: () => {
        chosen.isRetired = true;
      },
    };
  }

  /** Closes all connections; running TTS requests fail. */
  close(): void {
    this.#isClosed = true;
    const closed = new ProviderError(
      'unavailable',
      `The connections to ${this.#protocol.vendor} were closed.`,
    );
    for (const open of this.#open) {
      open.socket.close();
      this.#drop(open, closed);
    }
  }

  #connect(url: string): Open {
    const { vendor, headers } = this.#protocol;
    const socket = new VendorSocket(
      { vendor, url, headers, clock: this.#clock, pingAfterMs: PING_AFTER_MS },
      {
        opened: () => undefined,
        text: (text) => this.#receive(open, text),
        lost: (error) => this.#drop(open, error),
      },
    );
    const open: Open = { url, socket, speakers: new Map(), isRetired: false, idle: new AbortController() };
    this.#open.add(open);
    return open;
  }

  #receive(open: Open, text: string): void {
    const json = parseJsonObject(text);
    const message = json === null ? null : this.#protocol.read(json);
    if (json === null || message === null) return;
    if (message.contextId !== null) {
      // Late messages of a canceled TTS request are ignored.
      open.speakers.get(message.contextId)?.message(message, json);
    } else if (message.error !== undefined) {
      open.socket.close();
      this.#drop(open, message.error);
    }
  }

  #drop(open: Open, error: ProviderError): void {
    this.#open.delete(open);
    open.idle.abort();
    const speakers = [...open.speakers.values()];
    open.speakers.clear();
    for (const speaker of speakers) speaker.lost(error);
  }

  #rest(open: Open): void {
    if (open.socket.isClosed) return;
    if (open.isRetired) {
      this.#leave(open);
      return;
    }
    open.idle = new AbortController();
    this.#clock.sleep(IDLE_MS, open.idle.signal).then(
      () => this.#leave(open),
      () => undefined,
    );
  }

  #leave(open: Open): void {
    this.#open.delete(open);
    open.socket.close();
  }
}

function send(socket: VendorSocket, messages: readonly object[]): void {
  for (const message of messages) socket.send(JSON.stringify(message));
}
