import type { Header } from '../message/sip-message.ts';
import { writeHostPort } from '../message/uri.ts';
import type { Way } from '../transaction/transactions.ts';

/** Who we are at the other end of a way. @param user the user part, and parameters of the address */
export function contactHeader(
  { flow, localAddress, localPort }: Way,
  { user, parameters = '' }: { user: string; parameters?: string } = { user: 'parley' },
): Header {
  const transport = flow.transport === 'udp' ? '' : `;transport=${flow.transport}`;
  const host = writeHostPort({ host: localAddress, port: localPort });
  return { name: 'contact', value: `<sip:${user}@${host}${transport}${parameters}>` };
}

const METHODS = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'UPDATE', 'INFO', 'NOTIFY'];

/** What we take; a REFER we send alone. */
export const ALLOW: Header = { name: 'allow', value: METHODS.join(', ') };

export const SUPPORTED: Header = { name: 'supported', value: 'timer' };
