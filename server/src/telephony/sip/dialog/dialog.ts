import type { Credentials } from '../auth/credentials.ts';
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
import { type Way, withVia } from '../transaction/transactions.ts';
import type { Flow } from '../transport/flow.ts';
import { destinationIn, goesBack } from '../transport/way-back.ts';
import { contactHeader } from './contact.ts';
import { type DialogState, isFarDialog, nextHopOf, requestWithin, withTargetOf } from './dialog-state.ts';
import { writeHangUp } from './hang-up.ts';

/** What a request within a dialog says beside what they all say. */
export interface Content {
  headers?: readonly Header[];
  body?: string;
  /** Takes an INVITE back that has been heard and has no last word. */
  signal?: AbortSignal;
}

/** The final response to a request and the number of the try that it answers; null: none came. */
export type Answered = (response: SipResponse | null, sequence: number) => void;

export interface DialogOptions {
  /** For whoever is at the other end of `flow`, and shown to nobody else. */
  credentials: Credentials;
  /** That the INVITE went, or came, over. */
  flow: Flow;
  /** It registers here, and is reached over `flow` alone. */
  isTelephone?: boolean;
  /** Whose credentials these are. */
  trunk?: string | undefined;
}

interface Attempt {
  answered: Answered;
  /** Not when it was proved, or sent over another connection, already. */
  mayProve: boolean;
  mayReconnect: boolean;
}

/** Nobody at the other end has heard a request: it took too long, its way is gone (430), or the call is. */
const UNREACHED = new Set([408, 430, 481]);

/** Requests of one conversation, both ways, in their order. */
export class Dialog {
  readonly #stack: Stack;
  readonly #credentials: Credentials;
  readonly #flow: Flow;
  readonly #isTelephone: boolean;
  readonly #trunk: string | null;
  #state: DialogState;
  /** Requests wait for it one after the other, so that none overtakes another. */
  #way: Promise<Way>;
  #acknowledgement: { sequence: number; bytes: Buffer; flow: Flow } | null = null;

  constructor(stack: Stack, state: DialogState, options: DialogOptions) {
    const { credentials, flow, isTelephone = false, trunk } = options;
    this.#stack = stack;
    this.#state = state;
    this.#credentials = credentials;
    this.#flow = flow;
    this.#isTelephone = isTelephone;
    this.#trunk = credentials.canProve ? (trunk ?? null) : null;
    this.#way = this.#findWay();
  }

  /** Another process of the installation hands on what is said. */
  get isFar(): boolean {
    return isFarDialog(this.#state);
  }

  get state(): DialogState {
    return this.#state;
  }

  /**
   * Sends a request, a second time where it has to be proved who we are, or over a new connection where the one that it
   * went over breaks; an INVITE's 2xx has to be acknowledged.
   */
  request(method: string, content: Content, answered: Answered): void {
    this.#try(method, content, { answered, mayProve: true, mayReconnect: true });
  }

  /** Acknowledges a 2xx; the same again for its repetition. @param content the INVITE's proofs, the answer to an offer */
  acknowledge(sequence: number, { headers = [], body = '' }: Content = {}): void {
    const known = this.#acknowledgement?.sequence === sequence ? this.#acknowledgement : null;
    const state = this.#state;
    this.#openWay().then(
      (way) => {
        const proofs = this.#isFirstServer(way) ? headers : [];
        const request = requestWithin(state, {
          method: 'ACK',
          sequence,
          headers: [...proofs, ...typeOf(body)],
          body,
        });
        const isKnown = known !== null && known.flow === way.flow;
        const bytes = isKnown ? known.bytes : writeMessage(withVia(request, way, newBranch()));
        this.#acknowledgement = { sequence, bytes, flow: way.flow };
        way.flow.send(bytes);
      },
      () => undefined,
    );
  }

  /** Counts a request of the peer's; false: it comes too late (RFC 3261 12.2.2). */
  takesInOrder({ envelope }: Incoming): boolean {
    const last = this.#state.remoteSequence;
    if (last !== null && envelope.cseq.number <= last) return false;
    this.#state = { ...this.#state, remoteSequence: envelope.cseq.number };
    return true;
  }

  /** Follows the peer's Contact in a request, or an answer, that may move it. */
  refreshTarget(message: SipMessage): void {
    const state = withTargetOf(this.#state, message);
    if (state.remoteTarget === this.#state.remoteTarget) return;
    this.#state = state;
    this.#way = this.#findWay();
  }

  /** What another process hangs up with, should this one die. */
  pendingHangUp(): string {
    return writeHangUp(this.#state, this.#flow, this.#trunk);
  }

  /**
   * Tells once that nothing reaches the peer of a dialog that another process hands on: its connection to us is closed, and it is
   * gone, or has no way to the peer any more. Returns how to take that back.
   */
  whenCut(told: () => void): () => void {
    if (!this.isFar) return () => undefined;
    let stop = (): void => undefined;
    let isStopped = false;
    const ask = (): void => {
      if (isStopped) return;
      this.request('OPTIONS', {}, (response) => {
        if (isStopped) return;
        if (response === null || UNREACHED.has(response.status)) told();
        else this.#openWay().then(({ flow }) => watch(flow), told);
      });
    };
    const watch = (flow: Flow): void => {
      stop = flow.whenClosed(ask);
    };
    watch(this.#flow);
    return () => {
      isStopped = true;
      stop();
    };
  }

  /** Our Contact towards the peer. */
  async contact(): Promise<Header> {
    return contactHeader(await this.#openWay());
  }

  #try(method: string, content: Content, attempt: Attempt): void {
    const { answered, mayProve, mayReconnect } = attempt;
    const sequence = this.#state.localSequence + 1;
    this.#state = { ...this.#state, localSequence: sequence };
    const send = (way: Way): void => {
      const request = this.#build(method, sequence, { content, way });
      const { transactions } = this.#stack;
      let isHeard = false;
      let isOver = false;
      // Before the first word there is nothing to cancel (RFC 3261 9.1), and after the last.
      const cancel = (): void => {
        if (!isOver) transactions.cancel(sent, way.flow);
      };
      const sent = transactions.request(request, way, {
        response: (response) => {
          if (response.status < 200) {
            if (method === 'INVITE' && !isHeard) whenAborted(content.signal, cancel);
            isHeard = true;
            return;
          }
          isOver = true;
          const isChallenge = response.status === 401 || response.status === 407;
          const canProve = isChallenge && mayProve && this.#isFirstServer(way);
          if (canProve && this.#credentials.learn(response, true)) {
            this.#try(method, content, { ...attempt, mayProve: false });
          } else answered(response, sequence);
        },
        timedOut: () => answered(null, sequence),
        disconnected: () => {
          if (mayReconnect) this.#try(method, content, { ...attempt, mayReconnect: false });
          else answered(null, sequence);
        },
      });
    };
    this.#openWay().then(send, () => answered(null, sequence));
  }

  #build(method: string, sequence: number, { content, way }: { content: Content; way: Way }): SipRequest {
    const body = content.body ?? '';
    const proofs = this.#isFirstServer(way)
      ? this.#credentials.headersFor(method, this.#state.remoteTarget)
      : [];
    const contact = method === 'BYE' ? [] : [contactHeader(way)];
    const headers = [...contact, ...(content.headers ?? []), ...proofs, ...typeOf(body)];
    return requestWithin(this.#state, { method, sequence, headers, body });
  }

  /** Whether a way leads to the server of the first flow: a Contact may name any other. */
  #isFirstServer({ flow }: Way): boolean {
    const { transport, remoteAddress, remotePort } = this.#flow;
    return (
      flow.transport === transport && flow.remoteAddress === remoteAddress && flow.remotePort === remotePort
    );
  }

  /** The way that is known while it is open, else a new one. */
  #openWay(): Promise<Way> {
    const renewed = (): Promise<Way> => this.#findWay();
    this.#way = this.#way.then((way) => (way.flow.isOpen() ? way : renewed()), renewed);
    this.#way.catch(() => undefined);
    return this.#way;
  }

  /** Where the dialog says; where that leads nowhere, back over the flow that the peer's first message came over. */
  #findWay(): Promise<Way> {
    const uri = parseUri(nextHopOf(this.#state));
    const destination = uri === null ? null : destinationIn(uri, this.#flow);
    const hasProxies = this.#state.routeSet.length > 0;
    const isBack = goesBack(destination, { flow: this.#flow, hasProxies, isTelephone: this.#isTelephone });
    const way =
      isBack || destination === null
        ? this.#stack.wayBack(this.#flow)
        : this.#stack.wayTo(destination, this.#flow).catch((error: unknown) => {
            if (!this.#flow.isOpen()) throw error;
            return this.#stack.wayBack(this.#flow);
          });
    const { seals } = this.#stack;
    const sealed =
      seals === null || !this.isFar ? way : way.then((found) => ({ ...found, flow: seals.over(found.flow) }));
    // Whoever uses it hears of a failure.
    sealed.catch(() => undefined);
    return sealed;
  }
}

function whenAborted(signal: AbortSignal | undefined, run: () => void): void {
  if (signal?.aborted === true) run();
  else signal?.addEventListener('abort', run, { once: true });
}

function typeOf(body: string): Header[] {
  return body.startsWith('v=0') ? [{ name: 'content-type', value: 'application/sdp' }] : [];
}

/** What the peer said that it understands; empty where it said nothing. */
export function allowedMethods(message: SipMessage): ReadonlySet<string> {
  return new Set((headerOf(message, 'allow') ?? '').split(',').map((method) => method.trim().toUpperCase()));
}
