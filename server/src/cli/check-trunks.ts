import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Executor } from '../db/client.ts';
import { addressRefusal, parseAddressRanges } from '../http/outbound/address-rules.ts';
import type { Finding } from './finding.ts';

const MOST = 100;

/** Checks that this installation may connect to the servers of its SIP trunks. Skips names that do not resolve. */
export async function checkTrunks(
  database: Executor,
  { allowPrivateCidrs }: Pick<Config, 'allowPrivateCidrs'>,
  addressesOf: (host: string) => Promise<readonly string[]> = lookUp,
): Promise<Finding[]> {
  const rows = await database.query<{ phone_number: string; server: string }>(
    `select number.phone_number, coalesce(trunk.outbound_proxy, trunk.sip_address) as server
     from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id
     where trunk.outbound_proxy is not null or lower(split_part(trunk.sip_address, ';', 1)) <> 'dynamic'
     order by number.id limit ${MOST}`,
  );
  if (rows.length === 0) return [];
  const { ranges } = parseAddressRanges(allowPrivateCidrs);
  const closed = [];
  for (const { phone_number: number, server } of rows) {
    const refusals = (await addressesOf(hostOf(server))).map((address) => addressRefusal(address, ranges));
    if (refusals.length > 0 && refusals.every((refusal) => refusal !== null)) {
      closed.push({ number, server, refusal: refusals[0] });
    }
  }
  if (closed.length === 0)
    return [{ isFine: true, text: `SIP trunks: ${rows.length} with public or allowed servers` }];
  return closed.map(({ number, server, refusal }) => ({
    isFine: false,
    text: `SIP trunk ${number}: its server ${server} is ${refusal} and cannot be used. To allow it, add it to PARLEY_ALLOW_PRIVATE_CIDRS`,
  }));
}

/** Host of a server in the form `host:port;transport=tcp`. */
function hostOf(server: string): string {
  const host = server.replace(/;.*$/, '');
  return host.startsWith('[') ? host.slice(1).replace(/\].*$/, '') : host.replace(/:\d+$/, '');
}

async function lookUp(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  return lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}
