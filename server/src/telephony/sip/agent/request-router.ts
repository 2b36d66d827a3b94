import { ALLOW, SUPPORTED } from '../dialog/contact.ts';
import type { DialogUser } from '../dialog/dialogs.ts';
import { type Envelope, readEnvelope } from '../message/envelope.ts';
import { makeResponse } from '../message/make-response.ts';
import { unwrapMultipart } from '../message/multipart.ts';
import { isKeepAlive, parseMessage } from '../message/parse-message.ts';
import type { Header, SipMessage, SipRequest, SipResponse } from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';
import { randomToken } from '../message/tokens.ts';
import { writeVia } from '../message/via.ts';
import { writeMessage } from '../message/write-message.ts';
import type { FlowRelay } from '../relay/flow-relay.ts';
import type { MessageSigner } from '../relay/message-signer.ts';
import type { Stack } from '../stack.ts';
import type { Incoming, ServerTransaction } from '../transaction/server-transaction.ts';
import type { Flow } from '../transport/flow.ts';
import { unsupportedOf } from './unsupported.ts';

export interface RouterOptions {
  stack: Stack;
  replyFlow(flow: Flow, via: Incoming['envelope']['via']): Flow;
  /** Handles an initial INVITE. Never throws. */
  invited(incoming: Incoming): void;
  /** Handles a CANCEL of an INVITE without a transaction yet. @returns false if no INVITE matches */
  canceled(incoming: Incoming): boolean;
  /** Handles a REGISTER within its sender's rate limit. Never throws. Null without a registrar. */
  registered: ((incoming: Incoming) => void) | null;
  /** Relays messages of other processes; null if this is the only process. */
  relay: Pick<FlowRelay, 'requested' | 'responded'> | null;
  /** Signs messages between processes; null if this is the only process. */
  signer: MessageSigner | null;
  /** True if an unauthenticated request is within its source's rate limit. */
  allows(address: string): boolean;
}

const KNOWN_METHODS = new Set(['OPTIONS', 'REGISTER', 'SUBSCRIBE', 'PUBLISH', 'MESSAGE', 'INFO', 'REFER']);

/** Dispatches incoming messages; unmatched ones get a stateless response or are dropped. */
export class RequestRouter {
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** Handles one datagram, or one message of a stream. Never throws. */
  received(bytes: Uint8Array, flow: Flow): void {
    if (isKeepAlive(bytes)) return;
    const parsed = parseMessage(bytes);
    const envelope = parsed === null ? null : readEnvelope(parsed);
    if (parsed === null || envelope === null) return;
    const message = unwrapMultipart(parsed);
    const { signer, replyFlow } = this.#options;
    const isSigned = signer?.hasValidSignature(bytes) === true;
    if (message.kind === 'response') this.#responded(message, parsed, { envelope, isSigned });
    else if (!this.#relays(parsed, envelope, isSigned ? signer.signedFlow(flow) : flow)) {
      const back = replyFlow(flow, envelope.via);
      const replies = isSigned ? signer.signedFlow(back) : back;
      this.#requested({ request: markVia(message, envelope, flow), envelope, flow: replies });
    }
  }

  /** @param parsed the response as received, for relaying */
  #responded(
    response: SipResponse,
    parsed: SipMessage,
    { envelope, isSigned }: { envelope: Envelope; isSigned: boolean },
  ): void {
    const { signer, stack, relay } = this.#options;
    const isTrusted = (flow: Flow): boolean => isSigned || signer?.isSignedFlow(flow) !== true;
    const isOurs = stack.transactions.receive(response, envelope, isTrusted);
    if (!isOurs && parsed.kind === 'response') relay?.responded(parsed, envelope, isSigned);
  }

  /** Requests of a relayed dialog must carry the installation's signature. */
  #isTrusted({ isRelayed }: DialogUser, { flow }: Incoming): boolean {
    return !isRelayed || this.#options.signer?.isSignedFlow(flow) === true;
  }

  #relays(request: SipMessage, envelope: Envelope, flow: Flow): boolean {
    const { relay } = this.#options;
    if (relay === null || request.kind === 'response') return false;
    return relay.requested({
      request: markVia(request, withReturnPort(envelope, flow), flow),
      envelope,
      flow,
    });
  }

  #requested(incoming: Incoming): void {
    const { transactions } = this.#options.stack;
    const { method } = incoming.request;
    const known = transactions.find(incoming);
    if (method === 'ACK') this.#acknowledged(incoming, known);
    else if (known !== null) known.retransmitted();
    else if (transactions.repeat(incoming)) return;
    else if (method === 'CANCEL') this.#canceled(incoming);
    else if (incoming.envelope.toTag !== null) this.#withinDialog(incoming);
    else this.#initial(incoming);
  }

  #acknowledged(incoming: Incoming, invite: ServerTransaction | null): void {
    // The ACK of a 3xx-6xx belongs to the INVITE's transaction, the ACK of a 2xx to the dialog.
    if (invite !== null && !invite.isAccepted()) invite.acknowledged();
    else {
      const user = this.#options.stack.dialogs.find(incoming.envelope);
      if (user !== null && this.#isTrusted(user, incoming)) user.acknowledged(incoming.request);
    }
  }

  #canceled(incoming: Incoming): void {
    const { transactions } = this.#options.stack;
    const invite = transactions.find(incoming, 'INVITE');
    const isKnown = invite !== null || transactions.hasFinishedInvite(incoming);
    if (!isKnown && !this.#options.canceled(incoming)) {
      this.answer(incoming, 481);
      return;
    }
    const toTag = incoming.envelope.toTag ?? randomToken();
    transactions.accept(incoming)?.respond({ status: 200, toTag });
    if (invite?.isAnswered() === false) invite.listener?.canceled();
  }

  #withinDialog(incoming: Incoming): void {
    const { dialogs, transactions } = this.#options.stack;
    const user = dialogs.find(incoming.envelope);
    if (user === null) {
      if (this.#options.allows(incoming.flow.remoteAddress)) this.answer(incoming, 481);
      return;
    }
    if (!this.#isTrusted(user, incoming)) {
      if (this.#options.allows(incoming.flow.remoteAddress)) this.answer(incoming, 403);
      return;
    }
    const unsupported = unsupportedOf(incoming.request);
    const transaction = transactions.accept(incoming);
    if (transaction === null) this.answer(incoming, 503);
    else if (unsupported !== null) transaction.respond({ status: 420, toTag: null, headers: [unsupported] });
    else user.requested(transaction);
  }

  #initial(incoming: Incoming): void {
    const { request, flow } = incoming;
    const { registered } = this.#options;
    if (request.method === 'INVITE') this.#options.invited(incoming);
    else if (!this.#options.allows(flow.remoteAddress)) return;
    else if (request.method === 'REGISTER' && registered !== null) registered(incoming);
    else if (request.method === 'OPTIONS') this.answer(incoming, 200, [ALLOW, SUPPORTED, ACCEPT]);
    else if (request.method === 'BYE' || request.method === 'NOTIFY') this.answer(incoming, 481);
    else this.answer(incoming, KNOWN_METHODS.has(request.method) ? 405 : 501, [ALLOW]);
  }

  /** Sends a stateless response (RFC 3261 8.2.7). */
  answer(
    { request, flow }: { request: SipRequest; flow: Flow },
    status: number,
    headers: Header[] = [],
  ): void {
    flow.send(writeMessage(makeResponse(request, { status, toTag: randomToken(), headers })));
  }
}

/** Adds `rport` so that the stateless relay can find the connection of the response. */
function withReturnPort(envelope: Envelope, { transport }: Flow): Envelope {
  if (transport === 'udp') return envelope;
  const { via } = envelope;
  return { ...envelope, via: { ...via, parameters: new Map([...via.parameters, ['rport', '']]) } };
}

const ACCEPT: Header = { name: 'accept', value: 'application/sdp, multipart/mixed' };

/** Adds `received` and `rport` with the source address to the topmost Via (RFC 3261 18.2.1, RFC 3581). */
function markVia(request: SipRequest, { via }: Envelope, flow: Flow): SipRequest {
  const parameters = new Map(via.parameters);
  const wantsPort = parameters.has('rport');
  // The sender's own `received` must be replaced even if the host is right.
  if (!wantsPort && via.host === flow.remoteAddress && !parameters.has('received')) return request;
  parameters.set('received', flow.remoteAddress);
  if (wantsPort) parameters.set('rport', String(flow.remotePort));
  const index = request.headers.findIndex(({ name }) => name === 'via');
  const [, ...others] = splitList(request.headers[index]?.value ?? '', ',');
  const value = [writeVia({ ...via, parameters }), ...others].join(', ');
  return { ...request, headers: request.headers.with(index, { name: 'via', value }) };
}
