import type { Clock } from '../../../core/clock.ts';
import type { Envelope } from '../message/envelope.ts';
import { bytesOf, copyOf, textOf } from '../message/message-text.ts';
import { type Header, headerOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { newBranch } from '../message/tokens.ts';
import { BRANCH_COOKIE, writeVia } from '../message/via.ts';
import type { Flow, Path } from '../transport/flow.ts';
import { type ClientListener, ClientTransaction, type FinishedClient } from './client-transaction.ts';
import { FinishedTable } from './finished-table.ts';
import { type Incoming, ServerTransaction } from './server-transaction.ts';

const MAX_SERVER_TRANSACTIONS = 50_000;

export class Transactions {
  readonly #clock: Clock;
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  /** Server transactions of initial INVITEs, by Call-ID, From tag and CSeq, to detect merged requests. */
  readonly #invites = new Map<string, ServerTransaction>();
  readonly #finishedClients: FinishedTable<FinishedClient>;
  /** Responses to copies of requests; null to ignore them. */
  readonly #finishedServers: FinishedTable<string | null>;
  /** Branches of accepted INVITEs, by the keys of `#invites`. */
  readonly #acceptedInvites: FinishedTable<string>;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#finishedClients = new FinishedTable(clock);
    this.#finishedServers = new FinishedTable(clock);
    this.#acceptedInvites = new FinishedTable(clock);
  }

  /** Sends a request that has no Via yet. */
  request(request: SipRequest, path: Path, listener: ClientListener): ClientTransaction {
    return this.send(withVia(request, path, newBranch()), path.flow, listener);
  }

  /** Sends a request with our Via on top. */
  send(request: SipRequest, flow: Flow, listener: ClientListener): ClientTransaction {
    return this.#start(request, flow, { branch: branchIn(request), listener });
  }

  /**
   * Sends CANCEL with the branch of the INVITE (RFC 3261 9.1).
   * @param flow to the same server
   * @param about the `Reason` header, and a listener for the outcome of the CANCEL itself
   */
  cancel(
    invite: ClientTransaction,
    flow: Flow,
    { reason, ...onCancel }: Partial<ClientListener> & { reason: Header },
  ): void {
    const kept = new Set(['via', 'from', 'to', 'call-id', 'max-forwards', 'route']);
    const headers = invite.request.headers.flatMap((header) => {
      if (header.name === 'cseq') return [{ ...header, value: header.value.replace('INVITE', 'CANCEL') }];
      return kept.has(header.name) ? [header] : [];
    });
    const branch = branchIn(invite.request);
    const listener = { response: () => undefined, timedOut: () => undefined, ...onCancel };
    const cancel: SipRequest = {
      kind: 'request',
      method: 'CANCEL',
      uri: invite.request.uri,
      headers: [...headers, reason],
      body: '',
    };
    this.#start(cancel, flow, { branch, listener });
    invite.canceled();
  }

  /** Takes over an INVITE sent by a dead process, in case its responses arrive here. */
  adopt(invite: SipRequest, flow: Flow, listener: ClientListener): ClientTransaction {
    return this.#add(invite, flow, { branch: branchIn(invite), listener });
  }

  /** @param isTrusted true if a response over a flow is accepted @returns false if no request matches */
  receive(response: SipResponse, { via, cseq }: Envelope, isTrusted: (flow: Flow) => boolean): boolean {
    const key = clientKey(via.parameters.get('branch') ?? '', cseq.method);
    const client = this.#clients.get(key);
    const finished = client === undefined ? this.#finishedClients.get(key) : undefined;
    if (client !== undefined && isTrusted(client.flow)) client.receive(response);
    if (finished !== undefined && isTrusted(finished.flow)) finished.received(response);
    return client !== undefined || finished !== undefined;
  }

  /** The transaction of a request, for ACK the INVITE's; null for a new request. */
  find({ request, envelope }: Incoming, method = request.method): ServerTransaction | null {
    return this.#servers.get(serverKey(envelope, method)) ?? null;
  }

  /**
   * Answers a copy of a request whose transaction is finished. @returns false if no finished transaction matches
   */
  repeat({ request, envelope, flow }: Incoming): boolean {
    const response = this.#finishedServers.get(serverKey(envelope, request.method));
    if (response != null) flow.send(bytesOf(response));
    return response !== undefined;
  }

  /** True if the INVITE of a CANCEL was answered. */
  hasFinishedInvite({ envelope }: Incoming): boolean {
    return this.#finishedServers.get(serverKey(envelope, 'INVITE')) !== undefined;
  }

  /** The key of a request's transaction, whether or not it exists. */
  transactionKey({ request, envelope }: Incoming, method = request.method): string {
    return serverKey(envelope, method);
  }

  /** True if a copy of the INVITE arrived over another path and is ringing or answered (RFC 3261 8.2.2.2). */
  isMerged({ envelope }: Incoming): boolean {
    const key = inviteKey(envelope);
    const first = this.#invites.get(key);
    // A rejected call may be redirected to us again.
    const isUnderWay = first !== undefined && (!first.isAnswered() || first.isAccepted());
    const branch = isUnderWay ? branchOf(first.incoming.envelope) : this.#acceptedInvites.get(key);
    return envelope.toTag === null && branch !== undefined && branch !== branchOf(envelope);
  }

  /** Null if there are too many transactions. */
  accept(incoming: Incoming): ServerTransaction | null {
    if (this.#servers.size >= MAX_SERVER_TRANSACTIONS) return null;
    const { envelope, request } = incoming;
    const key = serverKey(envelope, request.method);
    const call = request.method === 'INVITE' && envelope.toTag === null ? inviteKey(envelope) : null;
    const ended = (): void => {
      this.#servers.delete(key);
      if (call !== null && this.#invites.get(call) === transaction) this.#invites.delete(call);
    };
    const transaction = new ServerTransaction(incoming, {
      clock: this.#clock,
      ended,
      retired: (response) => {
        ended();
        this.#finishedServers.add(key, response === null ? null : textOf(response));
        if (call === null || !transaction.isAccepted()) return;
        this.#acceptedInvites.add(call, copyOf(branchOf(envelope)));
      },
    });
    this.#servers.set(key, transaction);
    if (call !== null) this.#invites.set(call, transaction);
    return transaction;
  }

  /** Stops all without notifying listeners. */
  close(): void {
    for (const client of this.#clients.values()) client.stop();
    for (const server of this.#servers.values()) server.stop();
    this.#clients.clear();
    this.#servers.clear();
    this.#invites.clear();
    this.#finishedClients.clear();
    this.#finishedServers.clear();
    this.#acceptedInvites.clear();
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
    const transaction = new ClientTransaction(
      { request, flow, listener },
      {
        clock: this.#clock,
        ended,
        retired: (left) => {
          ended();
          this.#finishedClients.add(key, left);
        },
      },
    );
    this.#clients.set(key, transaction);
    return transaction;
  }
}

export function withVia(
  request: SipRequest,
  { flow, localAddress, localPort }: Path,
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

/** RFC 3261 17.2.3; for RFC 2543 peers without the branch cookie other headers identify the request. */
function serverKey({ via, callId, fromTag, cseq }: Envelope, method: string): string {
  const transactionMethod = method === 'ACK' ? 'INVITE' : method;
  const branch = via.parameters.get('branch') ?? '';
  const sentBy = `${via.host}:${via.port ?? ''}`;
  return branch.startsWith(BRANCH_COOKIE)
    ? `${branch} ${sentBy} ${transactionMethod}`
    : `${callId} ${fromTag ?? ''} ${cseq.number} ${sentBy} ${transactionMethod}`;
}
