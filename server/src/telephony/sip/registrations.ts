import type { Log } from '../../core/log.ts';
import { Credentials } from './auth/credentials.ts';
import { contactHeader } from './dialog/contact.ts';
import { parseNameAddresses } from './message/name-address.ts';
import {
  headerOf,
  headersOf,
  type SipRequest,
  type SipResponse,
  USER_AGENT_HEADER,
} from './message/sip-message.ts';
import { randomToken } from './message/tokens.ts';
import { parseUri, writeUri } from './message/uri.ts';
import type { Stack } from './stack.ts';
import type { Incoming } from './transaction/server-transaction.ts';
import type { Flow, Path } from './transport/flow.ts';
import type { SipTrunk } from './trunk/sip-trunk.ts';
import { firstHop, loginOf, proxyRoute, registeredAddress, serverAddress } from './trunk/trunk-addresses.ts';

export class Registrations {
  readonly #stack: Stack;
  readonly #log: Log;
  readonly #kept = new Map<string, Registration>();

  constructor(stack: Stack, log: Log) {
    this.#stack = stack;
    this.#log = log;
  }

  /** Registers new and changed trunks and unregisters all others. */
  keep(trunks: readonly SipTrunk[]): void {
    const wanted = new Map(trunks.map((trunk) => [keyOf(trunk), trunk]));
    for (const [key, registration] of this.#kept) {
      if (wanted.has(key)) continue;
      this.#kept.delete(key);
      registration.close().catch(() => undefined);
    }
    for (const [key, trunk] of wanted) {
      const known = this.#kept.get(key);
      if (known === undefined) {
        this.#kept.set(key, new Registration(trunk, { stack: this.#stack, log: this.#log }));
      } else known.trunk = trunk;
    }
  }

  /** The trunk whose Contact is called; null if missing. The Contact is known only to the trunk's server. */
  trunkNamed({ request }: Incoming): SipTrunk | null {
    const all = [...this.#kept.values()];
    return all.find((one) => one.isContact(request.uri))?.trunk ?? null;
  }

  isContact(uri: string): boolean {
    return [...this.#kept.values()].some(({ token }) => parseUri(uri)?.parameters.get('line') === token);
  }

  /** The trunks registered at a server address. Each may receive calls only to its own number, as customers share servers. */
  trunksAt(address: string): SipTrunk[] {
    return [...this.#kept.values()].filter((one) => one.isServer(address)).map(({ trunk }) => trunk);
  }

  /** Ids of the trunks over whose server a request came. */
  trunksOver(incoming: Incoming): string[] {
    const named = this.trunkNamed(incoming);
    const registered = this.trunksAt(incoming.flow.remoteAddress);
    return [...(named === null ? [] : [named]), ...registered].map(({ id }) => id);
  }

  /** Credentials for the far end of a flow; empty unless it is the server that the trunk is registered at. */
  credentialsFor(trunkId: string, flow: Flow): Credentials {
    const one = [...this.#kept.values()].find(({ trunk }) => trunk.id === trunkId);
    return one?.credentialsFor(flow) ?? new Credentials(null);
  }

  async close(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(all.map((registration) => registration.close()));
  }
}

function keyOf({
  id,
  username,
  password,
  address,
  outboundProxy,
  phoneNumber,
  countryCode,
}: SipTrunk): string {
  return JSON.stringify([id, username, password, address, outboundProxy, phoneNumber, countryCode]);
}

const WANTED_SECONDS = 300;
const KEEP_OPEN_MS = 25_000;
const MAX_TRIES = 4;
const LINE_ENDS = Buffer.from('\r\n\r\n');

/** Keeps one extension registered at its server until closed. */
class Registration {
  /** Current settings. A change of the registration settings creates a new registration. */
  trunk: SipTrunk;
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
        USER_AGENT_HEADER,
        contact,
        { name: 'expires', value: String(seconds) },
        ...this.#credentials.headersFor('REGISTER', uri),
      ],
      body: '',
    };
  }
}

/** Limits the rate of renewals to one in three seconds. */
const MIN_SECONDS = 4;
const MAX_SECONDS = 86_400;
const FIRST_PAUSE_MS = 15_000;
const LASTING_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Granted registration time: `expires` of our Contact, else the Expires header, else what we requested. */
function grantedSeconds(response: SipResponse, token: string, wanted: number): number {
  const ours = parseNameAddresses(headersOf(response, 'contact')).find(
    ({ uri }) => parseUri(uri)?.parameters.get('line') === token,
  );
  const granted = readSeconds(ours?.parameters.get('expires')) ?? readSeconds(headerOf(response, 'expires'));
  return Math.min(Math.max(granted ?? wanted, MIN_SECONDS), MAX_SECONDS);
}

/** Min-Expires of a 423; null if absent or too long. */
function minimumSeconds(response: SipResponse): number | null {
  const seconds = readSeconds(headerOf(response, 'min-expires'));
  return seconds === null || seconds > MAX_SECONDS ? null : seconds;
}

/** Renews at 75 % of the granted time, which leaves time for failed attempts. */
function renewalInMs(grantedForSeconds: number): number {
  return grantedForSeconds * 750;
}

/** @param failures consecutive failures, from 1 */
function nextTryInMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
}

/**
 * Pause after a connection broke; 0 unless connections to the server keep breaking soon after they open.
 * @param breaks consecutive short-lived connections, from 0
 */
function pauseAfterBreakMs(breaks: number): number {
  return breaks === 0 ? 0 : nextTryInMs(breaks);
}

/** True if a connection lasted long enough to reset the count of breaks. */
function hasLasted(upForMs: number): boolean {
  return upForMs >= LASTING_MS;
}

function readSeconds(text: string | null | undefined): number | null {
  return /^\d{1,9}$/.test(text?.trim() ?? '') ? Number(text) : null;
}
