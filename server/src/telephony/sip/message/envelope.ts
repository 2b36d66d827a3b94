import { type NameAddress, parseNameAddress } from './name-address.ts';
import { headerOf, type SipMessage } from './sip-message.ts';
import { splitList } from './split-list.ts';
import { parseVia, type Via } from './via.ts';

/** The mandatory headers (RFC 3261 8.1.1), parsed. */
export interface Envelope {
  via: Via;
  callId: string;
  cseq: { number: number; method: string };
  from: NameAddress;
  to: NameAddress;
  fromTag: string | null;
  toTag: string | null;
}

/** Null if a mandatory header is missing or malformed. Never throws. */
export function readEnvelope(message: SipMessage): Envelope | null {
  const via = parseVia(splitList(headerOf(message, 'via') ?? '', ',')[0] ?? '');
  const from = parseNameAddress(headerOf(message, 'from') ?? '');
  const to = parseNameAddress(headerOf(message, 'to') ?? '');
  const cseq = parseCseq(headerOf(message, 'cseq') ?? '');
  const callId = headerOf(message, 'call-id') ?? '';
  if (via === null || from === null || to === null || cseq === null || callId === '') return null;
  if (message.kind === 'request' && message.method !== cseq.method) return null;
  return { via, callId, cseq, from, to, fromTag: tagOf(from), toTag: tagOf(to) };
}

export function parseCseq(text: string): { number: number; method: string } | null {
  const [, digits, method] = /^(\d{1,10})\s+(\S+)$/.exec(text.trim()) ?? [];
  if (digits === undefined || method === undefined || Number(digits) >= 2 ** 32) return null;
  return { number: Number(digits), method };
}

function tagOf({ parameters }: NameAddress): string | null {
  const tag = parameters.get('tag');
  return tag === undefined || tag === '' ? null : tag;
}
