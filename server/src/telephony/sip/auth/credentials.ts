import { quote } from '../message/parameters.ts';
import type { Header, SipResponse } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
import { type Challenge, readChallenges } from './challenge.ts';
import { digestResponse } from './digest-response.ts';

export interface Login {
  username: string;
  password: string;
}

interface Known {
  challenge: Challenge;
  /** How often its nonce was used. */
  count: number;
}

const MAX_KNOWN = 8;

/** Proves who we are to the servers along the way of one call or registration. */
export class Credentials {
  readonly #login: Login | null;
  /** Null: whoever is asked may want a proof. */
  readonly #realms: ReadonlySet<string> | null;
  readonly #known: Map<string, Known>;

  /** @param login null: there is nothing to prove anything with */
  constructor(login: Login | null, known: Map<string, Known> | null = null) {
    this.#login = login;
    this.#known = new Map(known);
    this.#realms =
      known === null ? null : new Set([...known.values()].map(({ challenge }) => challenge.realm));
  }

  get canProve(): boolean {
    return this.#login !== null;
  }

  /** The same for a dialog, whose far end may be anybody: proves nothing to realms that were not met so far. */
  ofKnownRealms(): Credentials {
    return new Credentials(this.#login, this.#known);
  }

  /**
   * Takes in the challenges of a 401 or 407.
   * @param isFirstTry of this request: a nonce of an earlier one may have become too old without anybody saying so
   * @returns whether another try makes sense: not when what we know was refused already
   */
  learn(response: SipResponse, isFirstTry: boolean): boolean {
    if (this.#login === null) return false;
    const challenges = readChallenges(response).filter(
      ({ realm }) => this.#realms === null || this.#realms.has(realm),
    );
    if (challenges.length === 0) return false;
    const isNew = challenges.every((challenge) => {
      const known = this.#known.get(keyOf(challenge));
      return isFirstTry || known === undefined || challenge.isStale;
    });
    for (const challenge of challenges.slice(0, MAX_KNOWN)) {
      this.#known.set(keyOf(challenge), { challenge, count: 0 });
    }
    return isNew;
  }

  /** The headers of a request that prove it for every challenge learned so far. */
  headersFor(method: string, uri: string): Header[] {
    const login = this.#login;
    if (login === null) return [];
    return [...this.#known.values()].map((known) => {
      known.count += 1;
      return { name: known.challenge.header, value: proof(known, login, { method, uri }) };
    });
  }
}

function keyOf({ header, realm }: Challenge): string {
  return `${header} ${realm}`;
}

function proof(
  { challenge, count }: Known,
  { username, password }: Login,
  about: { method: string; uri: string },
): string {
  const { realm, nonce, algorithm, opaque, hasQuality } = challenge;
  const quality = hasQuality
    ? { nonceCount: count.toString(16).padStart(8, '0'), clientNonce: randomToken() }
    : null;
  const response = digestResponse({ algorithm, username, realm, password, nonce, ...about, quality });
  const fields = [
    `username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(about.uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === null ? [] : [`opaque=${quote(opaque)}`]),
    ...(quality === null ? [] : ['qop=auth', `nc=${quality.nonceCount}`, `cnonce="${quality.clientNonce}"`]),
  ];
  return `Digest ${fields.join(', ')}`;
}
