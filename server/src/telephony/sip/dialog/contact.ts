import type { Header } from '../message/sip-message.ts';
import { writeHostPort } from '../message/uri.ts';
import type { Path } from '../transport/flow.ts';

/** Our Contact for a path. @param user the user part, and optional URI parameters */
export function contactHeader(
  { flow, localAddress, localPort }: Path,
  { user, parameters = '' }: { user: string; parameters?: string } = { user: 'parley' },
): Header {
  const transport = flow.transport === 'udp' ? '' : `;transport=${flow.transport}`;
  const host = writeHostPort({ host: localAddress, port: localPort });
  return { name: 'contact', value: `<sip:${user}@${host}${transport}${parameters}>` };
}

const METHODS = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'UPDATE', 'INFO', 'NOTIFY'];

/** REFER is missing: we send it but do not accept it. */
export const ALLOW: Header = { name: 'allow', value: METHODS.join(', ') };

export const SUPPORTED: Header = { name: 'supported', value: 'timer, replaces' };
