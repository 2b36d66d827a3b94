import { parseUri } from '../message/uri.ts';

/** Parameters that make URIs different even if only one URI has them (RFC 3261 19.1.4). */
const SIGNIFICANT_PARAMETERS = ['user', 'ttl', 'method', 'maddr', 'transport'];

/** URI comparison by RFC 3261 19.1.4. A malformed URI equals no other. */
export function isSameContact(one: string, other: string): boolean {
  const first = parseUri(one);
  const second = parseUri(other);
  if (first === null || second === null) return false;
  const isSameAddress =
    first.scheme === second.scheme &&
    first.user === second.user &&
    first.host === second.host &&
    first.port === second.port;
  if (!isSameAddress) return false;
  const names = new Set([...first.parameters.keys(), ...second.parameters.keys()]);
  return [...names].every((name) => {
    const [mine, theirs] = [first.parameters.get(name), second.parameters.get(name)];
    if (mine === undefined || theirs === undefined) return !SIGNIFICANT_PARAMETERS.includes(name);
    return mine.toLowerCase() === theirs.toLowerCase();
  });
}
