import { readParameters } from '../message/parameters.ts';
import { headersOf, type SipRequest } from '../message/sip-message.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { DialogOptions, DialogState } from './dialog-state.ts';
import type { SessionTimer } from './session-timer.ts';

/** The dialog that an INVITE replaces (RFC 3891), as we identify it. */
export interface Replaces {
  callId: string;
  localTag: string;
  remoteTag: string;
  /** True if an answered call must not be replaced. */
  isEarlyOnly: boolean;
}

/** An INVITE that replaces the dialog of a call, admitted and screened. */
export interface Replacement {
  transaction: ServerTransaction;
  state: DialogState;
  timer: SessionTimer | null;
  options: DialogOptions;
  /** IP address of the peer; differs from that of the flow if another process forwards the INVITE. */
  source: string;
}

/** A call whose dialog another INVITE may replace. */
export interface ReplaceableCall {
  /** Trunk whose callers may take the call over; null for a call over no trunk. */
  readonly trunk: string | null;
  /** False while the called phone rings. */
  readonly isAnswered: boolean;
  readonly isOver: boolean;
  /** Answers the INVITE, and ends the replaced dialog. */
  replaceDialog(replacement: Replacement): Promise<void>;
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
