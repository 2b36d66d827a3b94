import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Header,
  headersOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';
import { BRANCH_COOKIE, parseVia, type Via, writeVia } from '../message/via.ts';
import type { Path } from '../transport/flow.ts';

/** Via parameter with a signature over the Via below it. */
const SIGNATURE_PARAMETER = 'parley-way';
const SIGNATURE_LENGTH = 22;

/**
 * The Via of the stateless relay (RFC 3261 16.11). The branch is derived from the request, so that retransmissions, CANCEL
 * and ACK of an INVITE match it.
 */
export class RelayVias {
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
