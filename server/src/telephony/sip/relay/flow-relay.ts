import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Envelope } from '../message/envelope.ts';
import { parseNameAddress, parseNameAddresses } from '../message/name-address.ts';
import {
  type Header,
  headersOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';
import { parseUri, type SipUri, writeHostPort } from '../message/uri.ts';
import { BRANCH_COOKIE, parseVia, type Via, writeVia } from '../message/via.ts';
import { writeMessage } from '../message/write-message.ts';
import type { Stack } from '../stack.ts';
import type { Incoming } from '../transaction/server-transaction.ts';
import type { Flow, Path } from '../transport/flow.ts';
import { type FlowGrant, type FlowTokens, isFlowToken, type TransportAddress } from './flow-tokens.ts';
import { type MessageSigner, SIGNATURE_HEADER } from './message-signer.ts';

export interface RelayOptions {
  stack: Stack;
  tokens: FlowTokens;
  signer: MessageSigner;
  /** True if an unauthenticated request is within its source's rate limit. */
  allows(address: string): boolean;
  /** Sends a stateless response (RFC 3261 8.2.7). */
  answer(incoming: Incoming, status: number): void;
}

interface RelayedRequest {
  incoming: Incoming;
  grant: FlowGrant;
  /** The Route with the token. */
  route: SipUri;
  token: string;
}

interface Sent {
  message(path: Path): SipRequest | SipResponse;
  /** True if it goes to another process and must be signed. */
  isSigned: boolean;
  failed?(): void;
}

/** Methods allowed without a bound caller: to start a call, or to end one of a dead process. */
const FOUNDING = new Set(['INVITE', 'ACK', 'CANCEL', 'BYE']);

/**
 * A stateless proxy that relays calls between other processes and phones that only this process can reach. The Route
 * must contain a flow token of the installation (RFC 5626 5.3).
 */
export class FlowRelay {
  readonly #options: RelayOptions;
  readonly #vias = new RelayVias();

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** @returns false if the request has no flow token. Never throws */
  requested(incoming: Incoming): boolean {
    const [first] = parseNameAddresses(headersOf(incoming.request, 'route'));
    const route = first === undefined ? null : parseUri(first.uri);
    const token = route?.user ?? null;
    if (route === null || !isFlowToken(token)) return false;
    const grant = this.#options.tokens.read(token, incoming.envelope.callId);
    if (grant === null) this.#refuse(incoming, 403);
    else this.#relay({ incoming, grant, route, token });
    return true;
  }

  /**
   * Relays a response that matches none of our requests. Never throws.
   * @param isSigned true if another process sent it
   */
  responded(response: SipResponse, { callId }: Envelope, isSigned: boolean): void {
    const stripped = this.#vias.take(response, callId);
    if (stripped === null) return;
    const { stack } = this.#options;
    const { transport, host, port, parameters } = stripped.next;
    const received = { address: parameters.get('received') ?? host, name: transport.toLowerCase() };
    if (received.name !== 'udp' && received.name !== 'tcp' && received.name !== 'tls') return;
    const address = { transport: received.name, address: received.address } as const;
    const source = { ...address, port: Number(parameters.get('rport') || port || 5060) };
    // If the connection is closed, open a new one to the sent-by port (RFC 3261 18.2.2).
    const isConnected = address.transport === 'udp' || stack.isConnected(source);
    const to = isConnected ? source : { ...address, port: port ?? 5060 };
    const headers = stripped.response.headers.filter(({ name }) => name !== SIGNATURE_HEADER);
    // One of the two ends is always another process: an unsigned response goes to it.
    this.#send(to, { message: () => ({ ...stripped.response, headers }), isSigned: !isSigned });
  }

  #relay(relayed: RelayedRequest): void {
    const { incoming, grant } = relayed;
    const { request, envelope, flow } = incoming;
    const to = destinationOf(grant, { method: request.method, isWithin: envelope.toTag !== null, flow });
    const hops = hopsLeft(request);
    if (to === null) this.#refuse(incoming, 403);
    else if (hops <= 0) this.#refuse(incoming, 483);
    else if (to === grant.telephone && !this.#options.signer.isSignedFlow(flow)) this.#refuse(incoming, 403);
    else if (to.transport !== 'udp' && to === grant.telephone && !this.#options.stack.isConnected(to))
      this.#refuse(incoming, 430);
    else
      this.#send(to, {
        message: (path) => this.#forwarded(relayed, path),
        isSigned: to !== grant.telephone,
        failed: () => this.#refuse(incoming, 430),
      });
  }

  /** The request to forward. */
  #forwarded({ incoming, grant, route, token }: RelayedRequest, path: Path): SipRequest {
    const { request, envelope, flow } = incoming;
    const isFounding = request.method === 'INVITE' && grant.caller === null;
    const stays = isFounding
      ? this.#recordRoutes({ telephone: grant.telephone, envelope, flow, route, path })
      : [];
    const headers = request.headers.flatMap((header): Header[] => {
      if (header.name === 'max-forwards') return [{ ...header, value: String(hopsLeft(request) - 1) }];
      return header.name === 'route' || header.name === SIGNATURE_HEADER ? [] : [header];
    });
    const routes = routesAfter(request, token).map((value) => ({ name: 'route', value }));
    const about = { callId: envelope.callId, sequence: envelope.cseq.number };
    return this.#vias.put({ ...request, headers: [...headers, ...routes, ...stays] }, about, path);
  }

  /** Two Record-Routes, because both ends reach us at different addresses; the phone's is on top. */
  #recordRoutes(about: {
    telephone: TransportAddress;
    envelope: Envelope;
    flow: Flow;
    route: SipUri;
    path: Path;
  }): Header[] {
    const { telephone, envelope, flow, route, path } = about;
    const caller = {
      transport: flow.transport,
      address: flow.remoteAddress,
      port: envelope.via.port ?? 5060,
    };
    const token = this.#options.tokens.write({ telephone, caller }, envelope.callId);
    const outer = { host: path.localAddress, port: path.localPort };
    return [
      { name: 'record-route', value: routeBy(token, outer, telephone.transport) },
      { name: 'record-route', value: routeBy(token, route, flow.transport) },
    ];
  }

  #send(to: TransportAddress, { message, isSigned, failed = () => undefined }: Sent): void {
    const { stack, signer } = this.#options;
    stack.allowTarget(to);
    const send = (path: Path): void => {
      const flow = isSigned ? signer.signedFlow(path.flow) : path.flow;
      flow.send(writeMessage(message(path)));
    };
    stack.routes
      .pathAt({ ...to, host: to.address })
      .then(send)
      .catch(failed);
  }

  #refuse(incoming: Incoming, status: number): void {
    const { allows, answer } = this.#options;
    if (incoming.request.method !== 'ACK' && allows(incoming.flow.remoteAddress)) answer(incoming, status);
  }
}

/** A Route header with a flow token. */
export function routeBy(
  token: string,
  at: { host: string; port: number | null },
  transport: TransportAddress['transport'],
): string {
  const how = transport === 'udp' ? '' : `;transport=${transport}`;
  return `<sip:${token}@${writeHostPort(at)}${how};lr>`;
}

/** Null if the sender is not allowed to use the token. */
function destinationOf(
  { telephone, caller }: FlowGrant,
  { method, isWithin, flow }: { method: string; isWithin: boolean; flow: Flow },
): TransportAddress | null {
  if (caller === null) return FOUNDING.has(method) ? telephone : null;
  if (!isWithin) return null;
  if (isFrom(telephone, flow)) return caller;
  // Connections of another process come from any port.
  const isCaller = caller.transport === 'udp' ? isFrom(caller, flow) : flow.remoteAddress === caller.address;
  return isCaller ? telephone : null;
}

function isFrom({ transport, address, port }: TransportAddress, flow: Flow): boolean {
  return flow.transport === transport && flow.remoteAddress === address && flow.remotePort === port;
}

function hopsLeft(request: SipRequest): number {
  const [value = '70'] = headersOf(request, 'max-forwards');
  return /^\d{1,3}$/.test(value) ? Number(value) : 0;
}

/** The Route values after our own two. */
function routesAfter(request: SipRequest, token: string): string[] {
  const all = headersOf(request, 'route').flatMap((value) => splitList(value, ','));
  const next = all.findIndex((value) => parseUri(parseNameAddress(value)?.uri ?? '')?.user !== token);
  return next === -1 ? [] : all.slice(next);
}

/** Via parameter with a signature over the Via below it. */
const SIGNATURE_PARAMETER = 'parley-way';
const SIGNATURE_LENGTH = 22;

/**
 * The Via of the stateless relay (RFC 3261 16.11). The branch is derived from the request, so that retransmissions, CANCEL
 * and ACK of an INVITE match it.
 */
class RelayVias {
  readonly #key = randomBytes(32);

  /** Adds our Via. @param request whose topmost Via has `received` and `rport` */
  put(
    request: SipRequest,
    { callId, sequence }: { callId: string; sequence: number },
    path: Path,
  ): SipRequest {
    const [next = ''] = viasOf(request);
    const inboundBranch = parseVia(next)?.parameters.get('branch') ?? '';
    const via = writeVia({
      transport: path.flow.transport.toUpperCase(),
      host: path.localAddress,
      port: path.localPort,
      parameters: new Map([
        ['rport', ''],
        ['branch', `${BRANCH_COOKIE}.${this.#sign(`${callId} ${sequence} ${inboundBranch}`)}`],
        [SIGNATURE_PARAMETER, this.#sign(`${callId} ${next}`)],
      ]),
    });
    return { ...request, headers: [{ name: 'via', value: via }, ...request.headers] };
  }

  /** Removes our Via from a response. @returns null if it is not ours */
  take(response: SipResponse, callId: string): { response: SipResponse; next: Via } | null {
    const [own = '', next = '', ...others] = viasOf(response);
    const signature = parseVia(own)?.parameters.get(SIGNATURE_PARAMETER) ?? '';
    const read = parseVia(next);
    const [expected, shown] = [Buffer.from(this.#sign(`${callId} ${next}`)), Buffer.from(signature)];
    if (read === null || shown.length !== expected.length || !timingSafeEqual(expected, shown)) return null;
    const vias: Header[] = [next, ...others].map((value) => ({ name: 'via', value }));
    const headers = [...vias, ...response.headers.filter(({ name }) => name !== 'via')];
    return { response: { ...response, headers }, next: read };
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
  }
}

function viasOf(message: SipMessage): string[] {
  return headersOf(message, 'via').flatMap((value) => splitList(value, ','));
}
