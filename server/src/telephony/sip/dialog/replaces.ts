import { readParameters } from '../message/parameters.ts';
import { headersOf, type SipRequest } from '../message/sip-message.ts';
import type { DialogId } from './dialogs.ts';

/** The dialog that an INVITE replaces (RFC 3891), as we identify it. */
export interface Replaces extends DialogId {
  /** True if an answered call must not be replaced. */
  isEarlyOnly: boolean;
}

/** Null without a Replaces header; `malformed` also for several. */
export function readReplaces(request: SipRequest): Replaces | 'malformed' | null {
  const [value, another] = headersOf(request, 'replaces');
  if (value === undefined) return null;
  const [callId = '', ...rest] = value.split(';');
  const parameters = readParameters(rest.join(';'));
  const [localTag = '', remoteTag = ''] = ['to-tag', 'from-tag'].map((name) => parameters.get(name));
  const isWhole = callId.trim() !== '' && localTag !== '' && remoteTag !== '';
  if (!isWhole || another !== undefined) return 'malformed';
  return { callId: callId.trim(), localTag, remoteTag, isEarlyOnly: parameters.has('early-only') };
}
