import type { Envelope } from '../message/envelope.ts';
import { parseNameAddress, parseNameAddresses } from '../message/name-address.ts';
import { type Header, headersOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';
import { parseUri, type SipUri, writeHostPort } from '../message/uri.ts';
import { writeMessage } from '../message/write-message.ts';
import type { Stack } from '../stack.ts';
import type { Incoming } from '../transaction/server-transaction.ts';
import type { Way } from '../transaction/transactions.ts';
import type { Flow } from '../transport/flow.ts';
import { type FlowGrant, type FlowTokens, isFlowToken, type Place } from './flow-tokens.ts';
import { type MessageSeals, SEAL_HEADER } from './message-seals.ts';
import { RelayVias } from './vias.ts';

export interface RelayOptions {
  stack: Stack;
  tokens: FlowTokens;
  seals: MessageSeals;
  /** Whether a stranger's request is worth an answer. */
  allows(address: string): boolean;
  /** Answers without remembering anything of it. */
  answer(incoming: Incoming, status: number): void;
}

interface Passage {
  incoming: Incoming;
  grant: FlowGrant;
  /** The route that was shown. */
  route: SipUri;
  token: string;
}

interface Sent {
  message(way: Way): SipRequest | SipResponse;
  /** It goes to a process of the installation. */
  isSealed: boolean;
  failed?(): void;
}

/** What may be said before a call is there, or when its process is gone. */
const FOUNDING = new Set(['INVITE', 'ACK', 'CANCEL', 'BYE']);

/**
 * Hands on what other processes say to telephones that only this one reaches, and what those answer: a proxy without
 * memory, for calls alone whose route bears a token of the installation.
 */
export class FlowRelay {
  readonly #options: RelayOptions;
  readonly #vias = new RelayVias();

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** @returns false: the request asks for no flow. Never throws */
  requested(incoming: Incoming): boolean {
    const [first] = parseNameAddresses(headersOf(incoming.request, 'route'));
    const route = first === undefined ? null : parseUri(first.uri);
    const token = route?.user ?? null;
    if (route === null || !isFlowToken(token)) return false;
    const grant = this.#options.tokens.read(token, incoming.envelope.callId);
    if (grant === null) this.#refuse(incoming, 403);
    else this.#hand({ incoming, grant, route, token });
    return true;
  }

  /** An answer to none of our own requests. Never throws. @param isSealed a process of the installation has said it */
  responded(response: SipResponse, { callId }: Envelope, isSealed: boolean): void {
    const taken = this.#vias.take(response, callId);
    if (taken === null) return;
    const { stack } = this.#options;
    const { transport, host, port, parameters } = taken.next;
    const received = { address: parameters.get('received') ?? host, name: transport.toLowerCase() };
    if (received.name !== 'udp' && received.name !== 'tcp' && received.name !== 'tls') return;
    const place = { transport: received.name, address: received.address } as const;
    const source = { ...place, port: Number(parameters.get('rport') || port || 5060) };
    // Where the connection is gone, the rest is said over a new one (RFC 3261 18.2.2).
    const isThere = place.transport === 'udp' || stack.isConnected(source);
    const to = isThere ? source : { ...place, port: port ?? 5060 };
    const headers = taken.response.headers.filter(({ name }) => name !== SEAL_HEADER);
    // Of the two ends one is a process: whoever has not sealed speaks to it.
    this.#send(to, { message: () => ({ ...taken.response, headers }), isSealed: !isSealed });
  }

  #hand(passage: Passage): void {
    const { incoming, grant } = passage;
    const { request, envelope, flow } = incoming;
    const to = destinationOf(grant, { method: request.method, isWithin: envelope.toTag !== null, flow });
    const hops = hopsLeft(request);
    if (to === null) this.#refuse(incoming, 403);
    else if (hops <= 0) this.#refuse(incoming, 483);
    else if (to === grant.telephone && !this.#options.seals.isOver(flow)) this.#refuse(incoming, 403);
    else if (to.transport !== 'udp' && to === grant.telephone && !this.#options.stack.isConnected(to))
      this.#refuse(incoming, 430);
    else
      this.#send(to, {
        message: (way) => this.#handed(passage, way),
        isSealed: to !== grant.telephone,
        failed: () => this.#refuse(incoming, 430),
      });
  }

  /** The request as it goes on. */
  #handed({ incoming, grant, route, token }: Passage, way: Way): SipRequest {
    const { request, envelope, flow } = incoming;
    const isFounding = request.method === 'INVITE' && grant.caller === null;
    const stays = isFounding
      ? this.#recordRoutes({ telephone: grant.telephone, envelope, flow, route, way })
      : [];
    const headers = request.headers.flatMap((header): Header[] => {
      if (header.name === 'max-forwards') return [{ ...header, value: String(hopsLeft(request) - 1) }];
      return header.name === 'route' || header.name === SEAL_HEADER ? [] : [header];
    });
    const routes = routesAfter(request, token).map((value) => ({ name: 'route', value }));
    const about = { callId: envelope.callId, sequence: envelope.cseq.number };
    return this.#vias.put({ ...request, headers: [...headers, ...routes, ...stays] }, about, way);
  }

  /** Both ends reach us by addresses of their own: the telephone's is on top. */
  #recordRoutes(about: {
    telephone: Place;
    envelope: Envelope;
    flow: Flow;
    route: SipUri;
    way: Way;
  }): Header[] {
    const { telephone, envelope, flow, route, way } = about;
    const caller = {
      transport: flow.transport,
      address: flow.remoteAddress,
      port: envelope.via.port ?? 5060,
    };
    const token = this.#options.tokens.write({ telephone, caller }, envelope.callId);
    const outer = { host: way.localAddress, port: way.localPort };
    return [
      { name: 'record-route', value: routeBy(token, outer, telephone.transport) },
      { name: 'record-route', value: routeBy(token, route, flow.transport) },
    ];
  }

  #send(to: Place, { message, isSealed, failed = () => undefined }: Sent): void {
    const { stack, seals } = this.#options;
    stack.letIn(to);
    const send = (way: Way): void => {
      const flow = isSealed ? seals.over(way.flow) : way.flow;
      flow.send(writeMessage(message(way)));
    };
    stack.routes
      .wayAt({ ...to, host: to.address })
      .then(send)
      .catch(failed);
  }

  #refuse(incoming: Incoming, status: number): void {
    const { allows, answer } = this.#options;
    if (incoming.request.method !== 'ACK' && allows(incoming.flow.remoteAddress)) answer(incoming, status);
  }
}

/** The route over a process's flow to a telephone, or back. */
export function routeBy(
  token: string,
  at: { host: string; port: number | null },
  transport: Place['transport'],
): string {
  const how = transport === 'udp' ? '' : `;transport=${transport}`;
  return `<sip:${token}@${writeHostPort(at)}${how};lr>`;
}

/** Null: whoever asks may not. */
function destinationOf(
  { telephone, caller }: FlowGrant,
  { method, isWithin, flow }: { method: string; isWithin: boolean; flow: Flow },
): Place | null {
  if (caller === null) return FOUNDING.has(method) ? telephone : null;
  if (!isWithin) return null;
  if (isFrom(telephone, flow)) return caller;
  // A process opens connections from any port of its own.
  const isCaller = caller.transport === 'udp' ? isFrom(caller, flow) : flow.remoteAddress === caller.address;
  return isCaller ? telephone : null;
}

function isFrom({ transport, address, port }: Place, flow: Flow): boolean {
  return flow.transport === transport && flow.remoteAddress === address && flow.remotePort === port;
}

function hopsLeft(request: SipRequest): number {
  const [said = '70'] = headersOf(request, 'max-forwards');
  return /^\d{1,3}$/.test(said) ? Number(said) : 0;
}

/** Without ours: of the two that we stay on the way by, both. */
function routesAfter(request: SipRequest, token: string): string[] {
  const all = headersOf(request, 'route').flatMap((value) => splitList(value, ','));
  const next = all.findIndex((value) => parseUri(parseNameAddress(value)?.uri ?? '')?.user !== token);
  return next === -1 ? [] : all.slice(next);
}
