import { reasonOf } from './reasons.ts';
import { type Header, headersOf, type SipRequest, type SipResponse } from './sip-message.ts';

export interface ResponseContent {
  status: number;
  /** Added to To if it has no tag; null to leave To unchanged. */
  toTag: string | null;
  headers?: readonly Header[];
  body?: string;
}

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
    headers: [...copied, ...routes, ...headers],
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
