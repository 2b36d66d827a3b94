import type { Clock } from '../../../core/clock.ts';
import type { Envelope } from '../message/envelope.ts';
import { headerOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { newBranch } from '../message/tokens.ts';
import { BRANCH_COOKIE, writeVia } from '../message/via.ts';
import type { Flow } from '../transport/flow.ts';
import { type ClientListener, ClientTransaction } from './client-transaction.ts';
import { type Incoming, ServerTransaction } from './server-transaction.ts';

/** How we name ourselves to a peer. */
export interface Way {
  flow: Flow;
  /** Our address towards it. */
  localAddress: string;
  localPort: number;
}

const MAX_SERVER_TRANSACTIONS = 50_000;

/** Every request under way, both ways. */
export class Transactions {
  readonly #clock: Clock;
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  /** Those INVITEs among them that found dialogs, by what stays the same on all ways. */
  readonly #invites = new Map<string, ServerTransaction>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends a request that has no Via yet. */
  request(request: SipRequest, way: Way, listener: ClientListener): ClientTransaction {
    return this.send(withVia(request, way, newBranch()), way.flow, listener);
  }

  /** Sends a request with our Via on top. */
  send(request: SipRequest, flow: Flow, listener: ClientListener): ClientTransaction {
    return this.#start(request, flow, { branch: branchIn(request), listener });
  }

  /**
   * Takes an INVITE back that was sent: the same branch in a transaction of its own.
   * @param flow to the same server
   * @param heard of the CANCEL itself
   */
  cancel(invite: ClientTransaction, flow: Flow, heard: Partial<ClientListener> = {}): void {
    const kept = new Set(['via', 'from', 'to', 'call-id', 'max-forwards', 'route']);
    const headers = invite.request.headers.flatMap((header) => {
      if (header.name === 'cseq') return [{ ...header, value: header.value.replace('INVITE', 'CANCEL') }];
      return kept.has(header.name) ? [header] : [];
    });
    const branch = branchIn(invite.request);
    const listener = { response: () => undefined, timedOut: () => undefined, ...heard };
    const cancel: SipRequest = {
      kind: 'request',
      method: 'CANCEL',
      uri: invite.request.uri,
      headers,
      body: '',
    };
    this.#start(cancel, flow, { branch, listener });
    invite.cancelled();
  }

  /** Goes on with an INVITE that a process which is gone has sent: what still comes to it comes here, if anywhere. */
  adopt(invite: SipRequest, flow: Flow, listener: ClientListener): ClientTransaction {
    return this.#add(invite, flow, { branch: branchIn(invite), listener });
  }

  /** @param isBelieved of what went out over a flow @returns false: it belongs to no request of ours */
  receive(response: SipResponse, { via, cseq }: Envelope, isBelieved: (flow: Flow) => boolean): boolean {
    const client = this.#clients.get(clientKey(via.parameters.get('branch') ?? '', cseq.method));
    if (client !== undefined && isBelieved(client.flow)) client.receive(response);
    return client !== undefined;
  }

  /** The transaction that a request belongs to: its own, for ACK the INVITE's; null: it is new. */
  find({ request, envelope }: Incoming, method = request.method): ServerTransaction | null {
    return this.#servers.get(serverKey(envelope, method)) ?? null;
  }

  /** What tells the transaction of a request from all others, whether there is one yet or not. */
  nameOf({ request, envelope }: Incoming, method = request.method): string {
    return serverKey(envelope, method);
  }

  /** Whether an INVITE has come already by another way and rings, or was answered (RFC 3261 8.2.2.2). */
  isMerged({ envelope }: Incoming): boolean {
    const first = this.#invites.get(inviteKey(envelope));
    if (first === undefined || envelope.toTag !== null) return false;
    // A refused call may be led on, and come back.
    const isUnderWay = !first.isAnswered() || first.isAccepted();
    return isUnderWay && branchOf(first.incoming.envelope) !== branchOf(envelope);
  }

  /** Null: too many are under way. */
  accept(incoming: Incoming): ServerTransaction | null {
    if (this.#servers.size >= MAX_SERVER_TRANSACTIONS) return null;
    const { envelope, request } = incoming;
    const key = serverKey(envelope, request.method);
    const call = request.method === 'INVITE' && envelope.toTag === null ? inviteKey(envelope) : null;
    const transaction = new ServerTransaction(incoming, {
      clock: this.#clock,
      ended: () => {
        this.#servers.delete(key);
        if (call !== null && this.#invites.get(call) === transaction) this.#invites.delete(call);
      },
    });
    this.#servers.set(key, transaction);
    if (call !== null) this.#invites.set(call, transaction);
    return transaction;
  }

  /** Ends all without a word. */
  close(): void {
    for (const client of this.#clients.values()) client.stop();
    for (const server of this.#servers.values()) server.stop();
    this.#clients.clear();
    this.#servers.clear();
    this.#invites.clear();
  }

  #start(
    request: SipRequest,
    flow: Flow,
    sent: { branch: string; listener: ClientListener },
  ): ClientTransaction {
    const transaction = this.#add(request, flow, sent);
    transaction.start();
    return transaction;
  }

  #add(
    request: SipRequest,
    flow: Flow,
    { branch, listener }: { branch: string; listener: ClientListener },
  ): ClientTransaction {
    const key = clientKey(branch, request.method);
    const ended = (): void => {
      this.#clients.delete(key);
    };
    const transaction = new ClientTransaction({ request, flow, listener }, { clock: this.#clock, ended });
    this.#clients.set(key, transaction);
    return transaction;
  }
}

/** On top, by way of which answers come back. */
export function withVia(
  request: SipRequest,
  { flow, localAddress, localPort }: Way,
  branch: string,
): SipRequest {
  const sentBy = { transport: flow.transport, host: localAddress, port: localPort };
  const via = writeSentVia(sentBy, branch);
  return { ...request, headers: [{ name: 'via', value: via }, ...request.headers] };
}

export function writeSentVia(
  { transport, host, port }: { transport: Flow['transport']; host: string; port: number },
  branch: string,
): string {
  const parameters = new Map([
    ['rport', ''],
    ['branch', branch],
  ]);
  return writeVia({ transport: transport.toUpperCase(), host, port, parameters });
}

/** Of a request with our Via on top. */
function branchIn(request: SipRequest): string {
  return /;branch=([^;,\s]+)/.exec(headerOf(request, 'via') ?? '')?.[1] ?? '';
}

function clientKey(branch: string, method: string): string {
  return `${branch} ${method}`;
}

function inviteKey({ callId, fromTag, cseq }: Envelope): string {
  return `${callId} ${fromTag ?? ''} ${cseq.number}`;
}

function branchOf({ via }: Envelope): string {
  return via.parameters.get('branch') ?? '';
}

/** RFC 3261 17.2.3; peers that are older than the branch's cookie are told apart by what else identifies a request. */
function serverKey({ via, callId, fromTag, cseq }: Envelope, method: string): string {
  const asked = method === 'ACK' ? 'INVITE' : method;
  const branch = via.parameters.get('branch') ?? '';
  const sentBy = `${via.host}:${via.port ?? ''}`;
  return branch.startsWith(BRANCH_COOKIE)
    ? `${branch} ${sentBy} ${asked}`
    : `${callId} ${fromTag ?? ''} ${cseq.number} ${sentBy} ${asked}`;
}
