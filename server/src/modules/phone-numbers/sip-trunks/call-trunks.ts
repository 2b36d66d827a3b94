import type { SipHeader } from '#contract/sip-headers.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';

/** A trunk with its decrypted password, for calls. */
export interface CallTrunk {
  /** Id of the trunk's phone number, as text. */
  id: string;
  type: 'extension' | 'number';
  /** E.164 number, or an extension. */
  phoneNumber: string;
  countryCode: string;
  username: string | null;
  password: string | null;
  address: string;
  outboundProxy: string | null;
  callingFormat: '+e164' | 'e164' | 'national';
  inboundAuthorization: 'auth' | 'ip';
  /** Headers of its outgoing calls, with `{{variables}}`. */
  sipHeaders: readonly SipHeader[];
}

interface Deps {
  database: Database;
  secretBox: SecretBox;
}

type Row = Omit<CallTrunk, 'password'> & { userId: number; encryptedPassword: Buffer | null };

const TRUNK = `select number.id::text as id, trunk.user_id as "userId", trunk.sip_trunk_type as type,
    number.phone_number as "phoneNumber", number.country_code as "countryCode", trunk.sip_username as username,
    trunk.sealed_password as "encryptedPassword", trunk.sip_address as address, trunk.outbound_proxy as "outboundProxy",
    trunk.sip_calling_format as "callingFormat", trunk.inbound_authorization_type as "inboundAuthorization",
    trunk.sip_headers as "sipHeaders"
  from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id`;

/** More trunks than one address ever has. */
const MAX_TRUNKS = 1000;

/** The trunk of a number; null if it has none. */
export async function trunkOfNumber(deps: Deps, numberId: number): Promise<CallTrunk | null> {
  const [trunk] = await find(deps, 'number.id = $1', numberId);
  return trunk ?? null;
}

/** Trunks that accept an IP address without authentication. */
export function trunksAtAddress(deps: Deps, address: string): Promise<CallTrunk[]> {
  const allowed = `trunk.inbound_authorization_type = 'ip' and exists (
    select from unnest(trunk.allowed_inbound_ips) as range where range::inet >>= $1::inet)`;
  return find(deps, allowed, address);
}

/** This many ranges fit easily into memory. */
const MAX_RANGES = 50_000;

/** Addresses and CIDR ranges that may call without authentication, and addresses of registered phones. */
export async function knownTrunkRanges({ database }: Pick<Deps, 'database'>): Promise<string[]> {
  const rows = await database.query<{ range: string }>(
    `select unnest(allowed_inbound_ips) as range from sip_trunks where inbound_authorization_type = 'ip'
     union select address from sip_bindings where expires_at > clock_timestamp()
     limit ${MAX_RANGES}`,
  );
  return rows.map(({ range }) => range);
}

/** Trunks with this username, in any account. */
export function trunksOfUsername(deps: Deps, username: string): Promise<CallTrunk[]> {
  return find(deps, 'trunk.sip_username = $1', username);
}

/** Trunks that register at an external server. */
export function registeringTrunks(deps: Deps): Promise<CallTrunk[]> {
  const registers = `trunk.sip_trunk_type = $1 and trunk.sip_username is not null
    and lower(split_part(trunk.sip_address, ';', 1)) <> 'dynamic'`;
  return find(deps, registers, 'extension');
}

async function find(
  { database, secretBox }: Deps,
  condition: string,
  value: string | number,
): Promise<CallTrunk[]> {
  const rows = await database.query<Row>(
    `${TRUNK} where ${condition} order by number.id limit ${MAX_TRUNKS}`,
    [value],
  );
  return rows.map(({ userId, encryptedPassword, ...trunk }) => ({
    ...trunk,
    password:
      encryptedPassword === null ? null : secretBox.decrypt(encryptedPassword, trunkPasswordContext(userId)),
  }));
}

export function trunkPasswordContext(userId: number): string {
  return `sip password of ${userId}`;
}
