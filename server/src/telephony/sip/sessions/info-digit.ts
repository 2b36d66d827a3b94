import { headerOf, type SipRequest } from '../message/sip-message.ts';

const MAX_BODY_CHARACTERS = 200;
const KEY = /^[0-9a-d*#]$/i;
/** Event codes that some gateways send instead of keys (RFC 4733 3.2). */
const NUMBERED: ReadonlyMap<string, string> = new Map([
  ['10', '*'],
  ['11', '#'],
  ['12', 'A'],
  ['13', 'B'],
  ['14', 'C'],
  ['15', 'D'],
]);

/** The key in an INFO body, `Signal=5` or the bare key; null if missing. Never throws. */
export function digitOfInfo(request: SipRequest): string | null {
  const type = (headerOf(request, 'content-type') ?? '').toLowerCase();
  if (request.body.length > MAX_BODY_CHARACTERS) return null;
  if (type.startsWith('application/dtmf-relay')) return signalOf(request.body);
  return type.startsWith('application/dtmf') ? keyOf(request.body) : null;
}

function signalOf(body: string): string | null {
  for (const line of body.split(/[\r\n]/)) {
    const [name = '', value = ''] = line.split('=', 2);
    const key = name.trim().toLowerCase() === 'signal' ? keyOf(value) : null;
    if (key !== null) return key;
  }
  return null;
}

function keyOf(text: string): string | null {
  const key = text.trim();
  return KEY.test(key) ? key.toUpperCase() : (NUMBERED.get(key) ?? null);
}
