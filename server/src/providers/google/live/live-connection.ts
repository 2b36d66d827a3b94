import type { Clock } from '../../../core/clock.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { RealtimeOptions } from '../../interfaces/realtime-model.ts';
import { later } from '../../kit/later.ts';
import { VendorSocket } from '../../kit/vendor-socket.ts';
import { liveSetup } from './live-setup.ts';
import { type LiveMessage, readLiveMessage } from './read-message.ts';

const VENDOR = 'Google';
/** Connections that are lost one after the other; one that held for a while counts from the beginning. */
const MOST_LOSSES = 3;
const HEALTHY_MS = 30_000;
/** So long before the server hangs up we do. */
const LEAVE_EARLY_MS = 1_000;
/** Somebody waits on the telephone: a session that does not begin by then is none. */
const SETUP_TIMEOUT_MS = 8_000;
const ASK_AFTER_MS = 5_000;

export interface LiveConnectionDeps {
  url: string;
  headers: Record<string, string>;
  clock: Clock;
  model: string;
  options: RealtimeOptions;
  message(message: LiveMessage): void;
  /** The session goes on over a new connection; what was under way on the old one is lost. */
  moved(): void;
  lost(error: ProviderError): void;
}

/**
 * One session over as many connections as it takes: servers end connections after some minutes and say so before, and a
 * session is taken up again with the handle that they gave.
 */
export class LiveConnection {
  readonly #deps: LiveConnectionDeps;
  readonly #leaving = later();
  readonly #opening = later();
  #socket: VendorSocket;
  #handle: string | null = null;
  #losses = 0;
  #setUpMs: number | null = null;
  #isToMove = false;

  constructor(deps: LiveConnectionDeps) {
    this.#deps = deps;
    this.#socket = this.#connect();
  }

  send(message: Record<string, unknown>): void {
    this.#socket.send(JSON.stringify(message));
  }

  sendText(message: string): void {
    this.#socket.send(message);
  }

  /** Nothing is under way: a good moment to move, if the server wants us to. */
  idle(): void {
    if (this.#isToMove && this.#handle !== null) this.#move();
  }

  close(): void {
    this.#leaving.stop();
    this.#opening.stop();
    this.#socket.close();
  }

  #connect(): VendorSocket {
    const { url, headers, clock, model, options } = this.#deps;
    const receive = (text: string): void => {
      const message = readLiveMessage(text);
      if (message !== null && socket === this.#socket) this.#take(message);
    };
    const socket: VendorSocket = new VendorSocket(
      { vendor: VENDOR, url, headers, clock, askAfterMs: ASK_AFTER_MS },
      {
        opened: () => {},
        text: receive,
        // This server writes its JSON into binary messages.
        bytes: (bytes) => receive(Buffer.from(bytes).toString()),
        lost: (error) => socket === this.#socket && this.#lose(error),
      },
    );
    socket.send(JSON.stringify(liveSetup(model, options, this.#handle)));
    this.#opening.after(clock, SETUP_TIMEOUT_MS, () => {
      socket.close();
      this.#lose(new ProviderError('timeout', `${VENDOR} did not begin the session in time.`));
    });
    return socket;
  }

  #take(message: LiveMessage): void {
    if (message.isSetUp) {
      this.#setUpMs = this.#deps.clock.monotonicMs();
      this.#opening.stop();
    }
    if (message.handle !== null) this.#handle = message.handle;
    if (message.goAway !== null) this.#goAway(message.goAway.inMs);
    this.#deps.message(message);
  }

  #goAway(inMs: number | null): void {
    this.#isToMove = true;
    if (inMs === null) return;
    this.#leaving.after(this.#deps.clock, Math.max(0, inMs - LEAVE_EARLY_MS), () => this.idle());
  }

  #lose(error: ProviderError): void {
    const wasHealthy = this.#setUpMs !== null && this.#deps.clock.monotonicMs() - this.#setUpMs >= HEALTHY_MS;
    this.#losses = wasHealthy ? 1 : this.#losses + 1;
    const mayGoOn = this.#handle !== null && error.code !== 'rejected' && this.#losses <= MOST_LOSSES;
    if (mayGoOn) this.#move();
    else {
      this.#leaving.stop();
      this.#opening.stop();
      this.#deps.lost(error);
    }
  }

  #move(): void {
    this.#isToMove = false;
    this.#leaving.stop();
    this.#setUpMs = null;
    const before = this.#socket;
    this.#socket = this.#connect();
    before.close();
    this.#deps.moved();
  }
}
