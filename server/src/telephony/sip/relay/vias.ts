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
import type { Way } from '../transaction/transactions.ts';

/** A Via parameter of ours: proves that what stands under it was there when we put it on. */
const PROOF = 'parley-way';
const PROOF_LENGTH = 22;

/**
 * Our Via on what we hand on: it needs no memory (RFC 3261 16.11). Equal requests get equal branches, so that the
 * repetition, the CANCEL and the ACK of an INVITE belong to it at the other end, too.
 */
export class RelayVias {
  readonly #key = randomBytes(32);

  /** @param request with its topmost Via marked by where it came from */
  put(request: SipRequest, { callId, sequence }: { callId: string; sequence: number }, way: Way): SipRequest {
    const [next = ''] = viasOf(request);
    const asked = parseVia(next)?.parameters.get('branch') ?? '';
    const via = writeVia({
      transport: way.flow.transport.toUpperCase(),
      host: way.localAddress,
      port: way.localPort,
      parameters: new Map([
        ['rport', ''],
        ['branch', `${BRANCH_COOKIE}.${this.#sign(`${callId} ${sequence} ${asked}`)}`],
        [PROOF, this.#sign(`${callId} ${next}`)],
      ]),
    });
    return { ...request, headers: [{ name: 'via', value: via }, ...request.headers] };
  }

  /** Takes our Via off an answer. @returns null: we did not put it there */
  take(response: SipResponse, callId: string): { response: SipResponse; next: Via } | null {
    const [own = '', next = '', ...others] = viasOf(response);
    const proof = parseVia(own)?.parameters.get(PROOF) ?? '';
    const read = parseVia(next);
    const [expected, shown] = [Buffer.from(this.#sign(`${callId} ${next}`)), Buffer.from(proof)];
    if (read === null || shown.length !== expected.length || !timingSafeEqual(expected, shown)) return null;
    const vias: Header[] = [next, ...others].map((value) => ({ name: 'via', value }));
    const headers = [...vias, ...response.headers.filter(({ name }) => name !== 'via')];
    return { response: { ...response, headers }, next: read };
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, PROOF_LENGTH);
  }
}

function viasOf(message: SipMessage): string[] {
  return headersOf(message, 'via').flatMap((value) => splitList(value, ','));
}
