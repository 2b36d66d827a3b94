import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { parseMessage } from '../../../src/telephony/sip/message/parse-message.ts';
import {
  headerOf,
  headersOf,
  type SipMessage,
  type SipRequest,
} from '../../../src/telephony/sip/message/sip-message.ts';
import { endsWithTest } from '../left-running.ts';
import { type MessageBox, messageBox } from './message-box.ts';

/** A scripted SIP peer over UDP: the test sends every message. */
export interface SipPeer extends Omit<MessageBox, 'add'> {
  port: number;
  /** Sends a request to a port; returns its text. */
  request(port: number, request: PeerRequest): string;
  /** Sends raw text. */
  send(port: number, text: string): void;
  /** Responds to a received request. */
  respond(
    request: SipRequest,
    status: number,
    extra?: { tag?: string; headers?: string[]; body?: string; contact?: string },
  ): void;
}

export interface PeerRequest {
  method: string;
  callId: string;
  sequence: number;
  uri?: string;
  /** The To tag, for requests within a dialog. */
  toTag?: string;
  branch?: string;
  /** The peer's own address by default. */
  contact?: string;
  headers?: string[];
  body?: string;
}

/** SDP of a peer that sends no RTP and ignores received RTP. */
export function peerSdp(port: number, direction = 'sendrecv', formats = '0 101'): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP ${formats}`,
    'a=rtpmap:101 telephone-event/8000',
    `a=${direction}`,
    '',
  ].join('\r\n');
}

/** Wraps SDP in a multipart body with ISUP, as some gateways send it. */
export function mixedSdp(sdp: string): string {
  const isup = 'Content-Type: application/ISUP;version=itu-t92+\r\n\r\n\u0001\u0000\u0049';
  return `--mix\r\n${isup}\r\n--mix\r\nContent-Type: application/sdp\r\n\r\n${sdp}\r\n--mix--\r\n`;
}

function typeOf(body: string): string[] {
  if (body.startsWith('--mix')) return ['Content-Type: multipart/mixed; boundary=mix'];
  if (body.startsWith('SIP/2.0')) return ['Content-Type: message/sipfrag;version=2.0'];
  return body === '' ? [] : ['Content-Type: application/sdp'];
}

export function newBranch(): string {
  return `z9hG4bK${randomUUID()}`;
}

/** Opens a peer on a loopback address. It closes with the test. */
export async function openSipPeer(address = '127.0.0.1'): Promise<SipPeer> {
  const socket = createSocket('udp4');
  endsWithTest(() => socket.close());
  socket.bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  const box = messageBox();
  const sources = new WeakMap<SipMessage, number>();
  socket.on('message', (bytes, from) => {
    const message = parseMessage(bytes);
    if (message === null) return;
    sources.set(message, from.port);
    box.add(message);
  });
  const send = (to: number, text: string): void => socket.send(text, to, '127.0.0.1');
  return {
    ...box,
    port,
    send,
    request: (to, request) => {
      const text = textOf(request, { from: port, to });
      send(to, text);
      return text;
    },
    respond: (request, status, extra = {}) => {
      const via = headerOf(request, 'via') ?? '';
      // RFC 3581: a request with `rport` is answered at its source port.
      const source = /;rport(?![^;,])/.test(via) ? sources.get(request) : undefined;
      send(source ?? Number(/:(\d+)/.exec(via)?.[1]), responseTo(request, status, { ...extra, port }));
    },
  };
}

/**
 * @param from the peer's port
 * @param to the destination port
 */
export function textOf(request: PeerRequest, { from, to }: { from: number; to: number }): string {
  const { method, callId, sequence, toTag, branch = newBranch(), headers = [], body = '' } = request;
  const { contact = `<sip:peer@127.0.0.1:${from}>` } = request;
  const uri = request.uri ?? `sip:+40721000000@127.0.0.1:${to}`;
  return [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${from};branch=${branch}`,
    `From: <sip:+40733000000@127.0.0.1:${from}>;tag=peer`,
    `To: <sip:+40721000000@127.0.0.1:${to}>${toTag === undefined ? '' : `;tag=${toTag}`}`,
    `Call-ID: ${callId}`,
    `CSeq: ${sequence} ${method}`,
    `Contact: ${contact}`,
    ...typeOf(body),
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** @param port the peer's port */
export function responseTo(
  request: SipRequest,
  status: number,
  {
    tag,
    headers = [],
    body = '',
    port,
    contact = `<sip:peer@127.0.0.1:${port}>`,
  }: { tag?: string; headers?: string[]; body?: string; port: number; contact?: string },
): string {
  const to = headerOf(request, 'to') ?? '';
  return [
    `SIP/2.0 ${status} Because`,
    ...headersOf(request, 'via').map((via) => `Via: ${via}`),
    `From: ${headerOf(request, 'from')}`,
    `To: ${to}${tag === undefined || to.includes('tag=') ? '' : `;tag=${tag}`}`,
    `Call-ID: ${headerOf(request, 'call-id')}`,
    `CSeq: ${headerOf(request, 'cseq')}`,
    `Contact: ${contact}`,
    ...typeOf(body),
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** The To tag of a response. */
export function tagOf(response: SipMessage): string {
  return /;tag=([^;]+)/.exec(headerOf(response, 'to') ?? '')?.[1] ?? '';
}
