import type { Clock } from '../../../core/clock.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { TransportName } from '../transport/flow.ts';

/** Where a telephone, or a process of the installation, is reached. */
export interface Place {
  transport: TransportName;
  /** IP address. */
  address: string;
  port: number;
}

/** What a route through a process allows, for one call. */
export interface FlowGrant {
  telephone: Place;
  /** The process that holds the call; null: whoever shows the token founds the call first. */
  caller: Place | null;
}

/** Longer than any telephone rings. */
const FOUNDING_MS = 15 * 60_000;
/** Longer than any call lasts. */
const CALL_MS = 25 * 3_600_000;

const PREFIX = 'flow.';
const TOKEN = /^flow\.([\w-]{40,800})$/;

/** The user part of routes over the flows of other processes (RFC 5626 5.2), sealed with the key that all of them have. */
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

  /** Null: it is forged, over, or another call's. Never throws. */
  read(token: string, callId: string): FlowGrant | null {
    const [, sealed] = TOKEN.exec(token) ?? [];
    if (sealed === undefined) return null;
    try {
      const text = this.#box.decrypt(Buffer.from(sealed, 'base64url'), purposeOf(callId));
      const [untilMs, telephone, caller] = asSealed(JSON.parse(text));
      return this.#clock.now().getTime() < untilMs ? { telephone, caller } : null;
    } catch {
      return null;
    }
  }
}

/** Whether a user part looks like a token, of whoever. */
export function isFlowToken(user: string | null): user is string {
  return user?.startsWith(PREFIX) === true;
}

function purposeOf(callId: string): string {
  return `sip flow of ${callId}`;
}

/** Nobody but us can have sealed it. */
function asSealed(value: unknown): [untilMs: number, telephone: Place, caller: Place | null] {
  if (!Array.isArray(value) || typeof value[0] !== 'number') throw new Error('It is no token.');
  return [value[0], asPlace(value[1]), value[2] === null ? null : asPlace(value[2])];
}

function asPlace(value: unknown): Place {
  if (typeof value !== 'object' || value === null) throw new Error('It is no place.');
  const { transport, address, port }: { transport?: unknown; address?: unknown; port?: unknown } = value;
  const isNamed = transport === 'udp' || transport === 'tcp' || transport === 'tls';
  if (!isNamed || typeof address !== 'string' || typeof port !== 'number') throw new Error('It is no place.');
  return { transport, address, port };
}
