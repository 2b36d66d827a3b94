import type { Clock } from '../../../core/clock.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { TransportName } from '../transport/flow.ts';

/** A transport address. Part of the token: do not rename fields. */
export interface TransportAddress {
  transport: TransportName;
  address: string;
  port: number;
}

/** The permissions of a flow token, for one call. */
export interface FlowGrant {
  telephone: TransportAddress;
  /** The process that holds the call; null until the call is established. */
  caller: TransportAddress | null;
}

/** Lifetime of a token before the call is established: longer than any ringing time. */
const FOUNDING_MS = 15 * 60_000;
/** Lifetime of a token of an established call: longer than any call. */
const CALL_MS = 25 * 3_600_000;

const PREFIX = 'flow.';
const TOKEN = /^flow\.([\w-]{40,800})$/;

/** Flow tokens (RFC 5626 5.2): the user part of Routes via other processes, encrypted with the installation's key. */
export class FlowTokens {
  readonly #box: Pick<SecretBox, 'encrypt' | 'decrypt'>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(box: Pick<SecretBox, 'encrypt' | 'decrypt'>, clock: Pick<Clock, 'now'>) {
    this.#box = box;
    this.#clock = clock;
  }

  write({ telephone, caller }: FlowGrant, callId: string): string {
    const untilMs = this.#clock.now().getTime() + (caller === null ? FOUNDING_MS : CALL_MS);
    const text = JSON.stringify([untilMs, telephone, caller]);
    return `${PREFIX}${this.#box.encrypt(text, purposeOf(callId)).toString('base64url')}`;
  }

  /** Null if forged, expired, or for another call. Never throws. */
  read(token: string, callId: string): FlowGrant | null {
    const [, encrypted] = TOKEN.exec(token) ?? [];
    if (encrypted === undefined) return null;
    try {
      const text = this.#box.decrypt(Buffer.from(encrypted, 'base64url'), purposeOf(callId));
      const [untilMs, telephone, caller] = asTokenContent(JSON.parse(text));
      return this.#clock.now().getTime() < untilMs ? { telephone, caller } : null;
    } catch {
      return null;
    }
  }
}

/** True if a user part looks like a flow token; it may be forged. */
export function isFlowToken(user: string | null): user is string {
  return user?.startsWith(PREFIX) === true;
}

function purposeOf(callId: string): string {
  return `sip flow of ${callId}`;
}

function asTokenContent(
  value: unknown,
): [untilMs: number, telephone: TransportAddress, caller: TransportAddress | null] {
  if (!Array.isArray(value) || typeof value[0] !== 'number') throw new Error('Invalid flow token.');
  return [value[0], asTransportAddress(value[1]), value[2] === null ? null : asTransportAddress(value[2])];
}

function asTransportAddress(value: unknown): TransportAddress {
  if (typeof value !== 'object' || value === null) throw new Error('Invalid transport address.');
  const { transport, address, port }: { transport?: unknown; address?: unknown; port?: unknown } = value;
  const isNamed = transport === 'udp' || transport === 'tcp' || transport === 'tls';
  if (!isNamed || typeof address !== 'string' || typeof port !== 'number')
    throw new Error('Invalid transport address.');
  return { transport, address, port };
}
