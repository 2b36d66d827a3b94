import type { Log } from '../../../core/log.ts';
import { Credentials } from '../auth/credentials.ts';
import { contactHeader } from '../dialog/contact.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
import { parseUri, writeUri } from '../message/uri.ts';
import type { Stack } from '../stack.ts';
import type { Flow, Path } from '../transport/flow.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { firstHop, loginOf, proxyRoute, registeredAddress, serverAddress } from '../trunk/trunk-addresses.ts';
import {
  grantedSeconds,
  hasLasted,
  minimumSeconds,
  nextTryInMs,
  pauseAfterBreakMs,
  renewalInMs,
} from './intervals.ts';

const WANTED_SECONDS = 300;
const KEEP_OPEN_MS = 25_000;
const MAX_TRIES = 4;
const LINE_ENDS = Buffer.from('\r\n\r\n');

/** Keeps one extension registered at its server until closed. */
export class Registration {
  readonly trunk: SipTrunk;
  /** Unguessable parameter of our Contact: a caller that knows it got it from the server. */
  readonly token = randomToken();
  readonly #stack: Stack;
  readonly #log: Log;
  readonly #credentials: Credentials;
  readonly #callId = randomToken();
  readonly #fromTag = randomToken();
  readonly #closing = new AbortController();
  /** Resolves when the registration loop has ended. */
  readonly #finished: Promise<void>;
  #wantedSeconds = WANTED_SECONDS;
  #sequence = 0;
  #flow: Flow | null = null;

  constructor(trunk: SipTrunk, { stack, log }: { stack: Stack; log: Log }) {
    this.trunk = trunk;
    this.#stack = stack;
    this.#log = log;
    this.#credentials = new Credentials(loginOf(trunk));
    this.#finished = this.#run().catch(() => undefined);
  }

  /** True if an address is the server's, while we are registered there. */
  isServer(address: string): boolean {
    return this.#flow?.remoteAddress === address;
  }

  /** Credentials for the far end of a flow; null if it is not the server that we are registered at. */
  credentialsFor(flow: Flow): Credentials | null {
    const isServer =
      this.isServer(flow.remoteAddress) &&
      this.#flow?.remotePort === flow.remotePort &&
      this.#flow.transport === flow.transport;
    return isServer ? this.#credentials.ofKnownRealms() : null;
  }

  isContact(uri: string): boolean {
    return this.#flow !== null && parseUri(uri)?.parameters.get('line') === this.token;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    const flow = this.#flow;
    const destination = firstHop(this.trunk);
    if (flow !== null && destination !== null) {
      this.#setFlow(null);
      const path = await this.#stack.pathTo(destination, flow).catch(() => null);
      if (path !== null) await this.#registerAt(path, 0);
    }
    // A REGISTER in progress may still succeed.
    await this.#finished;
  }

  async #run(): Promise<void> {
    const { clock } = this.#stack;
    const { signal } = this.#closing;
    for (let failures = 0, breaks = 0; !signal.aborted; ) {
      const response = await this.#register(this.#wantedSeconds).catch(() => null);
      if (signal.aborted) return;
      const isRegistered = response !== null && response.status < 300;
      failures = isRegistered ? 0 : failures + 1;
      let pauseMs = nextTryInMs(failures);
      if (isRegistered) {
        const sinceMs = clock.monotonicMs();
        const isBroken = await this.#rest(grantedSeconds(response, this.token, this.#wantedSeconds));
        if (hasLasted(clock.monotonicMs() - sinceMs)) breaks = 0;
        pauseMs = isBroken ? pauseAfterBreakMs(breaks) : 0;
        breaks += isBroken ? 1 : 0;
      } else this.#notRegistered(response);
      if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    }
  }

  #notRegistered(response: SipResponse | null): void {
    this.#setFlow(null);
    const fields = { trunk: this.trunk.id, status: response?.status ?? null };
    this.#log.warn(fields, 'Failed to register a SIP trunk with its server.');
  }

  /** Waits until the renewal and keeps NAT bindings open. @returns true if the connection broke */
  async #rest(grantedForSeconds: number): Promise<boolean> {
    const flow = this.#flow;
    const broken = new AbortController();
    const stopWatching = flow?.whenClosed(() => broken.abort());
    const signal = AbortSignal.any([this.#closing.signal, broken.signal]);
    try {
      for (let restMs = renewalInMs(grantedForSeconds); restMs > 0; restMs -= KEEP_OPEN_MS) {
        await this.#stack.clock.sleep(Math.min(restMs, KEEP_OPEN_MS), signal);
        if (flow?.transport === 'udp') flow.send(LINE_ENDS);
      }
      return false;
    } catch (error) {
      if (this.#closing.signal.aborted) throw error;
      return true;
    } finally {
      stopWatching?.();
    }
  }

  /** Registers at the first server that responds; null without a response. Rejects if no server is found. */
  async #register(seconds: number): Promise<SipResponse | null> {
    const destination = firstHop(this.trunk);
    if (destination === null) return null;
    const { routes } = this.#stack;
    let last: SipResponse | null = null;
    for (const target of await routes.targetsOf(destination, this.#flow)) {
      if (this.#closing.signal.aborted) break;
      const path = await routes.pathAt(target).catch(() => null);
      const response = path === null ? null : await this.#registerAt(path, seconds);
      if (response !== null) routes.health.worked(target);
      else if (path !== null) routes.health.failed(target);
      if (response !== null && response.status !== 503) return response;
      last = response ?? last;
    }
    return last;
  }

  /**
   * Registers with retries for credentials and a longer interval; null without a response. Unregisters again if closed
   * while registering.
   */
  async #registerAt(path: Path, seconds: number): Promise<SipResponse | null> {
    for (let attempt = 1, wanted = seconds; ; attempt += 1) {
      const response = await this.#sendRegister(path, wanted);
      if (response === null || attempt === MAX_TRIES) return response;
      const { status } = response;
      if (seconds > 0 && this.#closing.signal.aborted)
        return status < 300 ? this.#registerAt(path, 0) : response;
      const minimum = minimumSeconds(response);
      if (status === 423 && minimum !== null && minimum > wanted) {
        wanted = minimum;
        this.#wantedSeconds = minimum;
      } else if ((status !== 401 && status !== 407) || !this.#credentials.learn(response, attempt === 1)) {
        if (status < 300 && seconds > 0) this.#setFlow(path.flow);
        return response;
      }
    }
  }

  /** @param flow to the server that we are registered at; null if not registered */
  #setFlow(flow: Flow | null): void {
    const { registeredFlows } = this.#stack;
    const { id } = this.trunk;
    if (flow !== null && !this.#closing.signal.aborted) registeredFlows.set(id, flow);
    else if (registeredFlows.get(id) === this.#flow) registeredFlows.delete(id);
    this.#flow = flow;
  }

  #sendRegister(path: Path, seconds: number): Promise<SipResponse | null> {
    const request = this.#request(path, seconds);
    return new Promise((resolve) => {
      this.#stack.transactions.request(request, path, {
        response: (response) => {
          if (response.status >= 200) resolve(response);
        },
        timedOut: () => resolve(null),
      });
    });
  }

  #request(path: Path, seconds: number): SipRequest {
    const server = serverAddress(this.trunk);
    const ours = registeredAddress(this.trunk);
    const uri = server === null ? '' : writeUri(server);
    const address = ours === null ? '' : writeUri({ ...ours, parameters: new Map() });
    const route = proxyRoute(this.trunk);
    const contact = contactHeader(path, {
      user: encodeURIComponent(ours?.user ?? 'parley'),
      parameters: `;line=${this.token}`,
    });
    this.#sequence += 1;
    return {
      kind: 'request',
      method: 'REGISTER',
      uri,
      headers: [
        ...(route === null ? [] : [{ name: 'route', value: route }]),
        { name: 'max-forwards', value: '70' },
        { name: 'from', value: `<${address}>;tag=${this.#fromTag}` },
        { name: 'to', value: `<${address}>` },
        { name: 'call-id', value: this.#callId },
        { name: 'cseq', value: `${this.#sequence} REGISTER` },
        contact,
        { name: 'expires', value: String(seconds) },
        ...this.#credentials.headersFor('REGISTER', uri),
      ],
      body: '',
    };
  }
}
