import type { Clock } from '../../../core/clock.ts';
import {
  type DigestAuthorization,
  isValidAuthorization,
  readAuthorization,
  useAuthorization,
} from '../auth/check-authorization.ts';
import { challengeHeader } from '../auth/make-challenge.ts';
import { Nonces } from '../auth/nonces.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';

export type Authentication =
  | { kind: 'authenticated'; trunks: readonly SipTrunk[] }
  /** Does not reveal whether the username exists. */
  | { kind: 'refused'; status: 401 | 403; headers: Header[] };

const REALM = 'parley';

/** Challenges unauthenticated sources and finds the trunks that match their credentials. */
export class Authenticator {
  readonly #directory: Pick<TrunkDirectory, 'trunksNamed'>;
  readonly #nonces: Nonces;

  constructor(clock: Clock, directory: Pick<TrunkDirectory, 'trunksNamed'>) {
    this.#directory = directory;
    this.#nonces = new Nonces(clock);
  }

  /** A challenge for a request without credentials for a current nonce; null if its credentials should be checked. */
  challengeFor(request: SipRequest, address: string): Header | null {
    const authorization = readAuthorization(request, REALM);
    const isOurs = authorization !== null && authorization.realm === REALM;
    if (isOurs && this.#isAnswered(authorization, { request, address })) return null;
    // A nonce from before a restart counts as stale; without `stale` phones give up.
    return this.#challenge(address, isOurs && authorization.nonce !== '');
  }

  /** Never rejects. */
  async authenticate(request: SipRequest, address: string): Promise<Authentication> {
    const challenge = this.challengeFor(request, address);
    const authorization = readAuthorization(request, REALM);
    if (challenge !== null || authorization === null)
      return this.#refusal(challenge ?? this.#challenge(address, false));
    const trunks = await this.#trunksMatching(authorization, request);
    if (trunks.length === 0) return { kind: 'refused', status: 403, headers: [] };
    if (useAuthorization(authorization, this.#nonces)) return { kind: 'authenticated', trunks };
    return this.#refusal(this.#challenge(address, true));
  }

  /** A REGISTER redirects calls to its source address, so the nonce must have been issued to that address. */
  #isAnswered(
    { nonce }: DigestAuthorization,
    { request, address }: { request: SipRequest; address: string },
  ): boolean {
    if (this.#nonces.check(nonce) !== 'valid') return false;
    return request.method !== 'REGISTER' || this.#nonces.wasIssuedTo(nonce, address);
  }

  async #trunksMatching(authorization: DigestAuthorization, request: SipRequest): Promise<SipTrunk[]> {
    const named = await this.#directory
      .trunksNamed(authorization.username)
      .catch((): readonly SipTrunk[] => []);
    const right = named.filter(
      ({ password, inboundAuthorization, username }) =>
        inboundAuthorization === 'auth' &&
        username === authorization.username &&
        password !== null &&
        isValidAuthorization(authorization, password, request),
    );
    // Same effort for an unknown username, so that the response time does not reveal it.
    if (named.length === 0) isValidAuthorization(authorization, REALM, request);
    return right;
  }

  #challenge(address: string, isStale: boolean): Header {
    return challengeHeader({ realm: REALM, nonce: this.#nonces.issue(address), isStale });
  }

  #refusal(challenge: Header): Authentication {
    return { kind: 'refused', status: 401, headers: [challenge] };
  }
}
