/** A header line: the name in lower case and in its long form, the value unfolded and trimmed. */
export interface Header {
  name: string;
  value: string;
}

interface MessageContent {
  /** In the order in which they came. */
  headers: readonly Header[];
  /** Read as UTF-8; empty where there is none. */
  body: string;
}

export interface SipRequest extends MessageContent {
  kind: 'request';
  /** As it came; known ones are upper case. */
  method: string;
  uri: string;
}

export interface SipResponse extends MessageContent {
  kind: 'response';
  /** 100 to 699. */
  status: number;
  reason: string;
}

/** A message of RFC 3261. */
export type SipMessage = SipRequest | SipResponse;

type Headed = Pick<MessageContent, 'headers'>;

/** The first line of that name (lower case, long form); null: there is none. */
export function headerOf({ headers }: Headed, name: string): string | null {
  for (const header of headers) if (header.name === name) return header.value;
  return null;
}

/** All lines of that name, in order. */
export function headersOf({ headers }: Headed, name: string): string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value);
}
