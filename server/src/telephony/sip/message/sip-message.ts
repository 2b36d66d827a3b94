import { USER_AGENT } from '../../../core/user-agent.ts';

/** A header: long form of the name in lower case, value unfolded and trimmed. */
export interface Header {
  name: string;
  value: string;
}

/** Sent with our requests. */
export const USER_AGENT_HEADER: Header = { name: 'user-agent', value: USER_AGENT };

interface MessageContent {
  headers: readonly Header[];
  /** Decoded as UTF-8; may be empty. */
  body: string;
}

export interface SipRequest extends MessageContent {
  kind: 'request';
  method: string;
  uri: string;
}

export interface SipResponse extends MessageContent {
  kind: 'response';
  /** 100 to 699. */
  status: number;
  reason: string;
}

export type SipMessage = SipRequest | SipResponse;

type Headed = Pick<MessageContent, 'headers'>;

/** Value of the first header with a name (lower case, long form); null if missing. */
export function headerOf({ headers }: Headed, name: string): string | null {
  for (const header of headers) if (header.name === name) return header.value;
  return null;
}

/** Values of all headers with a name, in order. */
export function headersOf({ headers }: Headed, name: string): string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value);
}
