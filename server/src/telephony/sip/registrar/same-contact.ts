import { parseUri } from '../message/uri.ts';

/** What makes another address of it where only one of the two has it (RFC 3261 19.1.4). */
const TELLING = ['user', 'ttl', 'method', 'maddr', 'transport'];

/** Whether two SIP addresses are the same by RFC 3261 19.1.4. What cannot be read is the same as nothing. */
export function isSameContact(one: string, other: string): boolean {
  const first = parseUri(one);
  const second = parseUri(other);
  if (first === null || second === null) return false;
  const isSamePlace =
    first.scheme === second.scheme &&
    first.user === second.user &&
    first.host === second.host &&
    first.port === second.port;
  if (!isSamePlace) return false;
  const names = new Set([...first.parameters.keys(), ...second.parameters.keys()]);
  return [...names].every((name) => {
    const [mine, theirs] = [first.parameters.get(name), second.parameters.get(name)];
    if (mine === undefined || theirs === undefined) return !TELLING.includes(name);
    return mine.toLowerCase() === theirs.toLowerCase();
  });
}
