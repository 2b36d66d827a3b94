import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { RateGate } from '../../../core/rate-gate.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import type { Incoming } from '../transaction/server-transaction.ts';
import type { SipTrunk, TrunkDirectory } from '../trunk/sip-trunk.ts';
import { Authenticator, type Proved } from './authenticator.ts';
import { type Called, chooseTrunk, ownersOf } from './choose-trunk.ts';
import { KnownAddresses } from './known-addresses.ts';

export type Admission =
  | { kind: 'admitted'; called: Called }
  /** The same for every stranger, 401 or 403: nobody learns what exists here. 404: their own trunks do not have the number. */
  | { kind: 'refused'; status: 401 | 403 | 404; headers: Header[] }
  /** Not worth an answer. */
  | { kind: 'dropped' };

/** Of one address that nobody vouches for: more than a phone needs, little for us. */
const STRANGER = { perSecond: 10, burst: 40 };
/** Of one that trunks call or telephones have registered from: an office may have hundreds of them, and all come at once. */
const KNOWN = { perSecond: 100, burst: 400 };
/** Of all of them together: what answers may cost. */
const STRANGERS = { perSecond: 500, burst: 1000 };
/** Apart from those, so that only calls from ever new addresses can use them up; as many again for known ones. */
const LOOK_UPS = { perSecond: 500, burst: 1000 };
const WARNINGS = { perSecond: 1 / 60, burst: 1 };
/** A guess a second, from a known address two. */
const WRONG_PROOF_COST = { stranger: 10, known: 50 };

/** Decides who may call in. */
export class AdmissionService {
  readonly #log: Log;
  readonly #addresses: KnownAddresses;
  readonly #proofs: Authenticator;
  readonly #stranger: RateGate;
  readonly #known: RateGate;
  readonly #strangers: RateGate;
  readonly #lookUps: RateGate;
  readonly #warnings: RateGate;

  constructor(clock: Clock, directory: TrunkDirectory, log: Log) {
    this.#log = log;
    this.#warnings = new RateGate(clock, WARNINGS);
    this.#addresses = new KnownAddresses(clock, directory);
    this.#proofs = new Authenticator(clock, directory);
    this.#stranger = new RateGate(clock, STRANGER);
    this.#known = new RateGate(clock, KNOWN);
    this.#strangers = new RateGate(clock, STRANGERS);
    this.#lookUps = new RateGate(clock, LOOK_UPS);
  }

  /**
   * The trunk that an INVITE comes over that founds no dialog yet. An address lets in what is called by a number of its
   * trunks alone: a carrier serves many accounts, and none may take the calls of another by naming its address.
   * Never rejects. @param dialled the user part of what is called @param registered trunks registered at the sender's address
   */
  async admit(
    { request, flow }: Incoming,
    dialled: string,
    registered: readonly SipTrunk[],
  ): Promise<Admission> {
    const address = flow.remoteAddress;
    const isFree = registered.length > 0 || this.#addresses.isFresh(address);
    if (!isFree && !this.#mayLookUp(address)) return { kind: 'dropped' };
    const owners = await this.#ownersAt(address, dialled, registered);
    const [called, another] = owners;
    if (called !== undefined && another === undefined) return { kind: 'admitted', called };
    if (another !== undefined) this.#warnOf(owners);
    if (!this.allows(address)) return { kind: 'dropped' };
    return this.#admitByProof(request, { address, dialled });
  }

  /** Whether trunks or telephones of somebody are at an address. */
  isKnown(address: string): boolean {
    return this.#addresses.hasTrunks(address);
  }

  /** An address has more connections than it may have, and gets no other. */
  tooMany(address: string): void {
    if (!this.#warnings.take(`connections ${address}`)) return;
    this.#log.warn({ address }, 'An address has too many SIP connections; the next ones are closed.');
  }

  /** Whether a request that nobody vouches for is worth an answer. What strangers use up is not taken from an address with trunks. */
  allows(address: string): boolean {
    if (this.#addresses.hasTrunks(address)) return this.#known.take(address);
    return this.#stranger.take(address) && this.#strangers.take('all');
  }

  /** A number that the address did not have a moment ago may be new: whoever has just added it rings it. */
  async #ownersAt(address: string, dialled: string, registered: readonly SipTrunk[]): Promise<Called[]> {
    const known = await this.#addresses.trunksAt(address);
    const owners = ownersOf(union(registered, known), dialled);
    if (owners.length > 0 || !this.#addresses.isWorthAsking(address)) return owners;
    return ownersOf(union(registered, await this.#addresses.askAgain(address)), dialled);
  }

  /** Strangers, whatever they do, leave those alone that belong to trunks. */
  #mayLookUp(address: string): boolean {
    return this.#lookUps.take(this.#addresses.hasTrunks(address) ? 'known' : 'strangers');
  }

  /** Nobody takes the call of a number by its address that several trunks say they have. */
  #warnOf(owners: readonly Called[]): void {
    const trunks = owners.map(({ trunk }) => trunk.id);
    if (!this.#warnings.take(trunks.join())) return;
    this.#log.warn(
      { trunks },
      'Several SIP trunks claim the same number at the same address; it takes no calls.',
    );
  }

  /**
   * The trunks whose password a request proves; else what it is answered, which tells nobody what exists here. A wrong proof
   * costs its address dearly. Never rejects.
   */
  async prove(request: SipRequest, address: string): Promise<Proved> {
    const proved = await this.#proofs.prove(request, address);
    if (proved.kind === 'refused' && proved.status === 403) {
      this.#stranger.take(address, WRONG_PROOF_COST.stranger);
      this.#known.take(address, WRONG_PROOF_COST.known);
    }
    return proved;
  }

  /** The challenge for a request that brings no proof worth checking; null: it does. */
  challengeFor(request: SipRequest, address: string): Header | null {
    return this.#proofs.challengeFor(request, address);
  }

  async #admitByProof(
    request: SipRequest,
    { address, dialled }: { address: string; dialled: string },
  ): Promise<Admission> {
    const proved = await this.prove(request, address);
    if (proved.kind === 'refused') return proved;
    const called = chooseTrunk(proved.trunks, dialled);
    return called === null ? { kind: 'refused', status: 404, headers: [] } : { kind: 'admitted', called };
  }
}

/** Each trunk once. */
function union(some: readonly SipTrunk[], others: readonly SipTrunk[]): SipTrunk[] {
  return [...new Map([...some, ...others].map((trunk) => [trunk.id, trunk])).values()];
}
