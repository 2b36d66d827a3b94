import { ALLOW, SUPPORTED } from '../dialog/contact.ts';
import type { DialogUser } from '../dialog/dialogs.ts';
import { type Envelope, readEnvelope } from '../message/envelope.ts';
import { makeResponse } from '../message/make-response.ts';
import { withoutMixture } from '../message/multipart.ts';
import { isKeepAlive, parseMessage } from '../message/parse-message.ts';
import type { Header, SipMessage, SipRequest, SipResponse } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
import { writeMessage } from '../message/write-message.ts';
import type { FlowRelay } from '../relay/flow-relay.ts';
import type { MessageSeals } from '../relay/message-seals.ts';
import type { Stack } from '../stack.ts';
import type { Incoming, ServerTransaction } from '../transaction/server-transaction.ts';
import type { Flow } from '../transport/flow.ts';
import { markVia } from './mark-via.ts';
import { unsupportedOf } from './unsupported.ts';

export interface RouterOptions {
  stack: Stack;
  replyFlow(flow: Flow, via: Incoming['envelope']['via']): Flow;
  /** An INVITE that founds no dialog yet. Never throws. */
  invited(incoming: Incoming): void;
  /** A CANCEL of an INVITE that has no transaction yet. @returns false: it is nobody's */
  cancelled(incoming: Incoming): boolean;
  /** A REGISTER of somebody who may ask for something. Never throws. Null: nobody registers here. */
  registered: ((incoming: Incoming) => void) | null;
  /** What concerns other processes of the installation; null: there are none. */
  relay: Pick<FlowRelay, 'requested' | 'responded'> | null;
  /** Of what those say to each other. */
  seals: MessageSeals | null;
  /** Whether a stranger's request is worth an answer. */
  allows(address: string): boolean;
}

const KNOWN_METHODS = new Set(['OPTIONS', 'REGISTER', 'SUBSCRIBE', 'PUBLISH', 'MESSAGE', 'INFO', 'REFER']);

/** Hands every packet on to whom it concerns; what concerns nobody is answered, or dropped, at little cost. */
export class RequestRouter {
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** One datagram, or one message of a stream. Never throws. */
  received(bytes: Uint8Array, flow: Flow): void {
    if (isKeepAlive(bytes)) return;
    const parsed = parseMessage(bytes);
    const envelope = parsed === null ? null : readEnvelope(parsed);
    if (parsed === null || envelope === null) return;
    const message = withoutMixture(parsed);
    const { seals, replyFlow } = this.#options;
    const isSealed = seals?.isSealed(bytes) === true;
    if (message.kind === 'response') this.#responded(message, parsed, { envelope, isSealed });
    else if (!this.#isHandedOn(parsed, envelope, isSealed ? seals.over(flow) : flow)) {
      const back = replyFlow(flow, envelope.via);
      const replies = isSealed ? seals.over(back) : back;
      this.#requested({ request: markVia(message, envelope, flow), envelope, flow: replies });
    }
  }

  /** @param parsed as it came, for those to whom it is handed on */
  #responded(
    response: SipResponse,
    parsed: SipMessage,
    { envelope, isSealed }: { envelope: Envelope; isSealed: boolean },
  ): void {
    const { seals, stack, relay } = this.#options;
    const isBelieved = (flow: Flow): boolean => isSealed || seals?.isOver(flow) !== true;
    const isOurs = stack.transactions.receive(response, envelope, isBelieved);
    if (!isOurs && parsed.kind === 'response') relay?.responded(parsed, envelope, isSealed);
  }

  /** Whether a message of a dialog is its peer's. */
  #isBelieved({ isFar }: DialogUser, { flow }: Incoming): boolean {
    return !isFar || this.#options.seals?.isOver(flow) === true;
  }

  /** As it came, body and all. */
  #isHandedOn(request: SipMessage, envelope: Envelope, flow: Flow): boolean {
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
    else if (known !== null) known.repeated();
    else if (method === 'CANCEL') this.#cancelled(incoming);
    else if (incoming.envelope.toTag !== null) this.#withinDialog(incoming);
    else this.#founding(incoming);
  }

  #acknowledged(incoming: Incoming, invite: ServerTransaction | null): void {
    // The ACK of a refusal belongs to its transaction, that of a 2xx to the dialog, with a branch of its own.
    if (invite !== null && !invite.isAccepted()) invite.acknowledged();
    else {
      const user = this.#options.stack.dialogs.find(incoming.envelope);
      if (user !== null && this.#isBelieved(user, incoming)) user.acknowledged(incoming.request);
    }
  }

  #cancelled(incoming: Incoming): void {
    const { transactions } = this.#options.stack;
    const invite = transactions.find(incoming, 'INVITE');
    if (invite === null && !this.#options.cancelled(incoming)) {
      this.answer(incoming, 481);
      return;
    }
    const toTag = incoming.envelope.toTag ?? randomToken();
    transactions.accept(incoming)?.respond({ status: 200, toTag });
    if (invite?.isAnswered() === false) invite.listener?.cancelled();
  }

  #withinDialog(incoming: Incoming): void {
    const { dialogs, transactions } = this.#options.stack;
    const user = dialogs.find(incoming.envelope);
    if (user === null) {
      if (this.#options.allows(incoming.flow.remoteAddress)) this.answer(incoming, 481);
      return;
    }
    if (!this.#isBelieved(user, incoming)) {
      if (this.#options.allows(incoming.flow.remoteAddress)) this.answer(incoming, 403);
      return;
    }
    const unsupported = unsupportedOf(incoming.request);
    const transaction = transactions.accept(incoming);
    if (transaction === null) this.answer(incoming, 503);
    else if (unsupported !== null) transaction.respond({ status: 420, toTag: null, headers: [unsupported] });
    else user.requested(transaction);
  }

  #founding(incoming: Incoming): void {
    const { request, flow } = incoming;
    const { registered } = this.#options;
    if (request.method === 'INVITE') this.#options.invited(incoming);
    else if (!this.#options.allows(flow.remoteAddress)) return;
    else if (request.method === 'REGISTER' && registered !== null) registered(incoming);
    else if (request.method === 'OPTIONS') this.answer(incoming, 200, [ALLOW, SUPPORTED, ACCEPT]);
    else if (request.method === 'BYE' || request.method === 'NOTIFY') this.answer(incoming, 481);
    else this.answer(incoming, KNOWN_METHODS.has(request.method) ? 405 : 501, [ALLOW]);
  }

  /** Answers without remembering anything of it (RFC 3261 8.2.7). */
  answer(
    { request, flow }: { request: SipRequest; flow: Flow },
    status: number,
    headers: Header[] = [],
  ): void {
    flow.send(writeMessage(makeResponse(request, { status, toTag: randomToken(), headers })));
  }
}

/** Whoever has no memory of a connection finds it by its port, whether that was asked for or not. */
function withReturnPort(envelope: Envelope, { transport }: Flow): Envelope {
  if (transport === 'udp') return envelope;
  const { via } = envelope;
  return { ...envelope, via: { ...via, parameters: new Map([...via.parameters, ['rport', '']]) } };
}

const ACCEPT: Header = { name: 'accept', value: 'application/sdp, multipart/mixed' };
