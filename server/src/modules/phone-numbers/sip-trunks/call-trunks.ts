import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';

/** A trunk as calls go over it, its password opened. */
export interface CallTrunk {
  /** The id of its number, in text. */
  id: string;
  type: 'extension' | 'number';
  /** E.164, or an extension. */
  phoneNumber: string;
  countryCode: string;
  username: string | null;
  password: string | null;
  address: string;
  outboundProxy: string | null;
  callingFormat: '+e164' | 'e164' | 'national';
  inboundAuthorization: 'auth' | 'ip';
  allowedInboundIps: string[];
}

interface Deps {
  database: Database;
  secretBox: SecretBox;
}

type Row = Omit<CallTrunk, 'password'> & { userId: number; sealedPassword: Buffer | null };

const TRUNK = `select number.id::text as id, trunk.user_id as "userId", trunk.sip_trunk_type as type,
    number.phone_number as "phoneNumber", number.country_code as "countryCode", trunk.sip_username as username,
    trunk.sealed_password as "sealedPassword", trunk.sip_address as address, trunk.outbound_proxy as "outboundProxy",
    trunk.sip_calling_format as "callingFormat", trunk.inbound_authorization_type as "inboundAuthorization",
    trunk.allowed_inbound_ips as "allowedInboundIps"
  from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id`;

/** More than one sender has. */
const MAX_TRUNKS = 1000;

/** The trunk of a number; null: it has none. */
export async function trunkOfNumber(deps: Deps, numberId: number): Promise<CallTrunk | null> {
  const [trunk] = await find(deps, 'number.id = $1', numberId);
  return trunk ?? null;
}

/** Trunks that let an IP address in without a proof. */
export function trunksAtAddress(deps: Deps, address: string): Promise<CallTrunk[]> {
  const allowed = `trunk.inbound_authorization_type = 'ip' and exists (
    select from unnest(trunk.allowed_inbound_ips) as range where range::inet >>= $1::inet)`;
  return find(deps, allowed, address);
}

/** As many as fit into memory without a thought. */
const MAX_RANGES = 50_000;

/** Addresses and CIDR ranges that trunks call from without a proof, and those that telephones have registered from. */
export async function knownTrunkRanges({ database }: Pick<Deps, 'database'>): Promise<string[]> {
  const rows = await database.query<{ range: string }>(
    `select unnest(allowed_inbound_ips) as range from sip_trunks where inbound_authorization_type = 'ip'
     union select address from sip_bindings where expires_at > clock_timestamp()
     limit ${MAX_RANGES}`,
  );
  return rows.map(({ range }) => range);
}

/** Trunks whose username it is, at whichever accounts. */
export function trunksOfUsername(deps: Deps, username: string): Promise<CallTrunk[]> {
  return find(deps, 'trunk.sip_username = $1', username);
}

/** Trunks that register at their servers: not those whose telephones register here and nowhere else. */
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
  return rows.map(({ userId, sealedPassword, ...trunk }) => ({
    ...trunk,
    password: sealedPassword === null ? null : secretBox.open(sealedPassword, trunkPasswordPlace(userId)),
  }));
}

/** What the sealed password of a trunk belongs to. */
export function trunkPasswordPlace(userId: number): string {
  return `sip password of ${userId}`;
}
