import type { Envelope } from '../message/envelope.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';
import { writeVia } from '../message/via.ts';
import type { Flow } from '../transport/flow.ts';

/** Adds `received` and `rport` with the source address to the topmost Via (RFC 3261 18.2.1, RFC 3581). */
export function markVia(request: SipRequest, { via }: Envelope, flow: Flow): SipRequest {
  const parameters = new Map(via.parameters);
  const wantsPort = parameters.has('rport');
  if (!wantsPort && via.host === flow.remoteAddress) return request;
  parameters.set('received', flow.remoteAddress);
  if (wantsPort) parameters.set('rport', String(flow.remotePort));
  const index = request.headers.findIndex(({ name }) => name === 'via');
  const [, ...others] = splitList(request.headers[index]?.value ?? '', ',');
  const value = [writeVia({ ...via, parameters }), ...others].join(', ');
  return { ...request, headers: request.headers.with(index, { name: 'via', value }) };
}
