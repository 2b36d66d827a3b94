import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { RateGate } from '../../../core/rate-gate.ts';
import {
  challengeHeader,
  type DigestAuthorization,
  isValidAuthorization,
  readAuthorization,
  useAuthorization,
} from '../auth/check-authorization.ts';
import { Nonces } from '../auth/nonces.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import type { Incoming } from '../transaction/server-transaction.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';
import { type Called, chooseTrunk, ownersOf } from './choose-trunk.ts';
import { KnownAddresses } from './known-addresses.ts';

export type Admission =
  | { kind: 'admitted'; called: Called }
  /** 401 and 403 do not reveal which trunks exist. 404: authenticated, but no trunk has the number. */
  | { kind: 'refused'; status: 401 | 403 | 404; headers: Header[] }
  | { kind: 'dropped' };

export type TrunkAdmission =
  | { kind: 'admitted'; trunk: SipTrunk }
  | Extract<Admission, { kind: 'refused' | 'dropped' }>;

/** Per unknown address; more than a phone needs. */
const UNKNOWN_SOURCE = { perSecond: 10, burst: 40 };
/** Per address of trunks or registered phones: an office may have hundreds that register simultaneously. */
const KNOWN_SOURCE = { perSecond: 100, burst: 400 };
/** All unknown addresses together; limits the cost of responses. */
const ALL_UNKNOWN_SOURCES = { perSecond: 500, burst: 1000 };
/** Directory lookups, separately for known and unknown addresses. */
const LOOK_UPS = { perSecond: 500, burst: 1000 };
const WARNINGS = { perSecond: 1 / 60, burst: 1 };
/** Limits password guesses to one per second, and to two from a known address. */
const FAILED_AUTH_COST = { unknown: 10, known: 50 };

export class AdmissionService {
  readonly #log: Log;
  readonly #addresses: KnownAddresses;
  readonly #authenticator: Authenticator;
  readonly #unknown: RateGate;
  readonly #known: RateGate;
  readonly #allUnknown: RateGate;
  readonly #lookUps: RateGate;
  readonly #warnings: RateGate;

  constructor(clock: Clock, directory: TrunkDirectory, log: Log) {
    this.#log = log;
    this.#warnings = new RateGate(clock, WARNINGS);
    this.#addresses = new KnownAddresses(clock, directory);
    this.#authenticator = new Authenticator(clock, directory);
    this.#unknown = new RateGate(clock, UNKNOWN_SOURCE);
    this.#known = new RateGate(clock, KNOWN_SOURCE);
    this.#allUnknown = new RateGate(clock, ALL_UNKNOWN_SOURCES);
    this.#lookUps = new RateGate(clock, LOOK_UPS);
  }

  /**
   * Finds the trunk of an initial INVITE. The source address admits only calls to numbers of its trunks: a carrier
   * serves many accounts, and no account may claim another's calls by listing the same address. Never rejects.
   * @param dialed user part of the called URI
   * @param registered trunks registered at the source address
   */
  async admit(
    { request, flow }: Incoming,
    dialed: string,
    registered: readonly SipTrunk[],
  ): Promise<Admission> {
    const address = flow.remoteAddress;
    const isCached = registered.length > 0 || this.#addresses.isFresh(address);
    if (!isCached && !this.#mayLookUp(address)) return { kind: 'dropped' };
    const owners = await this.#ownersAt(address, dialed, registered);
    const [called, another] = owners;
    if (called !== undefined && another === undefined) return { kind: 'admitted', called };
    if (another !== undefined) this.#warnOfSharedNumber(owners);
    if (!this.allows(address)) return { kind: 'dropped' };
    return this.#admitByPassword(request, { address, dialed });
  }

  /**
   * Admits a request that takes over a call of a trunk, by the same rules as the trunk's inbound calls. Never rejects.
   * @param address its source
   */
  async admitTo(trunkId: string, request: SipRequest, address: string): Promise<TrunkAdmission> {
    if (!this.#addresses.isFresh(address) && !this.#mayLookUp(address)) return { kind: 'dropped' };
    const trusted = await this.#addresses.trunksAt(address);
    const byAddress = trusted.find(({ id }) => id === trunkId);
    if (byAddress !== undefined) return { kind: 'admitted', trunk: byAddress };
    if (!this.allows(address)) return { kind: 'dropped' };
    const authentication = await this.authenticate(request, address);
    if (authentication.kind === 'refused') return authentication;
    const trunk = authentication.trunks.find(({ id }) => id === trunkId);
    return trunk === undefined ? { kind: 'refused', status: 403, headers: [] } : { kind: 'admitted', trunk };
  }

  /** True if an address belongs to a trunk or a registered phone. */
  isKnown(address: string): boolean {
    return this.#addresses.hasTrunks(address);
  }

  /** Logs that a connection was closed because its address has too many. */
  tooManyConnections(address: string): void {
    if (!this.#warnings.take(`connections ${address}`)) return;
    this.#log.warn({ address }, 'An address has too many SIP connections. New ones are closed.');
  }

  /** Takes from the rate limit for unauthenticated requests; unknown addresses cannot use up the limit of known ones. */
  allows(address: string): boolean {
    if (this.#addresses.hasTrunks(address)) return this.#known.take(address);
    return this.#unknown.take(address) && this.#allUnknown.take('all');
  }

  /** Looks up again for an unknown number, because the trunk may have just been created. */
  async #ownersAt(address: string, dialed: string, registered: readonly SipTrunk[]): Promise<Called[]> {
    const known = await this.#addresses.trunksAt(address);
    const owners = ownersOf(union(registered, known), dialed);
    if (owners.length > 0 || !this.#addresses.isStale(address)) return owners;
    return ownersOf(union(registered, await this.#addresses.lookUpAgain(address)), dialed);
  }

  #mayLookUp(address: string): boolean {
    return this.#lookUps.take(this.#addresses.hasTrunks(address) ? 'known' : 'unknown');
  }

  /** A number that several trunks claim is not admitted by source address. */
  #warnOfSharedNumber(owners: readonly Called[]): void {
    const trunks = owners.map(({ trunk }) => trunk.id);
    if (!this.#warnings.take(trunks.join())) return;
    this.#log.warn(
      { trunks },
      'Several SIP trunks have the same number and address. Calls to it are rejected.',
    );
  }

  /**
   * The trunks that match the request's credentials, or the response. Wrong credentials count heavily against the rate limit
   * of their address. Never rejects.
   */
  async authenticate(request: SipRequest, address: string): Promise<Authentication> {
    const authentication = await this.#authenticator.authenticate(request, address);
    if (authentication.kind === 'refused' && authentication.status === 403) {
      this.#unknown.take(address, FAILED_AUTH_COST.unknown);
      this.#known.take(address, FAILED_AUTH_COST.known);
    }
    return authentication;
  }

  /** The challenge for a request without current credentials; null if it has them. */
  challengeFor(request: SipRequest, address: string): Header | null {
    return this.#authenticator.challengeFor(request, address);
  }

  async #admitByPassword(
    request: SipRequest,
    { address, dialed }: { address: string; dialed: string },
  ): Promise<Admission> {
    const authentication = await this.authenticate(request, address);
    if (authentication.kind === 'refused') return authentication;
    const called = chooseTrunk(authentication.trunks, dialed);
    return called === null ? { kind: 'refused', status: 404, headers: [] } : { kind: 'admitted', called };
  }
}

function union(some: readonly SipTrunk[], others: readonly SipTrunk[]): SipTrunk[] {
  return [...new Map([...some, ...others].map((trunk) => [trunk.id, trunk])).values()];
}

type Authentication =
  | { kind: 'authenticated'; trunks: readonly SipTrunk[] }
  /** Does not reveal whether the username exists. */
  | { kind: 'refused'; status: 401 | 403; headers: Header[] };

const REALM = 'parley';

/** Challenges unauthenticated sources and finds the trunks that match their credentials. */
class Authenticator {
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
