import { headerOf, type SipRequest } from '../message/sip-message.ts';

/** The key that an INFO reports, as `Signal=5` or as the bare key; null: none. Never throws. */
export function digitOfInfo(request: SipRequest): string | null {
  const type = (headerOf(request, 'content-type') ?? '').toLowerCase();
  if (type.startsWith('application/dtmf-relay')) {
    const [, key] = /^\s*signal\s*=\s*([0-9a-d*#])\s*$/im.exec(request.body) ?? [];
    return key?.toUpperCase() ?? null;
  }
  if (!type.startsWith('application/dtmf')) return null;
  return /^\s*([0-9a-d*#])\s*$/i.exec(request.body)?.[1]?.toUpperCase() ?? null;
}
