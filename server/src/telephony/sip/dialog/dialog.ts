import type { Credentials } from '../auth/credentials.ts';
import { bytesOf, textOf } from '../message/message-text.ts';
import {
  type Header,
  headerOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/sip-message.ts';
import { newBranch } from '../message/tokens.ts';
import { parseUri } from '../message/uri.ts';
import { writeMessage } from '../message/write-message.ts';
import type { Stack } from '../stack.ts';
import type { Incoming } from '../transaction/server-transaction.ts';
import { withVia } from '../transaction/transactions.ts';
import type { Flow, Path } from '../transport/flow.ts';
import { destinationIn, usesReturnPath } from '../transport/return-path.ts';
import { contactHeader } from './contact.ts';
import {
  type DialogOptions,
  type DialogState,
  isRelayedDialog,
  nextHopOf,
  requestWithin,
  withTargetOf,
} from './dialog-state.ts';
import { writeHangUp } from './hang-up.ts';
import { reasonHeader } from './reason.ts';

/** Variable parts of a request within a dialog. */
export interface Content {
  headers?: readonly Header[];
  body?: string;
  /** Cancels an INVITE that has a provisional but no final response. */
  signal?: AbortSignal;
}

/** Receives the final response and the CSeq number it answers; null without a response. */
export type Answered = (response: SipResponse | null, sequence: number) => void;

interface Attempt {
  answered: Answered;
  /** Each retry happens at most once. */
  mayAuthenticate: boolean;
  mayReconnect: boolean;
}

/** The request did not reach the peer: timeout, flow failed (430), or unknown dialog. */
const UNREACHED = new Set([408, 430, 481]);

/** Sends the requests of one dialog in order and tracks its state. */
export class Dialog {
  readonly #stack: Stack;
  readonly #credentials: Credentials;
  readonly #flow: Flow;
  readonly #isTelephone: boolean;
  readonly #trunk: string | null;
  #state: DialogState;
  /** Requests are chained on this promise so that they keep their order. */
  #path: Promise<Path>;
  #acknowledgement: { sequence: number; bytes: Buffer; flow: Flow } | null = null;

  constructor(stack: Stack, state: DialogState, options: DialogOptions) {
    const { credentials, flow, isTelephone = false, trunk } = options;
    this.#stack = stack;
    this.#state = state;
    this.#credentials = credentials;
    this.#flow = flow;
    this.#isTelephone = isTelephone;
    this.#trunk = credentials.canAuthenticate ? (trunk ?? null) : null;
    this.#path = this.#findPath();
  }

  /** True if another process of the installation relays the dialog. */
  get isRelayed(): boolean {
    return isRelayedDialog(this.#state);
  }

  get state(): DialogState {
    return this.#state;
  }

  /**
   * Sends a request; retries once with credentials and once over a new connection. The caller must acknowledge the 2xx of
   * an INVITE.
   */
  request(method: string, content: Content, answered: Answered): void {
    this.#try(method, content, { answered, mayAuthenticate: true, mayReconnect: true });
  }

  /** Sends the ACK of a 2xx; repeats the same ACK for a retransmitted 2xx. @param content credentials of the INVITE, SDP answer */
  acknowledge(sequence: number, { headers = [], body = '' }: Content = {}): void {
    const known = this.#acknowledgement?.sequence === sequence ? this.#acknowledgement : null;
    const state = this.#state;
    this.#openPath().then(
      (path) => {
        const authHeaders = this.#isFirstServer(path) ? headers : [];
        const request = requestWithin(state, {
          method: 'ACK',
          sequence,
          headers: [...authHeaders, ...typeOf(body)],
          body,
        });
        const isKnown = known !== null && known.flow === path.flow;
        const bytes = isKnown ? known.bytes : writeMessage(withVia(request, path, newBranch()));
        this.#acknowledgement = { sequence, bytes, flow: path.flow };
        path.flow.send(bytes);
      },
      () => undefined,
    );
  }

  /** Repeats the last ACK as long as its connection is open; null before the first. References nothing else of the call. */
  repeatedAcknowledgement(): (() => void) | null {
    if (this.#acknowledgement === null) return null;
    const { bytes, flow } = this.#acknowledgement;
    const text = textOf(bytes);
    return () => flow.send(bytesOf(text));
  }

  /** Records the peer's CSeq number; false if out of order (RFC 3261 12.2.2). */
  takesInOrder({ envelope }: Incoming): boolean {
    const last = this.#state.remoteSequence;
    if (last !== null && envelope.cseq.number <= last) return false;
    this.#state = { ...this.#state, remoteSequence: envelope.cseq.number };
    return true;
  }

  /** Applies a target refresh in a request or response. */
  refreshTarget(message: SipMessage): void {
    const state = withTargetOf(this.#state, message);
    if (state.remoteTarget === this.#state.remoteTarget) return;
    this.#state = state;
    this.#path = this.#findPath();
  }

  /** Serialized state with which another process can hang up if this one dies. */
  pendingHangUp(): string {
    return writeHangUp(this.#state, this.#flow, this.#trunk);
  }

  /**
   * Calls `onCut` once if the peer of a relayed dialog becomes unreachable: the connection to the relaying process
   * closed, and an OPTIONS does not get through either. Returns a function that stops watching.
   */
  whenCut(onCut: () => void): () => void {
    if (!this.isRelayed) return () => undefined;
    let stop = (): void => undefined;
    let isStopped = false;
    const probe = (): void => {
      if (isStopped) return;
      this.request('OPTIONS', {}, (response) => {
        if (isStopped) return;
        if (response === null || UNREACHED.has(response.status)) onCut();
        else this.#openPath().then(({ flow }) => watch(flow), onCut);
      });
    };
    const watch = (flow: Flow): void => {
      stop = flow.whenClosed(probe);
    };
    watch(this.#flow);
    return () => {
      isStopped = true;
      stop();
    };
  }

  async contact(): Promise<Header> {
    return contactHeader(await this.#openPath());
  }

  #try(method: string, content: Content, attempt: Attempt): void {
    const { answered, mayAuthenticate, mayReconnect } = attempt;
    const sequence = this.#state.localSequence + 1;
    this.#state = { ...this.#state, localSequence: sequence };
    const send = (path: Path): void => {
      const request = this.#build(method, sequence, { content, path });
      const { transactions } = this.#stack;
      let isProceeding = false;
      let isOver = false;
      // CANCEL is allowed only between a provisional and the final response (RFC 3261 9.1).
      const cancel = (): void => {
        if (!isOver) transactions.cancel(sent, path.flow, { reason: reasonHeader(102) });
      };
      const sent = transactions.request(request, path, {
        response: (response) => {
          if (response.status < 200) {
            if (method === 'INVITE' && !isProceeding) whenAborted(content.signal, cancel);
            isProceeding = true;
            return;
          }
          isOver = true;
          const isChallenge = response.status === 401 || response.status === 407;
          const canAuthenticate = isChallenge && mayAuthenticate && this.#isFirstServer(path);
          if (canAuthenticate && this.#credentials.learn(response, true)) {
            this.#try(method, content, { ...attempt, mayAuthenticate: false });
          } else answered(response, sequence);
        },
        timedOut: () => answered(null, sequence),
        disconnected: () => {
          if (mayReconnect) this.#try(method, content, { ...attempt, mayReconnect: false });
          else answered(null, sequence);
        },
      });
    };
    this.#openPath().then(send, () => answered(null, sequence));
  }

  #build(method: string, sequence: number, { content, path }: { content: Content; path: Path }): SipRequest {
    const body = content.body ?? '';
    const authHeaders = this.#isFirstServer(path)
      ? this.#credentials.headersFor(method, this.#state.remoteTarget)
      : [];
    const contact = method === 'BYE' ? [] : [contactHeader(path)];
    const headers = [...contact, ...(content.headers ?? []), ...authHeaders, ...typeOf(body)];
    return requestWithin(this.#state, { method, sequence, headers, body });
  }

  /** True if a path leads to the server of the INVITE, the only one that gets credentials. */
  #isFirstServer({ flow }: Path): boolean {
    const { transport, remoteAddress, remotePort } = this.#flow;
    return (
      flow.transport === transport && flow.remoteAddress === remoteAddress && flow.remotePort === remotePort
    );
  }

  /** The current path while it is open, else a new one. */
  #openPath(): Promise<Path> {
    const renewed = (): Promise<Path> => this.#findPath();
    this.#path = this.#path.then((path) => (path.flow.isOpen() ? path : renewed()), renewed);
    this.#path.catch(() => undefined);
    return this.#path;
  }

  /** The path to the next hop; falls back to the flow of the INVITE. */
  #findPath(): Promise<Path> {
    const uri = parseUri(nextHopOf(this.#state));
    const destination = uri === null ? null : destinationIn(uri, this.#flow);
    const hasProxies = this.#state.routeSet.length > 0;
    const isBack = usesReturnPath(destination, {
      flow: this.#flow,
      hasProxies,
      isTelephone: this.#isTelephone,
    });
    const path =
      isBack || destination === null
        ? this.#stack.returnPath(this.#flow)
        : this.#stack.pathTo(destination, this.#flow).catch((error: unknown) => {
            if (!this.#flow.isOpen()) throw error;
            return this.#stack.returnPath(this.#flow);
          });
    const { signer } = this.#stack;
    const signed =
      signer === null || !this.isRelayed
        ? path
        : path.then((found) => ({ ...found, flow: signer.signedFlow(found.flow) }));
    // Callers handle the rejection.
    signed.catch(() => undefined);
    return signed;
  }
}

function whenAborted(signal: AbortSignal | undefined, run: () => void): void {
  if (signal?.aborted === true) run();
  else signal?.addEventListener('abort', run, { once: true });
}

function typeOf(body: string): Header[] {
  return body.startsWith('v=0') ? [{ name: 'content-type', value: 'application/sdp' }] : [];
}

/** Methods in the peer's Allow header; empty if missing. */
export function allowedMethods(message: SipMessage): ReadonlySet<string> {
  return new Set((headerOf(message, 'allow') ?? '').split(',').map((method) => method.trim().toUpperCase()));
}
