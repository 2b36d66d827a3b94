import { type Header, headersOf, type SipRequest, type SipResponse } from './sip-message.ts';

export interface ResponseContent {
  status: number;
  /** Added to To if it has no tag; null to leave To unchanged. */
  toTag: string | null;
  headers?: readonly Header[];
  body?: string;
}

/** Without the version, because responses go to strangers too. */
const SERVER: Header = { name: 'server', value: 'Parley' };
const COPIED = new Set(['via', 'from', 'to', 'call-id', 'cseq']);

/** Builds a response (RFC 3261 8.2.6), with Record-Route if it can create a dialog. */
export function makeResponse(request: SipRequest, content: ResponseContent): SipResponse {
  const { status, toTag, headers = [], body = '' } = content;
  const copied = request.headers
    .filter(({ name }) => COPIED.has(name))
    .map((header) => (header.name === 'to' && toTag !== null ? tagged(header, toTag) : header));
  const foundsDialog = request.method === 'INVITE' && status > 100 && status < 300;
  const routes = foundsDialog
    ? headersOf(request, 'record-route').map((value) => ({ name: 'record-route', value }))
    : [];
  return {
    kind: 'response',
    status,
    reason: reasonOf(status),
    headers: [...copied, ...routes, SERVER, ...headers],
    body,
  };
}

function tagged(header: Header, tag: string): Header {
  return /;\s*tag\s*=/i.test(afterUri(header.value))
    ? header
    : { ...header, value: `${header.value};tag=${tag}` };
}

/** The header parameters after the URI. */
function afterUri(value: string): string {
  return value.slice(value.lastIndexOf('>') + 1);
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [100, 'Trying'],
  [180, 'Ringing'],
  [200, 'OK'],
  [202, 'Accepted'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [415, 'Unsupported Media Type'],
  [420, 'Bad Extension'],
  [422, 'Session Interval Too Small'],
  [423, 'Interval Too Brief'],
  [430, 'Flow Failed'],
  [480, 'Temporarily Unavailable'],
  [481, 'Call/Transaction Does Not Exist'],
  [482, 'Loop Detected'],
  [483, 'Too Many Hops'],
  [486, 'Busy Here'],
  [487, 'Request Terminated'],
  [488, 'Not Acceptable Here'],
  [491, 'Request Pending'],
  [500, 'Server Internal Error'],
  [501, 'Not Implemented'],
  [503, 'Service Unavailable'],
  [603, 'Decline'],
]);

/** The reason phrase of a status code. */
function reasonOf(status: number): string {
  return REASONS.get(status) ?? 'Unknown';
}
