import { quote } from '../message/parameters.ts';
import { type Header, headersOf, type SipResponse } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
import { parseDigest } from './digest-fields.ts';
import { algorithmNamed, type DigestAlgorithm, digestResponse } from './digest-response.ts';

export interface Login {
  username: string;
  password: string;
}

interface Known {
  challenge: Challenge;
  count: number;
}

const MAX_KNOWN = 8;

/** Answers digest challenges of one call or registration. */
export class Credentials {
  readonly #login: Login | null;
  /** Realms that may be answered; null for all. */
  readonly #realms: ReadonlySet<string> | null;
  readonly #known: Map<string, Known>;

  /** @param login null if challenges cannot be answered */
  constructor(login: Login | null, known: Map<string, Known> | null = null) {
    this.#login = login;
    this.#known = new Map(known);
    this.#realms =
      known === null ? null : new Set([...known.values()].map(({ challenge }) => challenge.realm));
  }

  get canAuthenticate(): boolean {
    return this.#login !== null;
  }

  /** A copy for a dialog: answers challenges only from realms that are already known, because the peer may be anyone. */
  ofKnownRealms(): Credentials {
    return new Credentials(this.#login, this.#known);
  }

  /**
   * Stores the challenges of a 401 or 407.
   * @param isFirstTry true for the first try of a request, whose nonce may be from an earlier request and have expired
   * @returns true if a retry makes sense, false if the credentials were rejected
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

  /** Authorization headers for all challenges stored so far. */
  headersFor(method: string, uri: string): Header[] {
    const login = this.#login;
    if (login === null) return [];
    return [...this.#known.values()].map((known) => {
      known.count += 1;
      return { name: known.challenge.header, value: authorizationValue(known, login, { method, uri }) };
    });
  }
}

function keyOf({ header, realm }: Challenge): string {
  return `${header} ${realm}`;
}

function authorizationValue(
  { challenge, count }: Known,
  { username, password }: Login,
  about: { method: string; uri: string },
): string {
  const { realm, nonce, algorithm, opaque, hasQop } = challenge;
  const quality = hasQop
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

interface Challenge {
  header: 'authorization' | 'proxy-authorization';
  realm: string;
  nonce: string;
  algorithm: DigestAlgorithm;
  opaque: string | null;
  hasQop: boolean;
  /** True if the credentials were valid, but the nonce has expired. */
  isStale: boolean;
}

/** The supported challenges of a 401 or 407, the first per realm (RFC 8760 2.4). */
export function readChallenges(response: SipResponse): Challenge[] {
  const challenges = [
    ...headersOf(response, 'www-authenticate').flatMap((value) => read(value, 'authorization')),
    ...headersOf(response, 'proxy-authenticate').flatMap((value) => read(value, 'proxy-authorization')),
  ];
  return challenges.filter(
    ({ header, realm }, index) =>
      challenges.findIndex((one) => one.header === header && one.realm === realm) === index,
  );
}

function read(value: string, header: Challenge['header']): Challenge[] {
  const fields = parseDigest(value);
  const nonce = fields?.get('nonce');
  const algorithm = algorithmNamed(fields?.get('algorithm'));
  if (fields === null || nonce === undefined || algorithm === null) return [];
  const qualities =
    fields
      .get('qop')
      ?.toLowerCase()
      .split(/[\s,]+/) ?? null;
  // `auth-int` alone is not supported.
  if (qualities !== null && !qualities.includes('auth')) return [];
  return [
    {
      header,
      realm: fields.get('realm') ?? '',
      nonce,
      algorithm,
      opaque: fields.get('opaque') ?? null,
      hasQop: qualities !== null,
      isStale: fields.get('stale')?.toLowerCase() === 'true',
    },
  ];
}
