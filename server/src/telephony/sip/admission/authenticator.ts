import type { Clock } from '../../../core/clock.ts';
import { isRightProof, type Proof, readProof, useProof } from '../auth/check-proof.ts';
import { challengeHeader } from '../auth/make-challenge.ts';
import { Nonces } from '../auth/nonces.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';

export type Proved =
  | { kind: 'proved'; trunks: readonly SipTrunk[] }
  /** The same whether the name exists or not. */
  | { kind: 'refused'; status: 401 | 403; headers: Header[] };

const REALM = 'parley';

/** Challenges strangers, and finds the trunks whose password they prove. */
export class Authenticator {
  readonly #directory: Pick<TrunkDirectory, 'trunksNamed'>;
  readonly #nonces: Nonces;

  constructor(clock: Clock, directory: Pick<TrunkDirectory, 'trunksNamed'>) {
    this.#directory = directory;
    this.#nonces = new Nonces(clock);
  }

  /** A challenge for a request whose proof is not worth a look-up: there is none, or it answers no challenge of now. */
  challengeFor(request: SipRequest, address: string): Header | null {
    const proof = readProof(request, REALM);
    const isOurs = proof !== null && proof.realm === REALM;
    if (isOurs && this.#isAnswered(proof, { request, address })) return null;
    // A nonce from before a restart is as old as one that is too old: telephones give up where nobody says so.
    return this.#challenge(address, isOurs && proof.nonce !== '');
  }

  /** Never rejects. */
  async prove(request: SipRequest, address: string): Promise<Proved> {
    const challenge = this.challengeFor(request, address);
    const proof = readProof(request, REALM);
    if (challenge !== null || proof === null)
      return this.#refusal(challenge ?? this.#challenge(address, false));
    const trunks = await this.#provedBy(proof, request);
    if (trunks.length === 0) return { kind: 'refused', status: 403, headers: [] };
    if (useProof(proof, this.#nonces)) return { kind: 'proved', trunks };
    return this.#refusal(this.#challenge(address, true));
  }

  /** Calls go to where a REGISTER came from: whoever only writes that address onto a packet has not heard our challenge there. */
  #isAnswered({ nonce }: Proof, { request, address }: { request: SipRequest; address: string }): boolean {
    if (this.#nonces.check(nonce) !== 'valid') return false;
    return request.method !== 'REGISTER' || this.#nonces.wentTo(nonce, address);
  }

  async #provedBy(proof: Proof, request: SipRequest): Promise<SipTrunk[]> {
    const named = await this.#directory.trunksNamed(proof.username).catch((): readonly SipTrunk[] => []);
    const right = named.filter(
      ({ password, inboundAuthorization, username }) =>
        inboundAuthorization === 'auth' &&
        username === proof.username &&
        password !== null &&
        isRightProof(proof, password, request),
    );
    // A name that nobody has must not be told by how quickly it is refused.
    if (named.length === 0) isRightProof(proof, REALM, request);
    return right;
  }

  #challenge(address: string, isStale: boolean): Header {
    return challengeHeader({ realm: REALM, nonce: this.#nonces.issue(address), isStale });
  }

  #refusal(challenge: Header): Proved {
    return { kind: 'refused', status: 401, headers: [challenge] };
  }
}
