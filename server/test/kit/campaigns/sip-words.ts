import type { SipStep } from './sip-person.ts';

/* Minimal SIP for the simulated carrier, independent of the product's SIP code, so that they cannot share an error. */

export function header(message: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
}

export function methodOf(message: string): string {
  return message.slice(0, message.indexOf(' '));
}

/** The called number of an INVITE. */
export function numberCalled(invite: string): string {
  return /^INVITE sips?:([^@;>]+)@/.exec(invite)?.[1] ?? '';
}

/**
 * @param port of the carrier
 * @param body an SDP, or empty
 */
export function response(
  request: string,
  status: string,
  { port, body = '' }: { port: number; body?: string },
): string {
  const vias = request.split('\r\n').filter((line) => /^via:/i.test(line));
  const to = header(request, 'To');
  const lines = [
    `SIP/2.0 ${status}`,
    ...vias,
    `From: ${header(request, 'From')}`,
    `To: ${to.includes('tag=') ? to : `${to};tag=carrier`}`,
    `Call-ID: ${header(request, 'Call-ID')}`,
    `CSeq: ${header(request, 'CSeq')}`,
    `Contact: <sip:carrier@127.0.0.1:${port}>`,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** A request that the carrier sends within the dialog of an INVITE. */
export function requestWithin(
  invite: string,
  {
    method,
    sequence,
    port,
    body = '',
  }: { method: 'BYE' | 'INFO'; sequence: number; port: number; body?: string },
): string {
  const target = /<([^>]+)>/.exec(header(invite, 'Contact'))?.[1] ?? '';
  const callId = header(invite, 'Call-ID');
  const lines = [
    `${method} ${target} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK-${sequence}-${callId}`,
    'Max-Forwards: 70',
    `From: ${header(invite, 'To')};tag=carrier`,
    `To: ${header(invite, 'From')}`,
    `Call-ID: ${callId}`,
    `CSeq: ${sequence} ${method}`,
    ...(body === '' ? [] : ['Content-Type: application/dtmf-relay']),
    `Content-Length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

export function keyBody({ key }: Extract<SipStep, { type: 'signs' }>): string {
  return `Signal=${key}\r\nDuration=160\r\n`;
}

/**
 * An SDP without telephone events: keys are sent by INFO.
 * @param port of the audio stream
 */
export function sdp(port: number): string {
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0`,
    'a=rtpmap:0 PCMU/8000',
    'a=sendrecv',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
