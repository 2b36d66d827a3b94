import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Envelope } from '../message/envelope.ts';
import { parseNameAddress, parseNameAddresses } from '../message/name-address.ts';
import {
  type Header,
  headerOf,
  headersOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';
import type { DialogHolder } from '../message/tokens.ts';
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
  /** Id of this process. */
  processId: string;
  /** The internal host name of a live process; null if it is dead or has no known address. */
  hostOf(processId: string): Promise<string | null>;
  /** The process that holds the dialog which an INVITE replaces (RFC 3891); null if the INVITE names none. */
  replacedHolder(invite: SipRequest): DialogHolder | null;
  /** Ids of the trunks over whose server a request came. */
  trunksOver(incoming: Incoming): readonly string[];
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

/** The sender of a request. */
export interface Origin {
  address: string;
  /** Ids of the trunks over whose server the request came. */
  trunks: readonly string[];
}

/** Our own headers: the IP address and the trunks of the origin of a forwarded request. */
const SOURCE_HEADER = 'parley-source';
const TRUNKS_HEADER = 'parley-trunks';
/** Headers that are not passed on to the next hop. */
const HOP_HEADERS = new Set(['route', SIGNATURE_HEADER, SOURCE_HEADER, TRUNKS_HEADER]);
const MAX_FORWARDED = 1000;

/** The sender of a request that another process has forwarded and signed. */
export function forwardedOrigin(request: SipRequest): Origin {
  return {
    address: headerOf(request, SOURCE_HEADER) ?? '',
    trunks: headersOf(request, TRUNKS_HEADER).flatMap((value) => splitList(value, ',')),
  };
}

/**
 * A proxy that keeps no transactions. It relays calls between other processes and phones that only this process can
 * reach; the Route must contain a flow token of the installation (RFC 5626 5.3). It forwards an INVITE that replaces a
 * dialog (RFC 3891) to the process that holds the dialog.
 */
export class FlowRelay {
  readonly #options: RelayOptions;
  readonly #vias = new RelayVias();
  /** Destinations of forwarded INVITEs, for their CANCEL and for the ACK of a refusal. */
  readonly #forwarded = new Map<string, TransportAddress>();

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** @returns false if the request is for this process. Never throws */
  requested(incoming: Incoming): boolean {
    const [first] = parseNameAddresses(headersOf(incoming.request, 'route'));
    const route = first === undefined ? null : parseUri(first.uri);
    const token = route?.user ?? null;
    if (route === null || !isFlowToken(token)) return this.#forwards(incoming);
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
    const isSigned = this.#options.signer.isSignedFlow(flow);
    const isWithin = envelope.toTag !== null;
    const to = destinationOf(grant, { method: request.method, isWithin, flow, isSigned });
    const hops = hopsLeft(request);
    if (to === null) this.#refuse(incoming, 403);
    else if (hops <= 0) this.#refuse(incoming, 483);
    else if (to === grant.telephone && !isSigned) this.#refuse(incoming, 403);
    else if (to.transport !== 'udp' && to === grant.telephone && !this.#options.stack.isConnected(to))
      this.#refuse(incoming, 430);
    else
      this.#send(to, {
        message: (path) => this.#relayed(relayed, path),
        isSigned: to !== grant.telephone,
        failed: () => this.#refuse(incoming, 430),
      });
  }

  /** @returns false if the request belongs to no INVITE that another process should get */
  #forwards(incoming: Incoming): boolean {
    const { request, envelope, flow } = incoming;
    const { replacedHolder, processId, signer, allows } = this.#options;
    // A forwarded request is not forwarded again.
    if (signer.isSignedFlow(flow)) return false;
    const known = this.#forwarded.get(keyOf(envelope));
    if (known !== undefined && (request.method === 'ACK' || request.method === 'CANCEL')) {
      this.#send(known, { message: (path) => this.#passedOn(incoming, [], path), isSigned: true });
      return true;
    }
    const isInitial = request.method === 'INVITE' && envelope.toTag === null;
    const holder = isInitial ? replacedHolder(request) : null;
    if (holder === null || holder.processId === processId) return false;
    if (allows(flow.remoteAddress)) void this.#forward(incoming, holder);
    return true;
  }

  /** Forwards an INVITE to the process that holds the dialog, and stays in the path of the new one. Never rejects. */
  async #forward(incoming: Incoming, holder: DialogHolder): Promise<void> {
    const { stack, answer, trunksOver } = this.#options;
    const { envelope, flow } = incoming;
    const next = await this.#find(holder, flow).catch(() => null);
    if (next === null) return answer(incoming, 481);
    if (hopsLeft(incoming.request) <= 0) return answer(incoming, 483);
    this.#remember(envelope, next.caller);
    const telephone = { transport: flow.transport, address: flow.remoteAddress, port: flow.remotePort };
    const outerHost = await stack.localAddressFor(flow.remoteAddress);
    const origin = [
      { name: SOURCE_HEADER, value: flow.remoteAddress },
      { name: TRUNKS_HEADER, value: trunksOver(incoming).join(', ') },
    ];
    this.#send(next.caller, {
      message: (path) => {
        const [outer, inner] = this.#recordRoutes({ telephone, caller: next.caller }, envelope.callId, {
          outer: { host: outerHost, port: path.localPort },
          inner: { host: next.ownHost, port: path.localPort },
        });
        return this.#passedOn(incoming, [...origin, inner, outer], path);
      },
      isSigned: true,
      failed: () => answer(incoming, 430),
    });
  }

  /** Address of another process, and our host for its requests; null if it is dead. May reject. */
  async #find(
    { processId, port }: DialogHolder,
    { transport }: Flow,
  ): Promise<{ caller: TransportAddress; ownHost: string } | null> {
    const { stack, hostOf, processId: ownId } = this.#options;
    const [host, ownHost] = await Promise.all([hostOf(processId), hostOf(ownId)]);
    if (host === null || ownHost === null) return null;
    // As reliable as the transport to the phone, because retransmissions go end to end.
    const between = transport === 'udp' ? 'udp' : 'tcp';
    const [target] = await stack.routes.targetsOf({ host, port, transport: between });
    if (target === undefined) return null;
    return { caller: { transport: between, address: target.address, port: target.port }, ownHost };
  }

  #remember(envelope: Envelope, to: TransportAddress): void {
    this.#forwarded.set(keyOf(envelope), to);
    const [oldest] = this.#forwarded.keys();
    if (oldest !== undefined && this.#forwarded.size > MAX_FORWARDED) this.#forwarded.delete(oldest);
  }

  /** The request to relay. */
  #relayed({ incoming, grant, route, token }: RelayedRequest, path: Path): SipRequest {
    const { request, envelope, flow } = incoming;
    const routes = routesAfter(request, token).map((value) => ({ name: 'route', value }));
    if (request.method !== 'INVITE' || grant.caller !== null) return this.#passedOn(incoming, routes, path);
    const port = envelope.via.port ?? 5060;
    const caller = { transport: flow.transport, address: flow.remoteAddress, port };
    const outer = { host: path.localAddress, port: path.localPort };
    const stays = this.#recordRoutes({ telephone: grant.telephone, caller }, envelope.callId, {
      outer,
      inner: route,
    });
    return this.#passedOn(incoming, [...routes, ...stays], path);
  }

  /** A request with our Via, and with these headers on top instead of its routes (RFC 3261 16.6). */
  #passedOn({ request, envelope }: Incoming, additional: readonly Header[], path: Path): SipRequest {
    const headers = request.headers.flatMap((header): Header[] => {
      if (header.name === 'max-forwards') return [{ ...header, value: String(hopsLeft(request) - 1) }];
      return HOP_HEADERS.has(header.name) ? [] : [header];
    });
    const about = { callId: envelope.callId, sequence: envelope.cseq.number };
    return this.#vias.put({ ...request, headers: [...additional, ...headers] }, about, path);
  }

  /** Two Record-Routes, because both ends reach us at different addresses: for the phone, and for the process. */
  #recordRoutes(
    grant: { telephone: TransportAddress; caller: TransportAddress },
    callId: string,
    { outer, inner }: { outer: HostPort; inner: HostPort },
  ): [outer: Header, inner: Header] {
    const token = this.#options.tokens.write(grant, callId);
    return [
      { name: 'record-route', value: routeBy(token, outer, grant.telephone.transport) },
      { name: 'record-route', value: routeBy(token, inner, grant.caller.transport) },
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

interface HostPort {
  host: string;
  port: number | null;
}

/** The same for an INVITE, its CANCEL and the ACK of its refusal. */
function keyOf({ callId, cseq, via }: Envelope): string {
  return `${callId} ${cseq.number} ${via.parameters.get('branch')}`;
}

/** A Route header with a flow token. */
export function routeBy(token: string, at: HostPort, transport: TransportAddress['transport']): string {
  const how = transport === 'udp' ? '' : `;transport=${transport}`;
  return `<sip:${token}@${writeHostPort(at)}${how};lr>`;
}

/** Null if the sender is not allowed to use the token. */
function destinationOf(
  { telephone, caller }: FlowGrant,
  { method, isWithin, flow, isSigned }: { method: string; isWithin: boolean; flow: Flow; isSigned: boolean },
): TransportAddress | null {
  if (caller === null) return FOUNDING.has(method) ? telephone : null;
  if (!isWithin) return null;
  // Both may have the same address, but only a process signs.
  if (isSigned) return isFrom(caller, flow) ? telephone : null;
  return isFrom(telephone, flow) ? caller : null;
}

/** New connections come from any port. */
function isFrom({ transport, address, port }: TransportAddress, flow: Flow): boolean {
  const isSamePort = transport !== 'udp' || flow.remotePort === port;
  return flow.transport === transport && flow.remoteAddress === address && isSamePort;
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
